package import Codecs

/// A decoded picture, reduced by the same factor on both sides: premultiplied RGBA, one byte per
/// component.
package struct ReducedPicture: Sendable, Equatable {
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]
}

/// The reason why a picture could not be decoded.
package enum PictureFailure: Error, Sendable, Equatable {
  /// The file is broken, or in an unsupported format.
  case undecodable
  /// The worker or ffmpeg failed.
  case failed(DecodeFailure)
}

extension WorkerPool {
  /// Returns the picture in the tags of a recording, or nil if there is none.
  package func cover(
    in descriptor: CInt, cancel: CInt? = nil
  ) -> Result<Result<CoverArt, CoverProblem>?, DecodeFailure> {
    var gathered = GatheredBytes(most: CoverArt.mostBytes)
    let answer: Result<CoverAnswer, DecodeFailure> = ask(.cover, descriptor, cancel) {
      gathered.take($0)
    }
    return answer.map { answer in
      switch answer.result {
      case nil: nil
      case .failure(let problem)?: .failure(problem)
      // A worker's result is validated like any other input.
      case .success?: Result { () throws(CoverProblem) in try CoverArt(gathered.bytes) }
      }
    }
  }

  /// Returns the pixels of an open PNG, reduced by `factor` or more per side.
  package func pixels(
    of descriptor: CInt, factor: Int, mostPixels: Int, cancel: CInt? = nil
  ) -> Result<ReducedPicture, PictureFailure> {
    var gathered = GatheredBytes(most: mostPixels * 4)
    let answer: Result<PixelsAnswer, DecodeFailure> = ask(
      .pixels(factor: factor), descriptor, cancel
    ) { gathered.take($0) }
    return answer.mapError(PictureFailure.failed).flatMap { answer in
      guard let size = answer.size, size.width * size.height * 4 == gathered.bytes.count else {
        return .failure(.undecodable)
      }
      return .success(
        ReducedPicture(width: size.width, height: size.height, bytes: gathered.bytes))
    }
  }
}

/// The bytes before an answer, up to the expected number.
private struct GatheredBytes {
  let most: Int
  private(set) var bytes: [UInt8] = []

  init(most: Int) {
    self.most = most
  }

  mutating func take(_ event: DecodeEvent) {
    switch event {
    case .bytes(let more): if bytes.count + more.count <= most { bytes += more }
    case .begun: bytes = []
    case .decoded, .preview: break
    }
  }
}
