import System

/// Tells the parent, a few times a second, that decoding gets on.
struct WorkerPulse {
  private static let seconds = 0.1

  let channel: WorkerChannel
  private var last = MonotonicClock.seconds

  init(channel: WorkerChannel) {
    self.channel = channel
  }

  mutating func beat(milliseconds: Int, progress: UInt64) {
    let now = MonotonicClock.seconds
    guard now - last >= Self.seconds else { return }
    last = now
    // A parent that is busy misses a beat; it must not hold up the decoder.
    let message = WorkerMessage.heartbeat(milliseconds: milliseconds, progress: progress)
    _ = channel.send(message.packet, waiting: false)
  }

  func show(_ preview: DecodePreview) {
    _ = channel.send(WorkerMessage.preview(preview).packet, waiting: false)
  }
}
