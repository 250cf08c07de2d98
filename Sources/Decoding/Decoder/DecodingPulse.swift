/// Counts what a decoder has done, for those who wonder whether it still lives.
final class DecodingPulse {
  private let heartbeat: RecordingDecoder.Heartbeat
  private var frames = 0
  private var blocks = 0
  /// Frames a second, once that is known.
  var sampleRate = 0

  init(heartbeat: @escaping RecordingDecoder.Heartbeat) {
    self.heartbeat = heartbeat
  }

  /// Counts frames, and tells whether to go on.
  func decoded(_ count: Int) -> Bool {
    frames += count
    return beat()
  }

  /// Counts a block that was read for the first time: there are only so many of them.
  func read() {
    blocks += 1
    _ = beat()
  }

  /// How much audio the frames are.
  private var milliseconds: Int {
    sampleRate > 0 ? frames / sampleRate * 1000 + frames % sampleRate * 1000 / sampleRate : 0
  }

  private func beat() -> Bool {
    heartbeat(milliseconds, UInt64(frames) + UInt64(blocks))
  }
}
