import Testing
import WavethumbBytes

@testable import Waveform

private let formats: [SampleFormat] = SampleFormat.Encoding.allCases.flatMap { encoding in
  [SampleFormat(encoding), SampleFormat(encoding, bigEndian: true)]
}

@Test(arguments: formats)
func `bars equal a simple computation in every format`(format: SampleFormat) {
  // Both sides of 4,800, the number of buckets: up to there, a bucket is a frame.
  let sizes = [
    (frames: 1, channels: 1),
    (frames: 2, channels: 2),
    (frames: 599, channels: 2),
    (frames: 4_799, channels: 1),
    (frames: 4_800, channels: 2),
    (frames: 9_011, channels: 3),
  ]
  // Each divides 4,800; the last is exact only if a bucket is a frame.
  let counts = [1, 32, 60, 64, 100, 150, 600, 4_800]
  var random = SeededNumbers(seed: 1)
  for (frames, channels) in sizes {
    let noise = Recording.noise(frames: frames, channels: channels, using: &random)
    let recording = noise.rounded(to: format.encoding)
    let mix = recording.measure(format).mix
    #expect(mix.frames == frames)

    for count in counts where count <= 600 || frames <= 4_800 {
      let levels = recording.bars(count)
      let peaks = recording.bars(count, measure: .peak)
      // A summary has 20 bits for an RMS and 13 for an extreme: half a step is 5e-7 and 6e-5.
      #expect(distance(mix.bars(count, measure: .rms), to: levels) < 1e-6)
      #expect(distance(mix.bars(count, measure: .peak), to: peaks) < 1e-4)
    }
  }
}

@Test(arguments: formats)
func `the size of blocks changes no bit`(format: SampleFormat) {
  let sizes = [
    (frames: 300, channels: 1),
    (frames: 1_501, channels: 2),
    (frames: 5_001, channels: 1),
    (frames: 700, channels: 5),
  ]
  var random = SeededNumbers(seed: 2)
  for (frames, channels) in sizes {
    let recording = Recording.noise(frames: frames, channels: channels, using: &random)
    // One block; then frames one by one, and blocks of lengths that no vector divides.
    let once = recording.measure(format, measures: .every, blocks: [frames])
    for blocks in [[1], [7, 1, 300], [127, 129]] {
      #expect(recording.measure(format, measures: .every, blocks: blocks) == once)
    }
  }
}

@Test func `few frames give any number of bars exactly`() {
  var random = SeededNumbers(seed: 3)
  for frames in [1, 2, 3, 59, 64, 101, 1_000, 4_799] {
    let recording = Recording.noise(frames: frames, channels: 2, using: &random)
    let mix = recording.measure().mix
    // More bars than frames, too: then several bars show the same frame.
    for count in [1, 2, 7, 64, 97, 100, 599, 1_000, 6_000] {
      let bars = mix.bars(count, measure: .rms)
      #expect(distance(bars, to: recording.bars(count)) < 1e-6)
    }
  }
}

@Test func `other counts than divisors of 4,800 share buckets by time`() {
  var random = SeededNumbers(seed: 4)
  for frames in [4_801, 10_007, 24_000] {
    let recording = Recording.noise(frames: frames, channels: 2, using: &random)
    let mix = recording.measure().mix
    for count in [7, 97, 598, 1_001, 4_799, 7_000] {
      let bars = mix.bars(count, measure: .rms)
      #expect(distance(bars, to: recording.sharedBars(count)) < 1e-6)
    }
  }
}

// The mean of two channels in opposite phase would be silence.
@Test func `opposite phases keep their loudness`() {
  let frame = [0.5, -0.5]
  let frames = [[Double]](repeating: frame, count: 10_000)
  let mix = Recording(channels: 2, samples: Array(frames.joined())).measure().mix
  #expect(mix.bars(3, measure: .rms) == [0.5, 0.5, 0.5])
  #expect(mix.rms == 0.5)
}

@Test func `NaN counts as 0, infinity as full scale, values beyond full scale as they are`() {
  var samples = [Double](repeating: 0.25, count: 9_600)
  samples[17] = .nan
  samples[400] = .infinity
  samples[5_000] = -.infinity
  samples[9_000] = -3

  let mix = Recording(channels: 1, samples: samples).measure().mix
  #expect(mix.peak == 3)
  let bars = mix.bars(4_800, measure: .rms)
  // Of the two frames of a bar, one counts as 0 or as 1.
  let half = Float(0.25 / 2.0.squareRoot())
  let withOne = Float(((1 + 0.25 * 0.25) / 2).squareRoot())
  #expect(abs(bars[8] - half) < 1e-5)
  #expect(abs(bars[200] - withOne) < 1e-5)
  #expect(abs(bars[2_500] - withOne) < 1e-5)
}

@Test func `samples whose squares overflow Float are measured`() {
  // The largest Float is 3.4e38; the square of 1e30 is beyond it as well.
  let largest = 3e38
  var samples = [Double](repeating: 1e30, count: 10_000)
  samples[7_000] = -largest
  let recording = Recording(channels: 1, samples: samples)
  let bars = recording.measure().mix.bars(10, measure: .rms)
  let expected = recording.bars(10)
  // A summary has steps of a share of its largest level.
  #expect(distance(bars, to: expected) <= 1e-6 * Float(largest))
  #expect(abs(bars[7] / expected[7] - 1) < 1e-6)
}

@Test func `a wrong length is flagged and still measured`() {
  var random = SeededNumbers(seed: 5)
  let recording = Recording.noise(frames: 20_000, channels: 2, using: &random)
  let level = recording.measure().mix.rms
  for declared in [0, 1, 100, 19_999, 20_001, 1_000_000, .max] {
    let measurement = recording.measure(length: .known(frames: declared))
    #expect(measurement.lengthProvedWrong)
    #expect(measurement.mix.frames == 20_000)
    #expect(abs(measurement.mix.rms - level) < 1e-6)
    #expect(measurement.mix.bars(100, measure: .rms).count == 100)
  }
}

@Test func `a stream of unknown length is as exact as a file`() {
  var random = SeededNumbers(seed: 6)
  for frames in [0, 1, 5, 1_000, 20_011, 150_001] {
    let recording = Recording.noise(frames: frames, channels: 1, using: &random)
    let format = SampleFormat(.int16)
    let file = recording.measure(format)
    let stream = recording.measure(format, length: .unknown)
    #expect(!stream.lengthProvedWrong)
    #expect(stream.mix.frames == frames)
    for count in [32, 60, 100, 600] where frames > 0 {
      let exact = file.mix.bars(count, measure: .rms)
      let bars = stream.mix.bars(count, measure: .rms)
      // Buckets of an unknown length are merged as they fill up, so the borders of bars are off by a
      // part of one. 1/256 cannot be seen.
      #expect(distance(bars, to: exact) < 1.0 / 256)
    }
  }
}

@Test func `no frames give flat bars`() {
  let mix = Recording(channels: 1, samples: []).measure().mix
  #expect(mix.bars(3, measure: .rms) == [0, 0, 0])
  #expect(mix.bars(0, measure: .rms).isEmpty)
  #expect(mix.silent)
  #expect(mix.peak == 0)
  #expect(mix.rms == 0)
  #expect(mix.duration == 0)
}

@Test func `each channel has a lane on request`() {
  var random = SeededNumbers(seed: 7)
  let recording = Recording.noise(frames: 12_345, channels: 3, using: &random)
  let lanes = recording.measure(measures: .every).lanes
  #expect(lanes.count == 3)
  for (channel, lane) in lanes.enumerated() {
    let indices = stride(from: channel, to: recording.samples.count, by: 3)
    let alone = Recording(channels: 1, samples: indices.map { recording.samples[$0] })
    let bars = lane.bars(100, measure: .rms)
    #expect(distance(bars, to: alone.bars(100)) < 1e-6)
  }
  #expect(recording.measure().lanes.isEmpty)
}
