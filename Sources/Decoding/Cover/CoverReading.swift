package import Codecs

/// A picture that was decoded, each side divided by the same number: premultiplied RGBA, a byte a
/// component.
package struct ReducedPicture: Sendable, Equatable {
  package let width: Int
  package let height: Int
  package let bytes: [UInt8]
}

/// Why the pixels of a picture are not to be had.
package enum PictureFailure: Error, Sendable, Equatable {
  /// The file is broken, or of a kind that its reader does not know.
  case undecodable
  /// Whoever was to read it could not.
  case failed(DecodeFailure)
}

extension WorkerPool {
  /// The picture in the tags of a recording, nil where it has none.
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
      // What a worker says of a picture is looked at like any other input.
      case .success?: Result { () throws(CoverProblem) in try CoverArt(gathered.bytes) }
      }
    }
  }

  /// The pixels of an open PNG, each of which stands for `factor` along a side, or for more.
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

/// The bytes that come before an answer, as far as they are no more than expected.
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
