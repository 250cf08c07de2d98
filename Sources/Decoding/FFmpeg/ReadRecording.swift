import Codecs

/// What came of a recording, and whether ffmpeg had to read it.
package struct ReadRecording {
  package let result: Result<DecodedRecording, DecodeFailure>
  package var isByFFmpeg = false
  /// It is long, and cannot be decoded from the middle on.
  package var isIndivisible = false

  package init(result: Result<DecodedRecording, DecodeFailure>, isByFFmpeg: Bool = false) {
    self.result = result
    self.isByFFmpeg = isByFFmpeg
  }
}

extension ReadRecording {
  /// Whether the decoder computed or waited without getting on, so that more time may help.
  package var hasNoEnd: Bool {
    guard !isByFFmpeg, case .failure(let failure) = result else { return false }
    switch failure {
    case .timeout, .waited: return true
    case .audio, .ffmpegFailed, .crashed, .killed, .outOfMemory, .beyondEnd, .changed, .unreadable,
      .notSplittable, .cancelled, .noWorker:
      return false
    }
  }

  /// Takes what our libraries made of an open file, or has ffmpeg read what they cannot.
  package init(
    _ result: Result<DecodedRecording, DecodeFailure>, _ descriptor: CInt,
    or ffmpeg: FFmpegDecoding?, progress: (DecodedSoFar) -> Void = { _ in }
  ) {
    guard let ffmpeg, case .failure(.audio(.unsupported(what: let what))) = result else {
      self.init(result: result)
      return
    }
    self.init(
      result: ffmpeg.decode(descriptor, what: what, progress: progress), isByFFmpeg: true)
  }
}
