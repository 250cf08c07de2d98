import Testing
import WavethumbBytes

@testable import Waveform

private func someMeasurement(
  frames: Int = 20_000,
  channels: Int = 2,
  measures: Measures = .every
) -> WaveformMeasurement {
  var numbers = SeededNumbers(state: 10)
  return Recording.noise(frames: frames, channels: channels, using: &numbers)
    .measure(measures: measures, truncated: true)
}

@Test func `a stored measurement is decoded equal`() {
  for frames in [0, 1, 4_799, 4_800, 30_000] {
    let fresh = someMeasurement(frames: frames)
    let stored = WaveformMeasurement(encoded: fresh.encoded())
    #expect(stored == fresh)
    #expect(stored?.mix.bars(100, measure: .peak) == fresh.mix.bars(100, measure: .peak))
    // Without measures that complete it.
    let mix = someMeasurement(frames: frames, measures: .standard).mix
    #expect(mix.encoded().count <= 24_000)
    #expect(WaveformSummary(encoded: mix.encoded()) == mix)
  }
  let given = WaveformSummary(amplitudes: [0.5, 1, 0], duration: 30)
  #expect(WaveformSummary(encoded: given.encoded()) == given)
}

/// Changes up to four of the first bytes, where the counts are, and half the time cuts the end.
private func damaged(_ seed: [UInt8], using numbers: inout SeededNumbers) -> [UInt8] {
  var bytes = seed
  for _ in 0..<Int.random(in: 1...4, using: &numbers) {
    let offset = Int.random(in: 0..<min(bytes.count, 96), using: &numbers)
    let values = [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: 0...255, using: &numbers)]
    bytes[offset] = values.randomElement(using: &numbers) ?? 0
  }
  if Bool.random(using: &numbers) {
    bytes.removeLast(Int.random(in: 0...40, using: &numbers))
  }
  return bytes
}

@Test func `hostile bytes never trap`() {
  var numbers = SeededNumbers(state: 11)
  let part = WaveformMeter(
    channels: 1,
    sampleRate: 8_000,
    length: .known(frames: 6_000),
    format: SampleFormat(.int16),
    measures: .every
  ).finishPart(truncated: false)
  let given = WaveformSummary(amplitudes: [0.5, 1, 0, 0.1, 0.2, 0.3, 0.4, 0.6, 0.7], duration: 1)
  let seeds = [
    someMeasurement(frames: 30).encoded(), someMeasurement(frames: 5_000).encoded(),
    WaveformMeasurement(mix: given).encoded(), part.encoded(),
  ]
  for _ in 0..<1_500 {
    let seed = seeds[Int.random(in: 0..<seeds.count, using: &numbers)]
    let bytes = damaged(seed, using: &numbers)
    if let found = WaveformMeasurement(encoded: bytes) {
      let bars = found.mix.bars(101, measure: .rms) + found.mix.bars(60, measure: .peak)
      #expect(bars.allSatisfy { $0.isFinite && $0 >= 0 })
      #expect(WaveformMeasurement(encoded: found.encoded()) == found)
    }
    if let found = WaveformPart(encoded: bytes) {
      _ = WaveformMeasurement(merging: [found])
    }
  }
}
