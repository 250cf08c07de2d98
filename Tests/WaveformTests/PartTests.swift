import Testing
import WavethumbBytes

@testable import Waveform

private func parts(
  of recording: Recording,
  format: SampleFormat,
  count: Int
) -> [WaveformPart] {
  let bytes = recording.bytes(format)
  let frameBytes = recording.channels * format.bytesPerSample
  return WaveformMeter.splits(frames: recording.frames, into: count).map { range in
    var meter = WaveformMeter(
      channels: recording.channels,
      sampleRate: 44_100,
      length: .known(frames: recording.frames),
      format: format,
      measures: .every,
      range: range
    )
    let needed = meter.framesWanted
    // The last windows may end behind a short recording.
    let end = min(needed.upperBound, recording.frames)
    meter.add(
      Array(bytes[needed.lowerBound * frameBytes..<end * frameBytes]),
      frameBytes: frameBytes,
      blocks: [1_000, 77]
    )
    return meter.finishPart(truncated: false)
  }
}

@Test(arguments: [SampleFormat(.float32), SampleFormat(.int16), SampleFormat(.int24)])
func `parts merge to the same whole, bit for bit`(format: SampleFormat) {
  var numbers = SeededNumbers(state: 8)
  for (frames, channels) in [
    (3, 2),
    (4_000, 1),
    (9_000, 2),
    (70_003, 1),
  ] {
    let recording = Recording.noise(frames: frames, channels: channels, using: &numbers)
    let whole = recording.measure(format, measures: .every)
    for count in [1, 2, 7] {
      let sent = parts(of: recording, format: format, count: count).map { $0.encoded() }
      let received = sent.compactMap(WaveformPart.init(encoded:))
      #expect(WaveformMeasurement(merging: received) == whole)
    }
  }
}

@Test func `splits cover a recording without gaps`() {
  for frames in [1, 10, 4_800, 5_001, 1_000_003, .max] {
    for count in [1, 2, 5, 4_800, 9_000] {
      let splits = WaveformMeter.splits(frames: frames, into: count)
      #expect(splits.first?.lowerBound == 0)
      #expect(splits.last?.upperBound == frames)
      #expect(zip(splits, splits.dropFirst()).allSatisfy { $0.upperBound == $1.lowerBound })
    }
  }
  #expect(WaveformMeter.splits(frames: 0, into: 4).isEmpty)
}

@Test func `parts that are not one whole are rejected`() {
  var numbers = SeededNumbers(state: 9)
  let recording = Recording.noise(frames: 60_000, channels: 1, using: &numbers)
  let three = parts(of: recording, format: SampleFormat(.int16), count: 3)
  #expect(WaveformMeasurement(merging: []) == nil)
  #expect(WaveformMeasurement(merging: [three[0], three[2]]) == nil)
  #expect(WaveformMeasurement(merging: [three[1], three[0], three[2]]) == nil)
  #expect(WaveformMeasurement(merging: Array(three.dropLast())) == nil)
}

@Test func `an incomplete part is flagged`() throws {
  var numbers = SeededNumbers(state: 9)
  let recording = Recording.noise(frames: 70_000, channels: 1, using: &numbers)
  let bytes = recording.bytes(SampleFormat(.int16))
  for range in WaveformMeter.splits(frames: recording.frames, into: 5) {
    var meter = WaveformMeter(
      channels: 1,
      sampleRate: 44_100,
      length: .known(frames: recording.frames),
      format: SampleFormat(.int16),
      range: range
    )
    let end = range.lowerBound + range.count / 2
    meter.add(Array(bytes[range.lowerBound * 2..<end * 2]), frameBytes: 2, blocks: [1_000])
    let part = meter.finishPart(truncated: true)
    let spectrum = part.measured.values[SpectrumMeasure.kind] as? SpectrumPart
    #expect(part.lengthProvedWrong)
    #expect(spectrum?.windows.isEmpty == false)
    #expect(try #require(WaveformPart(encoded: part.encoded())) == part)
  }
}
