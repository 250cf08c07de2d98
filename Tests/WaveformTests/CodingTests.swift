import Testing
import WavethumbBytes

@testable import Waveform

/// Measures noise in two channels.
private func measurement(frames: Int, measures: Measures = .every) -> WaveformMeasurement {
  var random = SeededNumbers(seed: 10)
  let recording = Recording.noise(frames: frames, channels: 2, using: &random)
  return recording.measure(measures: measures, truncated: true)
}

@Test func `a stored measurement is decoded equal`() {
  for frames in [0, 1, 4_799, 4_800, 30_000] {
    let fresh = measurement(frames: frames)
    let stored = WaveformMeasurement(encoded: fresh.encoded())
    #expect(stored == fresh)
    let peaks = stored?.mix.bars(100, measure: .peak)
    #expect(peaks == fresh.mix.bars(100, measure: .peak))
  }
}

@Test func `a stored summary is decoded equal, and takes at most 24 KB`() {
  for frames in [0, 1, 4_799, 4_800, 30_000] {
    // Without measures that complete it.
    let mix = measurement(frames: frames, measures: .standard).mix
    let encoded = mix.encoded()
    // 39 bits for each of 4,800 buckets are 23.4 KB.
    #expect(encoded.count <= 24_000)
    #expect(WaveformSummary(encoded: encoded) == mix)
  }
}

@Test func `stored bars that were given are decoded equal`() {
  let given = WaveformSummary(amplitudes: [0.5, 1, 0], duration: 30)
  #expect(WaveformSummary(encoded: given.encoded()) == given)
}

/// Changes up to four of the first bytes, where the counts are, and half the time cuts the end.
private func damaged(_ seed: [UInt8], using random: inout SeededNumbers) -> [UInt8] {
  var bytes = seed
  for _ in 0..<Int.random(in: 1...4, using: &random) {
    let offset = Int.random(in: 0..<min(bytes.count, 96), using: &random)
    // Both ends of unsigned and of signed numbers, and anything.
    let values = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &random)]
    bytes[offset] = values.randomElement(using: &random) ?? 0
  }
  if Bool.random(using: &random) {
    bytes.removeLast(Int.random(in: 0...40, using: &random))
  }
  return bytes
}

@Test func `hostile bytes never trap`() {
  let meter = WaveformMeter(
    channels: 1,
    sampleRate: 8_000,
    length: .known(frames: 6_000),
    format: SampleFormat(.int16),
    measures: .every
  )
  let part = meter.finishPart(truncated: false)
  let given = WaveformSummary(amplitudes: [0.5, 1, 0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7], duration: 1)
  let seeds = [
    measurement(frames: 30).encoded(),
    measurement(frames: 5_000).encoded(),
    WaveformMeasurement(mix: given).encoded(),
    part.encoded(),
  ]

  var random = SeededNumbers(seed: 11)
  for _ in 0..<1_500 {
    let seed = seeds[Int.random(in: 0..<seeds.count, using: &random)]
    let bytes = damaged(seed, using: &random)
    if let measurement = WaveformMeasurement(encoded: bytes) {
      let mix = measurement.mix
      let bars = mix.bars(101, measure: .rms) + mix.bars(60, measure: .peak)
      #expect(bars.allSatisfy { $0.isFinite && $0 >= 0 })
      #expect(WaveformMeasurement(encoded: measurement.encoded()) == measurement)
    }
    if let part = WaveformPart(encoded: bytes) {
      _ = WaveformMeasurement(merging: [part])
    }
  }
}
