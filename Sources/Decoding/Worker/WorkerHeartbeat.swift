import System

/// Tells the parent, a few times a second, that decoding gets on.
struct WorkerHeartbeat {
  private static let seconds = 0.1
  private static let mostAtOnce = 32 << 10

  let channel: WorkerChannel
  private var last = MonotonicClock.seconds

  init(channel: WorkerChannel) {
    self.channel = channel
  }

  mutating func beat(_ soFar: DecodedSoFar, progress: UInt64) {
    let now = MonotonicClock.seconds
    guard now - last >= Self.seconds else { return }
    last = now
    // A parent that is busy misses a beat; it must not hold up the decoder.
    let message = WorkerMessage.heartbeat(soFar, progress: progress)
    _ = channel.send(message.packet, waiting: false)
  }

  func tell(_ event: DecodeEvent) {
    switch event {
    case .preview(let preview):
      _ = channel.send(WorkerMessage.preview(preview).packet, waiting: false)
    case .bytes(let bytes):
      // No byte may be missing: the worker waits until the parent has taken them.
      for start in stride(from: 0, to: bytes.count, by: Self.mostAtOnce) {
        let part = bytes[start..<min(start + Self.mostAtOnce, bytes.count)]
        _ = channel.send(WorkerMessage.bytes(part).packet)
      }
    case .decoded, .begun: break
    }
  }
}
