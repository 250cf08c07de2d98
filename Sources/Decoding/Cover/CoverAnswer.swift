import Bytes
import Codecs

/// A worker's result of searching a recording's tags for a picture, sent after the picture's bytes.
struct CoverAnswer: ByteCoded, Equatable {
  /// The size of the picture, the reason why it cannot be used, or nil if there is none.
  var result: Result<Int, CoverProblem>?

  /// Searches a recording and emits the bytes of its picture.
  static func found(
    in descriptor: CInt, emit: (DecodeEvent) -> Void
  ) -> Result<CoverAnswer, DecodeFailure> {
    Result { () throws(DecodeFailure) in
      let source: ByteSource
      do throws(AudioFailure) {
        source = try ByteSource(descriptor: descriptor)
      } catch {
        throw .audio(error)
      }
      let found = CoverSearch.embedded(in: source)
      if let failure = source.failure { throw .unreadable(errno: failure) }
      if case .success(let art)? = found { emit(.bytes(art.bytes)) }
      return CoverAnswer(result: found?.map(\.bytes.count))
    }
  }
}

extension CoverAnswer {
  private enum Kind: UInt8 {
    case none, art, empty, tooManyBytes, tooManyPixels, notAPicture
  }

  func append(to writer: inout ByteWriter) {
    switch result {
    case nil: writer.append(case: Kind.none)
    case .success(let count)?: writer.append(case: Kind.art, count)
    case .failure(.empty)?: writer.append(case: Kind.empty)
    case .failure(.tooManyBytes)?: writer.append(case: Kind.tooManyBytes)
    case .failure(.notAPicture)?: writer.append(case: Kind.notAPicture)
    case .failure(.tooManyPixels(let width, let height))?:
      writer.append(case: Kind.tooManyPixels, width, height)
    }
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard let kind = Kind(rawValue: try reader.integer()) else { throw MalformedBytes() }
    switch kind {
    case .none: result = nil
    case .art: result = .success(try reader.count(in: 1...CoverArt.mostBytes))
    case .empty: result = .failure(.empty)
    case .tooManyBytes: result = .failure(.tooManyBytes)
    case .notAPicture: result = .failure(.notAPicture)
    case .tooManyPixels:
      let width = try reader.count(in: 1...Int.max)
      result = .failure(
        .tooManyPixels(width: width, height: try reader.count(in: 1...Int.max)))
    }
  }
}
