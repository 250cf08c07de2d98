import Glibc
import Testing
import WavethumbBytes

@testable import Waveform

@Test func `folded buckets contain every frame at its position`() {
  let frames = 300_000
  // Loud in exactly the first half.
  let samples = (0..<frames).map { frame in
    guard frame < frames / 2 else { return 0.0 }
    return frame % 2 == 0 ? 0.5 : -0.5
  }
  let bytes = Recording(channels: 1, samples: samples).bytes(SampleFormat(.float32))
  var meter = BucketMeter(
    .unknown,
    limit: 65_536,
    channels: 1,
    format: SampleFormat(.float32)
  )
  lend(bytes) { meter.add($0) }
  meter.finish()
  #expect((32_768...65_536).contains(meter.buckets.count))

  let shared = meter.buckets.shared(over: .buckets(frames: frames)) { meter.end(ofBucket: $0) }
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
    let loud = [Float](repeating: 0.5, count: count / 2)
    let exact = loud + [Float](repeating: 0, count: count - count / 2)
    #expect(distance(summary.bars(count, measure: .rms), to: exact) < 1.0 / 256)
    #expect(distance(summary.bars(count, measure: .peak), to: exact) < 1.0 / 256)
  }
}

@Test func `pairs of frames have the same sums whether they are merged at once or later`() {
  for format in [SampleFormat(.float32), SampleFormat(.int24), SampleFormat(.int16)] {
    for frames in [4096, 4097, 10_001] {
      let samples = (0..<3 * frames).map { sin(Double($0) * 0.7) * Double($0 % 91) / 91 }
      let bytes = Recording(channels: 3, samples: samples).bytes(format)
      func meter(expecting frames: Int) -> BucketMeter {
        var meter = BucketMeter(.unknown, limit: 4096, channels: 3, format: format)
        meter.expect(frames: frames)
        let start = 333 * 3 * format.bytesPerSample
        lend(bytes) { bytes in
          meter.add(bytes.extracting(0..<start))
          meter.add(bytes.extracting(start..<bytes.byteCount))
        }
        meter.finish()
        return meter
      }
      #expect(meter(expecting: frames).buckets == meter(expecting: 0).buckets)
    }
  }
}

@Test func `a stream longer than the buffer is folded in bounded memory`() {
  let block = [UInt8](repeating: 0x20, count: 1 << 12)
  var meter = WaveformMeter(
    channels: 40,
    sampleRate: 8_000,
    length: .unknown,
    format: SampleFormat(.int16),
    measures: Measures(SpectrumMeasure(), LanesMeasure())
  )
  meter.maximumHeldBytes = 1 << 15
  for _ in 0..<50 {
    lend(block) { meter.add($0) }
  }
  // 4,096 bytes are 51 frames of 40 channels; the rest of a block is no frame.
  #expect(meter.framesAdded == 50 * 51)

  let found = meter.finish(truncated: true)
  #expect(found.mix.frames == 50 * 51)
  #expect(found.mix.truncated)
  #expect(found.lanes.count == 32)

  // Both bytes of each sample are 0x20.
  let level = Float(0x2020) / 32_768
  let exact = [Float](repeating: level, count: 100)
  #expect(distance(found.mix.bars(100, measure: .rms), to: exact) < 1e-6)
}
