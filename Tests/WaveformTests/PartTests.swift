import Testing
import WavethumbBytes

@testable import Waveform

/// Measures a recording in parts.
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
    let own = bytes[needed.lowerBound * frameBytes..<end * frameBytes]
    meter.add(Array(own), frameBytes: frameBytes, blocks: [1_000, 77])
    return meter.finishPart(truncated: false)
  }
}

@Test(arguments: [SampleFormat(.float32), SampleFormat(.int16), SampleFormat(.int24)])
func `parts merge to the same whole, bit for bit`(format: SampleFormat) {
  // Fewer frames than parts; fewer than buckets; and more than a window of a spectrum in each part.
  let sizes = [
    (frames: 3, channels: 2),
    (frames: 4_000, channels: 1),
    (frames: 9_000, channels: 2),
    (frames: 70_003, channels: 1),
  ]
  var random = SeededNumbers(seed: 8)
  for (frames, channels) in sizes {
    let recording = Recording.noise(frames: frames, channels: channels, using: &random)
    let whole = recording.measure(format, measures: .every)
    for count in [1, 2, 7] {
      let sent = parts(of: recording, format: format, count: count).map { $0.encoded() }
      // As between processes: a field that coding forgets is lost here too.
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
      for (split, next) in zip(splits, splits.dropFirst()) {
        #expect(split.upperBound == next.lowerBound)
      }
    }
  }
  #expect(WaveformMeter.splits(frames: 0, into: 4).isEmpty)
}

@Test func `parts that are not one whole are rejected`() {
  var random = SeededNumbers(seed: 9)
  let recording = Recording.noise(frames: 60_000, channels: 1, using: &random)
  let three = parts(of: recording, format: SampleFormat(.int16), count: 3)
  #expect(WaveformMeasurement(merging: three) != nil)

  let withoutMiddle = [three[0], three[2]]
  let withoutEnd = [three[0], three[1]]
  let inWrongOrder = [three[1], three[0], three[2]]
  for parts in [[], withoutMiddle, withoutEnd, inWrongOrder] {
    #expect(WaveformMeasurement(merging: parts) == nil)
  }
}

@Test func `an incomplete part is flagged`() throws {
  var random = SeededNumbers(seed: 9)
  let recording = Recording.noise(frames: 70_000, channels: 1, using: &random)
  let bytes = recording.bytes(SampleFormat(.int16))
  for range in WaveformMeter.splits(frames: recording.frames, into: 5) {
    var meter = WaveformMeter(
      channels: 1,
      sampleRate: 44_100,
      length: .known(frames: recording.frames),
      format: SampleFormat(.int16),
      range: range
    )
    let middle = range.lowerBound + range.count / 2
    let firstHalf = bytes[range.lowerBound * 2..<middle * 2]
    meter.add(Array(firstHalf), frameBytes: 2, blocks: [1_000])
    let part = meter.finishPart(truncated: true)
    #expect(part.lengthProvedWrong)
    let values = part.measured.values
    let spectrum = try #require(values[SpectrumMeasure.kind] as? SpectrumPart)
    #expect(!spectrum.windows.isEmpty)
    #expect(WaveformPart(encoded: part.encoded()) == part)
  }
}
