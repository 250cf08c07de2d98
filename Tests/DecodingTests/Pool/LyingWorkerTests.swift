import Codecs
import Glibc
import TestSupport
import Testing
import Waveform
import WavethumbBytes
import WavethumbSystem

@testable import Decoding

/// Tests workers that send forged reports or answers.
@Suite struct `A compromised worker` {
  private static let preview = DecodePreview(
    WaveformMeter(
      channels: 1,
      sampleRate: 8000,
      length: .unknown,
      format: SampleFormat(.float32)
    )
  )

  /// Packets that a worker sends without end.
  struct Flood: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// Returns a packet by its number.
    let packet: @Sendable (_ number: UInt64) -> WorkerMessage
  }

  // Each says that work goes on: progress would renew the limit for ever, and the largest numbers would
  // overflow what is computed from them.
  private static let floods = [
    Flood(testDescription: "rising progress") { number in
      .heartbeat(DecodedSoFar(milliseconds: Int(number)), progress: number)
    },
    Flood(testDescription: "the largest numbers") { number in
      .heartbeat(DecodedSoFar(milliseconds: .max, bytes: .max), progress: number)
    },
    Flood(testDescription: "previews") { _ in .preview(preview) },
    Flood(testDescription: "points") { _ in .bytes([1, 2, 3]) },
  ]

  /// Makes a worker send forged packets and returns the parent's result.
  private func reply(to lie: @escaping @Sendable (WorkerChannel) -> Void) throws -> WorkerReply {
    let pool = WorkerPool.testing()
    _ = pool.start()
    let idle = try #require(pool.workers.idle.first)
    var ends: [CInt] = [0, 0]
    try #require(unsafe socketpair(AF_UNIX, CInt(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    let ours = WorkerChannel(descriptor: ends[0])
    let theirs = WorkerChannel(descriptor: ends[1])
    startThread {
      lie(theirs)
      theirs.close()
    }
    // The process is a real worker that does nothing, so its processor time stays as it is; only the
    // limit on waiting can end the exchange.
    let liar = Worker(channel: ours, process: idle.process, active: .all, refused: [])
    // A total of 0.05 s of computing, and ten times that of waiting, which the test takes.
    let limit = WorkerTimeLimit(seconds: 0.02, maximum: 0.05)
    let reply = WorkerExchange(worker: liar, cancel: nil).awaitReply(limit: limit) { _ in }
    ours.close()
    return reply
  }

  @Test(arguments: floods)
  func `a lying worker is ended`(flood: Flood) throws {
    let reply = try reply { channel in
      var number: UInt64 = 0
      var isOpen = true
      while isOpen {
        number += 1
        isOpen = channel.send(flood.packet(number).packet)
      }
    }
    #expect(reply == .stalled)
  }

  private static let firstOfThree = WorkerMessage.answer(total: 3, resident: 0, part: [1])
  private static let twoOfThree = WorkerMessage.answer(total: 3, resident: 0, part: [1, 2])

  // More than announced, in one packet and in two; more than any answer may have; a negative size of the
  // process; nothing more, for ever; progress within an answer; and the rest of none.
  @Test(arguments: [
    [twoOfThree, .more([3, 4])],
    [.answer(total: 1, resident: 0, part: [1, 2])],
    [.answer(total: WorkerMessage.maximumAnswerSize + 1, resident: 0, part: [1])],
    [.answer(total: 3, resident: -1, part: [1])],
    [firstOfThree, .more([])],
    [firstOfThree, .heartbeat(DecodedSoFar(), progress: 1)],
    [.more([1])],
  ])
  func `an answer of another length than announced is nonsense`(_ lie: [WorkerMessage]) throws {
    let reply = try reply { channel in
      for message in lie {
        _ = channel.send(message.packet)
      }
    }
    #expect(reply == .invalid)
  }

  @Test func `an answer without an end is waited for no longer than one without progress`() throws {
    let reply = try reply { channel in
      _ = channel.send(WorkerMessage.answer(total: 9, resident: 0, part: [1]).packet)
      // Until the parent closes its end.
      _ = channel.wait(milliseconds: 600_000, cancel: nil)
    }
    #expect(reply == .stalled)
  }

  @Test func `a length that does not fit the points, or is impossible, is refused`() throws {
    var request = DecodeRequest()
    request.points = .framesPerPoint(256)
    let recording = try WaveFile.tone(frames: 9001).withDescriptor {
      try decodeInProcess(descriptor: $0, request: request).get()
    }
    // One point for 9,001 frames, of which 36 would be due.
    let spool = PointsSpool()
    spool.add([0, 0, 0, 0])
    #expect(spool.recording(.success(recording), request) == .failure(.crashed(signal: 0)))

    let frames = Self.bytes(Int64(recording.measurement.mix.frames))
    // Lengths from which sizes of buffers would be computed, and ranges that end the process.
    for lie in [Int64.max, .min, -1, 1 << 62] {
      var bytes = recording.encoded()
      // The number of frames occurs once or as a declared length before.
      let offset = try #require(bytes.indices.last { bytes[$0...].starts(with: frames) })
      bytes.replaceSubrange(offset..<offset + 8, with: Self.bytes(lie))
      #expect(DecodedRecording(encoded: bytes) == nil)
    }
  }

  @Test func `a recording of an impossible length is not divided`() throws {
    // At one frame a second: the largest number of minutes that a length can make.
    let facts = AudioFacts(formatName: "", sampleRate: 1, channels: 1, declaredFrames: nil)
    for frames in [Int.max, 1 << 54] {
      let probed = ProbedRecording(facts: facts, expectedFrames: frames, isDivisible: true)
      #expect(try DecodeSplit(of: probed, byteCount: 1 << 30) == nil)
    }
  }

  private static func bytes(_ number: Int64) -> [UInt8] { number.encoded() }
}
