package import Codecs

/// A decoded and reduced picture: premultiplied RGBA, one byte per component.
package struct ReducedPicture: Sendable, Equatable {
  package let width, height: Int
  package let bytes: [UInt8]
}

/// The reason why there are no pixels.
package enum PictureFailure: Error, Sendable, Equatable {
  case undecodable
  case failed(DecodeFailure)
}

extension WorkerPool {
  /// Returns the picture in the tags of a recording, or nil if there is none.
  // The worker finds the picture, and the parent parses its header again: a worker that a recording
  // controls may send any bytes.
  package func cover(
    in descriptor: CInt,
    cancel: CInt? = nil
  ) -> Result<Result<CoverArt, CoverProblem>?, DecodeFailure> {
    var gathered = GatheredBytes(maximum: EmbeddedPictures.maximumBytes)
    let answer: Result<Bool, DecodeFailure> = ask(.cover, about: descriptor, cancel: cancel) {
      gathered.receive($0)
    }
    return answer.map { hasArt in
      guard hasArt else { return nil }
      return Result { () throws(CoverProblem) in try CoverArt(gathered.bytes) }
    }
  }

  /// Returns the pixels of an open PNG, reduced by `factor` or more per side.
  package func pixels(
    of descriptor: CInt,
    factor: Int,
    maximumPixels: Int,
    cancel: CInt? = nil
  ) -> Result<ReducedPicture, PictureFailure> {
    var gathered = GatheredBytes(maximum: maximumPixels * 4)
    let answer: Result<Int, DecodeFailure> = ask(
      .pixels(factor: factor),
      about: descriptor,
      cancel: cancel
    ) {
      gathered.receive($0)
    }
    return answer.mapError(PictureFailure.failed).flatMap { width in
      let bytes = gathered.bytes
      guard 1...maximumPixels ~= width, !bytes.isEmpty else { return .failure(.undecodable) }
      let rowLength = 4 * width
      guard bytes.count % rowLength == 0 else { return .failure(.undecodable) }
      let height = bytes.count / rowLength
      return .success(ReducedPicture(width: width, height: height, bytes: bytes))
    }
  }
}

/// The bytes before an answer; none if a worker sends more than the expected number.
private struct GatheredBytes {
  var maximum: Int
  var bytes: [UInt8] = []

  mutating func receive(_ event: DecodeEvent) {
    switch event {
    case .bytes(let more):
      bytes += more
      if bytes.count > maximum {
        bytes = []
        // What comes afterwards must not look like an answer of the right size.
        maximum = 0
      }
    // A second worker tries again.
    case .restarted: bytes = []
    case .decoded, .preview: break
    }
  }
}

extension RecordingDecoder {
  /// Emits the picture in the tags, which the parent checks, and returns whether there is one.
  func cover() throws(DecodeFailure) -> Bool {
    let source = try source()
    let art = EmbeddedPictures(of: source).best
    if let failure = source.failure { throw .unreadable(errno: failure) }
    if let art {
      emit(.bytes(art))
    }
    return art != nil
  }

  /// Emits the pixels of a PNG, premultiplied, and returns the width; 0 for an invalid file.
  func pixels(factor: Int) throws(DecodeFailure) -> Int {
    let source = try source()
    let file = try Self.orFail(try source.all(atMost: CoverArt.maximumBytes))
    // Rows are sent in batches: a packet for each would cost more than decoding it.
    var waiting: [UInt8] = []
    do throws(PNGFailure) {
      let size = try PNGReduction.reduce(
        file,
        factor: factor,
        maximumPixels: CoverArt.maximumPixels
      ) { row in
        waiting += row
        guard waiting.count >= Self.bytesAtOnce else { return }
        emit(.bytes(waiting))
        waiting.removeAll(keepingCapacity: true)
      }
      emit(.bytes(waiting))
      return size.width
    } catch {
      if error == .outOfMemory { throw WorkerSandbox.outOfMemory }
      // An invalid picture is no failure of the worker: the recording is drawn without it.
      return 0
    }
  }
}
