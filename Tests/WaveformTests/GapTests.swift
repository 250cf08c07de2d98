import Testing
import WavethumbBytes

@testable import Waveform

/// Measures ten seconds of a tone in which a range of frames was lost.
private func measured(lost: Range<Int>, length: WaveformLength) -> WaveformMeasurement {
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: 4800,
    length: length,
    format: SampleFormat(.int16, bigEndian: false),
    measures: Measures(SpectrumMeasure(), LanesMeasure())
  )
  func tone(_ range: Range<Int>) {
    let samples = range.map { Int16($0 % 2 == 0 ? 9000 : -9000) }
    unsafe meter.add(samples.span.bytes)
  }
  tone(0..<lost.lowerBound)
  meter.addGap(frames: lost.count)
  tone(lost.upperBound..<48_000)
  return meter.finish(truncated: false)
}

@Test(arguments: [WaveformLength.known(frames: 48_000), .unknown])
func `buckets wholly in a gap are holes, and those beside it keep their level`(
  _ length: WaveformLength
) {
  // About two seconds from the second on, beginning and ending within a bucket.
  let found = measured(lost: 9_605..<19_215, length: length)
  #expect(found.damage.gaps == 1)
  #expect(found.damage.framesLost == 9_610)
  #expect(found.damage.firstGap == 9_605)

  // A bar is half a second: the gap covers 3 bars and parts of both neighbors.
  for summary in [found.mix] + found.lanes {
    let holes = summary.holes(20)
    #expect(holes.indices.filter { holes[$0] } == [5, 6, 7])
    let bars = summary.bars(20, measure: .rms)
    #expect(bars[6] == 0)
    #expect(abs(bars[3] - 9000 / 32_768) < 0.01)
    #expect(abs(summary.rms - 9000 / 32_768) < 1e-6, "the level excludes lost frames")
  }
}

@Test func `a recording without gaps has no holes, however silent it is`() {
  let found = measured(lost: 100..<100, length: .known(frames: 48_000))
  #expect(found.damage.isEmpty)
  #expect(found.mix.holes(600).isEmpty)

  var meter = WaveformMeter(
    channels: 1,
    sampleRate: 48_000,
    length: .known(frames: 9_600),
    format: SampleFormat(.int16, bigEndian: false)
  )
  let silence = [Int16](repeating: 0, count: 9_600)
  unsafe meter.add(silence.span.bytes)
  #expect(meter.finish(truncated: false).mix.holes(100).isEmpty)
}

@Test func `gaps and what is missing at the end survive an encoding`() throws {
  var found = measured(lost: 9_605..<19_215, length: .known(frames: 48_000))
  found.damage.isTruncated = true
  found.damage.framesMissing = 77
  let again = try #require(WaveformMeasurement(encoded: found.encoded()))
  #expect(again == found)
  #expect(again.mix.holes(20) == found.mix.holes(20))
}

@Test func `gaps that touch are one, and very many are still counted`() {
  var gaps = GapCollector()
  gaps.add(10..<20, of: 100)
  gaps.add(20..<30, of: 100)
  #expect(gaps.damage.gaps == 1)
  #expect(gaps.ranges == [10..<30])
  for index in 1...20_000 {
    gaps.add(index * 100..<index * 100 + 5, of: index * 100_000)
  }
  // A file of nothing but damage must not take memory for each gap.
  #expect(gaps.damage.gaps == 20_001)
  #expect(gaps.ranges.count <= 2 * WaveformSummary.bucketCount)
}

@Test func `bars computed side by side equal bars added up one by one`() {
  var numbers = SeededNumbers(state: 12)
  for frames in [4_800, 4_801, 100_003, 12_345_678] {
    let buckets = (0..<4_800).map { _ in
      let peak = Float.random(in: 0...1, using: &numbers)
      return Bucket(
        energy: Double.random(in: 0...9, using: &numbers),
        lowest: -peak,
        highest: peak / 2
      )
    }
    let summary = WaveformSummary(
      buckets: buckets,
      frames: frames,
      sampleRate: 8_000,
      channels: 1,
      gaps: [frames / 3..<frames / 2, 0..<frames / 100]
    )
    let sources = summary.sources
    for count in [1, 2, 3, 75, 100, 160, 4_800] {
      let bars = (0..<count).map { bar in
        var weight = 0.0
        var energy = 0.0
        for source in sources[bar * 4_800 / count..<(bar + 1) * 4_800 / count] {
          weight += source.weight
          energy += source.energy
        }
        return Float(weight > 0 ? (energy / weight).squareRoot() : 0)
      }
      #expect(summary.bars(count, measure: .rms) == bars)
    }
  }
}
