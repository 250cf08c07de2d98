import Bytes

/// The encoding of an answer: a value, or a failure.
enum DecodeAnswer {
  static func spell(_ result: Result<some ByteCoded, DecodeFailure>) -> [UInt8] {
    switch result {
    case .success(let answer): [1] + answer.encoded()
    case .failure(let failure): spell(failure)
    }
  }

  static func spell(_ failure: DecodeFailure) -> [UInt8] {
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
