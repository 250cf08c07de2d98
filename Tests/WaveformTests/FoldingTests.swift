import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

@Test func `folded buckets contain every frame at its position`() {
  // Loud in exactly the first half.
  let frames = 300_000
  let loud = (0..<frames / 2).map { frame in frame % 2 == 0 ? 0.5 : -0.5 }
  let silence = [Double](repeating: 0, count: frames / 2)
  let recording = Recording(channels: 1, samples: loud + silence)
  let bytes = recording.bytes(SampleFormat(.float32))
  var meter = BucketMeter(stream(channels: 1, SampleFormat(.float32)), limit: 65_536)
  withSpan(of: bytes) { meter.add($0) }
  meter.finish()
  // Pairs of buckets are merged whenever there are as many as the limit.
  #expect((32_768...65_536).contains(meter.buckets.count))

  let shared = meter.buckets.shared(over: .buckets(frames: frames)) { bucket in
    meter.end(ofBucket: bucket)
  }
  let energy = shared.reduce(0) { $0 + $1.energy }
  // Half of the frames have a square of a quarter.
  #expect(abs(energy - Double(frames / 2) / 4) < 1e-6)

  let summary = WaveformSummary(
    buckets: shared,
    frames: frames,
    sampleRate: 8_000,
    channels: 1
  )
  for count in [32, 60, 100, 600] {
    let loudBars = [Float](repeating: 0.5, count: count / 2)
    let silentBars = [Float](repeating: 0, count: count / 2)
    for measure in [Measure.rms, .peak] {
      let bars = summary.bars(count, measure: measure)
      // 1/256 cannot be seen.
      #expect(distance(bars, to: loudBars + silentBars) < 1.0 / 256)
    }
  }
}

@Test func `pairs of frames have the same sums whether they are merged at once or later`() {
  for format in [SampleFormat(.float32), SampleFormat(.int24), SampleFormat(.int16)] {
    for frames in [4096, 4097, 10_001] {
      // A sine that swells every 91 samples.
      let samples = (0..<3 * frames).map { index in
        sin(Double(index) * 0.7) * Double(index % 91) / 91
      }
      let recording = Recording(channels: 3, samples: samples)
      let mergedAtOnce = buckets(of: recording, format: format, expectedFrames: frames)
      let mergedLater = buckets(of: recording, format: format, expectedFrames: 0)
      #expect(mergedAtOnce == mergedLater)
    }
  }
}

/// Returns the buckets of a stream that is announced to have at least so many frames.
private func buckets(
  of recording: Recording,
  format: SampleFormat,
  expectedFrames: Int
) -> [Bucket] {
  var meter = BucketMeter(stream(channels: recording.channels, format), limit: 4096)
  meter.expect(frames: expectedFrames)
  // The first block has an odd number of frames, so that a pair has one of each.
  let firstBlock = 333 * recording.channels * format.bytesPerSample
  withSpan(of: recording.bytes(format)) { bytes in
    meter.add(bytes.extracting(0..<firstBlock))
    meter.add(bytes.extracting(firstBlock..<bytes.byteCount))
  }
  meter.finish()
  return meter.buckets
}

@Test func `a stream longer than the buffer is folded in bounded memory`() {
  let block = [UInt8](repeating: 0x20, count: 4096)
  var meter = WaveformMeter(
    channels: 40,
    sampleRate: 8_000,
    length: .unknown,
    format: SampleFormat(.int16),
    measures: Measures(SpectrumMeasure(), LanesMeasure())
  )
  meter.maximumHeldBytes = 1 << 15
  for _ in 0..<50 {
    withSpan(of: block) { meter.add($0) }
  }
  // 4,096 bytes are 51 frames of 40 channels; the rest of a block is no frame.
  #expect(meter.framesAdded == 50 * 51)

  let measurement = meter.finish(truncated: true)
  let mix = measurement.mix
  #expect(mix.frames == 50 * 51)
  #expect(mix.truncated)
  // No more lanes than the largest number that is drawn.
  #expect(measurement.lanes.count == 32)

  // Both bytes of each sample are 0x20.
  let level = Float(0x2020) / 32_768
  let exact = [Float](repeating: level, count: 100)
  #expect(distance(mix.bars(100, measure: .rms), to: exact) < 1e-6)
}

private func stream(channels: Int, _ format: SampleFormat) -> SoundShape {
  SoundShape(
    channels: channels,
    sampleRate: 44_100,
    format: format,
    length: .unknown,
    source: SoundSource(isLossless: true, channels: channels)
  )
}
