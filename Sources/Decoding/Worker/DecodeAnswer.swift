import Bytes

/// The encoding of an answer: a value, or a failure.
enum DecodeAnswer {
  static func spell(_ answer: @autoclosure () throws(DecodeFailure) -> some ByteCoded) -> [UInt8] {
    do {
      return [1] + (try answer()).encoded()
    } catch {
      return spell(failure: error)
    }
  }

  static func spell(failure: DecodeFailure) -> [UInt8] {
    [0] + failure.encoded()
  }

  static func isSuccess(_ bytes: [UInt8]) -> Bool {
    bytes.first == 1
  }

  /// Decodes an answer, or returns nil if it is invalid.
  static func read<Answer: ByteCoded>(_ bytes: [UInt8]) -> Result<Answer, DecodeFailure>? {
    var reader = ByteReader(bytes)
    do throws(MalformedBytes) {
      let isSuccess = try reader.bool()
      let result: Result<Answer, DecodeFailure> =
        isSuccess ? .success(try reader.read()) : .failure(try reader.read())
      try reader.finish()
      return result
    } catch {
      return nil
    }
  }
}
