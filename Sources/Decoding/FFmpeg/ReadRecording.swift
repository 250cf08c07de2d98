import Codecs

/// What came of a recording, and whether ffmpeg had to read it.
package struct ReadRecording {
  package let result: Result<DecodedRecording, DecodeFailure>
  package var isByFFmpeg = false

  package init(result: Result<DecodedRecording, DecodeFailure>, isByFFmpeg: Bool = false) {
    self.result = result
    self.isByFFmpeg = isByFFmpeg
  }
}

extension ReadRecording {
  /// Takes what our libraries made of an open file, or has ffmpeg read what they cannot.
  package init(
    _ result: Result<DecodedRecording, DecodeFailure>, _ descriptor: CInt,
    or ffmpeg: FFmpegDecoding?, progress: (_ milliseconds: Int) -> Void = { _ in }
  ) {
    guard let ffmpeg, case .failure(.audio(.unsupported(what: let what))) = result else {
      self.init(result: result)
      return
    }
    self.init(
      result: ffmpeg.decode(descriptor, what: what, progress: progress), isByFFmpeg: true)
  }
}
