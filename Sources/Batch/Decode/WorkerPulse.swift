/// Tells the parent, a few times a second, that decoding gets on.
struct WorkerPulse {
  private static let seconds = 0.1

  let channel: WorkerChannel
  private var last = WorkerSystem.now()

  init(channel: WorkerChannel) {
    self.channel = channel
  }

  mutating func beat(milliseconds: Int, progress: UInt64) {
    let now = WorkerSystem.now()
    guard now - last >= Self.seconds else { return }
    last = now
    // A parent that is busy misses a beat; it must not hold up the decoder.
    _ = channel.send(
      WorkerMessage.heartbeat(milliseconds: milliseconds, progress: progress).packet, waiting: false
    )
  }
}
