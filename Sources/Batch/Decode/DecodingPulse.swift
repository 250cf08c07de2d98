/// Counts what a decoder has done, for those who wonder whether it still lives.
final class DecodingPulse {
  private let heartbeat: RecordingDecoder.Heartbeat
  private var frames = 0
  private var blocks = 0

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

  private func beat() -> Bool {
    heartbeat(frames, UInt64(frames) + UInt64(blocks))
  }
}
