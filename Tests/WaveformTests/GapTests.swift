import Testing
import WavethumbBytes

@testable import Waveform

private let toneLevel: Int16 = 9000

/// Measures ten seconds of a tone in which a range of frames was lost.
private func measured(lost: Range<Int>, length: WaveformLength) -> WaveformMeasurement {
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: 4800,
    length: length,
    format: SampleFormat(.int16, bigEndian: false),
    measures: Measures(SpectrumMeasure(), LanesMeasure())
  )
  func addTone(_ frames: Range<Int>) {
    let samples = frames.map { frame -> Int16 in
      frame % 2 == 0 ? toneLevel : -toneLevel
    }
    unsafe meter.add(samples.span.bytes)
  }
  addTone(0..<lost.lowerBound)
  meter.addGap(frames: lost.count)
  addTone(lost.upperBound..<48_000)
  return meter.finish(truncated: false)
}

@Test(arguments: [WaveformLength.known(frames: 48_000), .unknown])
func `buckets wholly in a gap are holes, and those beside it keep their level`(
  _ length: WaveformLength
) {
  // About two seconds from the second on, beginning and ending within a bucket of ten frames.
  let lost = 9_605..<19_215
  let measurement = measured(lost: lost, length: length)
  let damage = measurement.damage
  #expect(damage.gaps == 1)
  #expect(damage.framesLost == lost.count)
  #expect(damage.firstGap == lost.lowerBound)

  let level = Float(toneLevel) / 32_768
  for summary in [measurement.mix] + measurement.lanes {
    // A bar is half a second: the gap covers 3 bars and parts of both neighbors.
    let holes = summary.gaps(20)
    #expect(holes.indices.filter { holes[$0] } == [5, 6, 7])
    let bars = summary.bars(20, measure: .rms)
    #expect(bars[6] == 0)
    #expect(abs(bars[3] - level) < 0.01)
    #expect(abs(summary.rms - Double(level)) < 1e-6, "the level excludes lost frames")
  }
}

@Test(arguments: [WaveformLength.known(frames: 96_000), .unknown])
func `a gap is no dropout as well`(_ length: WaveformLength) throws {
  let noise = SoundSignal.noise(rate: 48_000, seconds: 2, level: 0.5)
  var samples = noise.map { Int16($0 * 32_767) }
  // A hole of the sound itself, of 20 ms, and two gaps of 20 ms.
  for frame in 10_000..<10_960 {
    samples[frame] = 0
  }
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: 48_000,
    length: length,
    format: SampleFormat(.int16, bigEndian: false),
    measures: Measures(SoundMeasure()),
    source: SoundSource(isLossless: true, channels: 1)
  )
  unsafe meter.add(Array(samples[..<30_000]).span.bytes)
  meter.addGap(frames: 960)
  unsafe meter.add(Array(samples[30_960..<60_000]).span.bytes)
  meter.addGap(frames: 960)
  unsafe meter.add(Array(samples[60_960...]).span.bytes)

  let measurement = meter.finish(truncated: false)
  #expect(measurement.damage.gaps == 2)
  let sound = try #require(measurement.wholeSound)
  #expect(sound.dropouts.count == 1)
  #expect(sound.events.first.map(\.kind) == [.dropout, .gap, .gap])
}

@Test func `a recording without gaps has no holes, however silent it is`() {
  let tone = measured(lost: 100..<100, length: .known(frames: 48_000))
  #expect(tone.damage.isEmpty)
  #expect(tone.mix.gaps(600).isEmpty)

  var meter = WaveformMeter(
    channels: 1,
    sampleRate: 48_000,
    length: .known(frames: 9_600),
    format: SampleFormat(.int16, bigEndian: false)
  )
  let silence = [Int16](repeating: 0, count: 9_600)
  unsafe meter.add(silence.span.bytes)
  #expect(meter.finish(truncated: false).mix.gaps(100).isEmpty)
}

@Test func `gaps and what is missing at the end survive an encoding`() throws {
  var measurement = measured(lost: 9_605..<19_215, length: .known(frames: 48_000))
  measurement.damage.isTruncated = true
  measurement.damage.framesMissing = 77
  let decoded = try #require(WaveformMeasurement(encoded: measurement.encoded()))
  #expect(decoded == measurement)
  #expect(decoded.mix.gaps(20) == measurement.mix.gaps(20))
}

@Test func `gaps that touch are one`() {
  var gaps = GapCollector()
  gaps.add(10..<20, of: 100)
  gaps.add(20..<30, of: 100)
  #expect(gaps.damage.gaps == 1)
  #expect(gaps.ranges == [10..<30])
}

// A file of nothing but damage must not take memory for each gap.
@Test func `very many gaps are counted, and kept only so far as they can be drawn`() {
  var gaps = GapCollector()
  for index in 1...20_000 {
    let start = index * 100
    gaps.add(start..<start + 5, of: index * 100_000)
  }
  #expect(gaps.damage.gaps == 20_000)
  #expect(gaps.ranges.count <= 2 * WaveformSummary.bucketCount)
}

@Test func `bars computed side by side equal bars added up one by one`() {
  var random = SeededNumbers(seed: 12)
  for frames in [4_800, 4_801, 100_003, 12_345_678] {
    let buckets = (0..<WaveformSummary.bucketCount).map { _ in
      let peak = Float.random(in: 0...1, using: &random)
      let energy = Double.random(in: 0...9, using: &random)
      return Bucket(energy: energy, lowest: -peak, highest: peak / 2)
    }
    let summary = WaveformSummary(
      buckets: buckets,
      frames: frames,
      sampleRate: 8_000,
      channels: 1,
      gaps: [frames / 3..<frames / 2, 0..<frames / 100]
    )
    // Divisors of 4,800, so that each bar has whole buckets.
    for count in [1, 2, 3, 75, 100, 160, 4_800] {
      let expected = barsOneByOne(count, of: summary)
      #expect(summary.bars(count, measure: .rms) == expected)
    }
  }
}

/// Returns the RMS of bars by adding up their buckets one after the other.
private func barsOneByOne(_ count: Int, of summary: WaveformSummary) -> [Float] {
  let sources = summary.sources
  let bucketsPerBar = WaveformSummary.bucketCount / count
  return (0..<count).map { bar in
    let start = bar * bucketsPerBar
    var weight = 0.0
    var energy = 0.0
    for source in sources[start..<start + bucketsPerBar] {
      weight += source.weight
      energy += source.energy
    }
    // All buckets of a bar may be lost.
    guard weight > 0 else { return 0 }
    return Float((energy / weight).squareRoot())
  }
}
