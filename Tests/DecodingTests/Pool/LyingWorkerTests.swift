import Bytes
import Glibc
import System
import Testing
import Waveform

@testable import Decoding

/// Workers whose answer never ends, whatever they tell meanwhile.
@Suite struct `A worker that lies` {
  private static let preview = DecodePreview(
    WaveformMeter(
      channels: 1, sampleRate: 8000, length: .unknown, format: SampleFormat(.float32), split: false)
  )

  private static let tales: [(name: String, packet: @Sendable (UInt64) -> WorkerMessage)] = [
    ("rising progress", { .heartbeat(DecodedSoFar(milliseconds: Int($0)), progress: $0) }),
    (
      "all that there can be",
      { .heartbeat(DecodedSoFar(milliseconds: .max, bytes: .max, bytesRead: .max), progress: $0) }
    ),
    ("looks at it", { _ in .preview(preview) }),
    ("points without end", { _ in .bytes([1, 2, 3]) }),
  ]

  @Test(arguments: tales.indices)
  func `a lying worker is ended`(tale: Int) throws {
    let pool = WorkerPool.testing()
    _ = pool.start()
    let idle = try #require(pool.idleWorkers.first)
    var ends: [CInt] = [0, 0]
    try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let (ours, theirs) = (WorkerChannel(descriptor: ends[0]), WorkerChannel(descriptor: ends[1]))
    startThread {
      var count: UInt64 = 0
      repeat { count += 1 } while theirs.send(Self.tales[tale].packet(count).packet)
      theirs.close()
    }
    let liar = Worker(channel: ours, process: idle.process, held: .all, refused: [])
    let reply = WorkerExchange(worker: liar, cancel: nil).awaitReply(
      limit: WorkerTimeLimit(seconds: 0.02, longest: 0.05)
    ) { _ in }
    ours.close()
    #expect(reply == .waited, "\(Self.tales[tale].name)")
  }
}
