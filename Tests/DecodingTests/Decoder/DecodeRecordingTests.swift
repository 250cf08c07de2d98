import Codecs
import Synchronization
import TestSupport
import Testing
import Waveform
import WavethumbSystem

@testable import Decoding

@Suite struct DecodeRecordingTests {
  private static let request = DecodeRequest(split: true)

  // One frame, fewer than there are buckets, and more than a block of the decoder.
  @Test(arguments: [1, 100, 70_000]) func `a worker gives the same result as this process`(
    _ frames: Int
  ) throws {
    let pool = WorkerPool.testing()
    try WaveFile.tone(frames: frames, channels: 2).withDescriptor { file in
      let expected = try decodeInProcess(descriptor: file, request: Self.request).get()
      #expect(expected.measurement.mix.frames == frames)
      #expect(expected.measurement.lanes.count == 2)
      #expect(try pool.decode(descriptor: file, request: Self.request).get() == expected)

      let off = WorkerPool.testing(.off)
      #expect(try off.decode(descriptor: file, request: Self.request).get() == expected)
      #expect(off.workers.idle.isEmpty)
    }
  }

  @Test func `a built-in tone is a recording in every format`() throws {
    // Vorbis and Opus are the two in Ogg. A worker decodes these when it starts, to find out whether the
    // sandbox lets the libraries work.
    for (tone, format) in zip(SandboxTrial.tones, ["MPEG-1 layer III", "FLAC", "Ogg", "Ogg"]) {
      let file = try #require(DescriptorSystem.file(holding: tone))
      defer { DescriptorSystem.close(file) }
      let recording = try decodeInProcess(descriptor: file, request: DecodeRequest()).get()
      #expect(recording.facts.formatName.hasPrefix(format))
      #expect(recording.measurement.mix.peak > 0.3)
    }
  }

  @Test func `parts merge into the whole, including digests`() throws {
    let pool = WorkerPool.testing()
    // Ten minutes of a low rate: long in time, which decides about parts, and short in bytes.
    var long = WaveFile.tone(frames: 60_000)
    long.sampleRate = 100
    try long.withDescriptor { file in
      let whole = try pool.decode(descriptor: file, request: Self.request).get()
      let probe = try pool.probe(descriptor: file, request: Self.request).get()
      let expectedProbe = ProbedRecording(
        facts: whole.facts,
        expectedFrames: 60_000,
        isDivisible: true
      )
      #expect(probe == expectedProbe)

      let size = try #require(DescriptorSystem.size(of: file))
      let split = try #require(try DecodeSplit(of: probe, byteCount: size))
      #expect(split.parts.count == 3)
      let parts = try split.parts.map { part in
        let answer: Result<DecodedPart, DecodeFailure> = pool.ask(
          .part(Self.request, part),
          about: file,
          cancel: nil
        ) { _ in }
        return try answer.get()
      }
      #expect(split.recording(of: parts) == whole)
      #expect(split.recording(of: parts.reversed()) == nil)
    }
  }

  @Test(arguments: [1, 2, 4]) func `several tasks decode the same as one`(width: Int) async throws {
    let pool = WorkerPool.testing()
    // 20 minutes, and 2.4 MB: smaller files are never shared.
    var long = WaveFile.tone(frames: 1_200_000)
    long.sampleRate = 1000
    let file = long.descriptor()
    let whole = try pool.decode(descriptor: file.number, request: Self.request).get()
    let heard = Atomic(0)
    let shared = try SharedDecoding(
      pool,
      descriptor: file.number,
      request: Self.request,
      cancel: nil
    ) {
      heard.store($0.milliseconds, ordering: .relaxed)
    }

    let together = try #require(try await shared?.decode(width: width))
    #expect(try together.get() == whole)
    // In milliseconds, of 1,200 seconds: parts decode a little more than their frames, and their sum must
    // not exceed the whole.
    #expect(heard.load(ordering: .relaxed) <= 1_200_000)

    let off = WorkerPool.testing(.off)
    let unshared = try SharedDecoding(
      off,
      descriptor: file.number,
      request: Self.request,
      cancel: nil
    ) { _ in }
    #expect(unshared == nil)
  }

  @Test func `short, unknown or sequential recordings are not split`()
    throws
  {
    let facts = AudioFacts(formatName: "", sampleRate: 100, channels: 1, declaredFrames: nil)
    func split(
      frames: Int?,
      isDivisible: Bool = true
    ) throws(DecodeSplit.Indivisible) -> DecodeSplit? {
      let probed = ProbedRecording(
        facts: facts,
        expectedFrames: frames,
        isDivisible: isDivisible
      )
      return try DecodeSplit(of: probed, byteCount: 1 << 30)
    }

    let minute = 100 * 60
    // A part has three minutes at least, and there are eight at most.
    #expect(try split(frames: 5 * minute) == nil)
    #expect(try split(frames: 6 * minute)?.parts.count == 2)
    #expect(try split(frames: 1 << 50)?.parts.count == 8)
    #expect(try split(frames: .max) == nil)
    #expect(try split(frames: nil) == nil)
    // It is reported for long recordings only.
    #expect(try split(frames: 5 * minute, isDivisible: false) == nil)
    #expect(throws: DecodeSplit.Indivisible.self) {
      try split(frames: 60 * minute, isDivisible: false)
    }

    let parts = try split(frames: 60 * minute)?.parts ?? []
    #expect(parts.first?.frames.lowerBound == 0)
    #expect(parts.last?.frames.upperBound == 60 * minute)
    for (one, next) in zip(parts, parts.dropFirst()) {
      #expect(one.frames.upperBound == next.frames.lowerBound)
    }
  }

  @Test func `a wrong header costs a second pass, not the picture`() throws {
    // In buckets for the declared 4,500,000 frames, 5,000 would be a thousandth of the width.
    var lying = WaveFile.tone(frames: 5000)
    let honest = lying
    lying.declaredBytes = 9_000_000
    let measurement = try lying.withDescriptor { try measured($0) }
    #expect(measurement.mix.frames == 5000)
    #expect(measurement.mix.truncated)
    let truth = try honest.withDescriptor { try measured($0) }
    let bars = measurement.mix.bars(100, measure: .rms)
    #expect(bars == truth.mix.bars(100, measure: .rms))
  }

  @Test func `more hours than allowed are rejected while decoding`() {
    var request = DecodeRequest()
    request.limits.hours = 0.001
    let result = WaveFile.tone(frames: 40_000).withDescriptor {
      decodeInProcess(descriptor: $0, request: request)
    }
    guard case .failure(.audio(.tooLong(let hours, let limit))) = result else {
      Issue.record("\(result)")
      return
    }
    // Five seconds are 0.0014 hours. The limit is noticed after a block of the decoder, hence the range.
    #expect(hours > 0.001)
    #expect(hours < 0.01)
    #expect(limit == 0.001)
  }

  @Test func `a recording without a frame is empty`() {
    let result = WaveFile(samples: []).withDescriptor {
      decodeInProcess(descriptor: $0, request: DecodeRequest())
    }
    #expect(result == .failure(.audio(.empty)))
  }

  @Test func `progress is reported while decoding`() throws {
    var heard: [Int] = []
    let pool = WorkerPool.testing(.off)
    try WaveFile.tone(frames: 300_000).withDescriptor { file in
      _ = try pool.decode(descriptor: file, request: Self.request) { event in
        event.report { heard.append($0.milliseconds) }
      }.get()
    }
    // Milliseconds of 300,000 frames at 8,000 Hz.
    #expect(heard.last == 37_500)
    #expect(heard == heard.sorted())
  }

  private func measured(_ file: CInt) throws -> WaveformMeasurement {
    try decodeInProcess(descriptor: file, request: DecodeRequest()).get().measurement
  }
}
