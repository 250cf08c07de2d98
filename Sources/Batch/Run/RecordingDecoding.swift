import Codecs

/// Gets a recording's measurement from its descriptor, by whatever can read it.
struct RecordingDecoding {
  /// What came of a recording, and who read it.
  struct Decoded {
    var result: Result<DecodedRecording, DecodeFailure>
    var isByFFmpeg = false
  }

  let pool: WorkerPool
  let request: DecodeRequest
  /// Reads what the libraries call unsupported, where that is wanted.
  let ffmpeg: FFmpegProgram?
  let cancel: CInt?

  func decode(
    _ file: borrowing Descriptor, progress: (_ frames: Int) -> Void = { _ in }
  ) -> Decoded {
    let result = pool.decode(
      descriptor: file.number, request: request, cancel: cancel, progress: progress)
    guard let ffmpeg, case .failure(.audio(.unsupported(let what))) = result else {
      return Decoded(result: result)
    }
    let decoding = FFmpegDecoding(program: ffmpeg, pool: pool, request: request, cancel: cancel)
    return Decoded(
      result: decoding.decode(file.number, what: what, progress: progress), isByFFmpeg: true)
  }
}
