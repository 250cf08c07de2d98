import Codecs
import TestSupport
import Testing
import Waveform
import WavethumbBytes

@testable import Decoding

@Suite struct DecodeCodingTests {
  // Those of ffmpeg are in `FFmpegOutcomeTests`. The cache keeps failures: one that comes back as another
  // would be reported by each later run.
  private static let failures: [DecodeFailure] = [
    .audio(.empty), .audio(.gitLFSPointer), .audio(.notAudio(what: "HTML")),
    .audio(.unsupported(what: "MP4 or M4A")), .audio(.corrupt(detail: "schief")),
    .audio(.outOfLimits(.channels, found: 65535, limit: 1024)),
    .audio(.tooLong(hours: 121.5, limit: 120)), .audio(.unreadable(errno: 5)),
    .audio(.tooMuchWork(samplesPerByte: 1000)),
    .crashed(signal: 11), .timeout(processorSeconds: 10),
    .timeout(processorSeconds: 10, beforeSound: true), .stalled(seconds: 100),
    .outOfMemory(megabytes: 52), .changed, .unreadable(errno: 13), .notSplittable,
    .beyondEnd(seconds: 61.5), .killed(signal: 9),
  ]

  // With what is hard to transfer: letters of two bytes, a line break, an album of 18,000 bytes, and
  // chapters without an end and without a name.
  private static let recording = DecodedRecording(
    facts: AudioFacts(
      formatName: "WAV, 16-bit PCM",
      sampleRate: 44100,
      channels: 2,
      declaredFrames: 99,
      tags: AudioTags(title: "Ä\n", album: String(repeating: "é", count: 9000)),
      cues: [
        AudioCue(start: 1.5, end: nil, name: "one"),
        AudioCue(start: 2, end: 3, name: ""),
      ]
    ),
    measurement: WaveformMeasurement(mix: WaveformSummary(amplitudes: [0.5, 1], duration: 30))
  )

  @Test(arguments: failures) func `a failure survives the socket`(_ failure: DecodeFailure) {
    let answer = Result<CInt, DecodeFailure>(encoded: DecodeAnswer.encoded(failure: failure))
    #expect(answer == .failure(failure))
  }

  @Test(arguments: failures) func `a failure survives the cache`(_ failure: DecodeFailure) {
    #expect(DecodeFailure(encoded: failure.encoded()) == failure)
  }

  @Test func `a question survives the socket`() {
    var request = DecodeRequest(split: true)
    request.limits.hours = 0.5
    request.limits.channels = 7
    request.range = TimeRange(start: 1.25, end: 9)
    request.maximumSamples = 21_168_000
    request.measuresLevels = false
    let part = DecodePart(frames: 10..<20, total: 1000)
    for question in [DecodeQuestion.whole(request), .part(request, part), .probe(request)] {
      #expect(DecodeQuestion(encoded: question.encoded()) == question)
      // A byte too many means that both sides do not agree on the fields.
      #expect(DecodeQuestion(encoded: question.encoded() + [0]) == nil)
    }
  }

  @Test func `a recording is decoded equal, except for too long tags`() throws {
    let bytes = Self.recording.encoded()
    let again = try #require(DecodedRecording(encoded: bytes))
    #expect(again.measurement == Self.recording.measurement)
    #expect(again.facts.cues == Self.recording.facts.cues)
    #expect(again.facts.tags.title == "Ä\n")
    let album = try #require(again.facts.tags.album)
    #expect(album.utf8.count <= ByteCoder.maximumTextLength)
    // Cut once, it is not cut again: a cached recording equals the one that was decoded.
    #expect(DecodedRecording(encoded: again.encoded()) == again)
  }

  @Test func `an answer that is cut is rejected`() {
    let bytes = Self.recording.encoded()
    // Every seventh length: fields have 1, 2, 4 and 8 bytes, so that the cuts are at all places in them.
    for count in stride(from: 0, to: bytes.count, by: 7) {
      #expect(DecodedRecording(encoded: bytes.prefix(count)) == nil)
    }
  }

  @Test(arguments: 1...10 as ClosedRange<UInt64>)
  func `hostile answers do not trap`(seed: UInt64) {
    let bytes = Self.recording.encoded()
    var generator = SeededNumbers(seed: seed)
    for _ in 0..<200 {
      let length = Int.random(in: 1...bytes.count, using: &generator)
      var mutated = Array(bytes.prefix(length))
      // In the first 400 bytes, where counts and lengths are; levels follow.
      let end = min(length, 400)
      for _ in 0..<Int.random(in: 1...8, using: &generator) {
        let offset = Int.random(in: 0..<end, using: &generator)
        mutated[offset] = UInt8.random(in: 0...255, using: &generator)
      }
      // A message may come where another kind is expected.
      _ = DecodedRecording(encoded: mutated)
      _ = DecodeFailure(encoded: mutated)
      _ = DecodeQuestion(encoded: mutated)
      _ = WorkerMessage(packet: mutated)
    }
  }

  @Test func `the progress of a worker survives the transfer`() {
    let soFar = DecodedSoFar(milliseconds: 1, bytes: 2)
    let packet = WorkerMessage.heartbeat(soFar, progress: 4).packet
    guard case .heartbeat(let again, 4)? = WorkerMessage(packet: packet) else {
      Issue.record("no heartbeat")
      return
    }
    #expect(again == soFar)
  }

  // Nothing, one byte, as much as fits into the first packet of 65,536 bytes behind its head of 13, one
  // byte more, and several packets.
  @Test(arguments: [0, 1, 65_523, 65_524, 200_000]) func `an answer is reassembled from packets`(
    _ count: Int
  ) {
    // Odd steps, so that packets in a wrong order do not join to the same bytes.
    let answer = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    var parts = AnswerAssembly()
    var reply: WorkerReply?
    for packet in WorkerMessage.packets(answer: answer, resident: 7) {
      #expect(packet.count <= WorkerMessage.maximumPacketSize)
      #expect(reply == nil)
      if case .finished(let finished) = parts.add(packet) {
        reply = finished
      }
    }
    #expect(reply == .answer(answer, resident: 7))
  }

  @Test func `an answer of the wrong length is rejected`() {
    let half = WorkerMessage.answer(total: 2, resident: 0, part: [1])
    // A continuation of nothing, too many bytes, none, a second answer in the first, progress after the
    // beginning of an answer, and the message of a worker that starts.
    let replies: [[WorkerMessage]] = [
      [.more([1])],
      [half, .more([2, 3])],
      [half, .more([])],
      [half, half],
      [half, .heartbeat(DecodedSoFar(milliseconds: 1), progress: 1)],
      [.ready(active: .all, refused: [0, 0, 0, 0])],
    ]
    for messages in replies {
      var parts = AnswerAssembly()
      var last: AnswerAssembly.Step?
      for message in messages {
        last = parts.add(message.packet)
      }
      guard case .finished(.invalid)? = last else {
        Issue.record("\(messages)")
        continue
      }
    }

    // Refused when it is announced: the parent would gather a gigabyte before it knew.
    let huge = WorkerMessage.answer(total: 1 << 30, resident: 0, part: [1]).packet
    #expect(WorkerMessage(packet: huge) == nil)
  }
}
