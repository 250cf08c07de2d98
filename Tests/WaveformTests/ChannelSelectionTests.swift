import Testing
import WavethumbBytes

@testable import Waveform

@Test(arguments: [SampleFormat.Encoding.int16, .int24, .int32, .float32], [1, 2, 3])
func `one channel alone is measured like a recording of that channel`(
  encoding: SampleFormat.Encoding,
  channel: Int
) {
  var random = SeededNumbers(seed: 3)
  let all = Recording.noise(frames: 30_000, channels: 3, using: &random)
  let samples = stride(from: channel - 1, to: all.samples.count, by: 3).map { all.samples[$0] }
  let alone = Recording(channels: 1, samples: samples)
  let format = SampleFormat(encoding)
  func measured(_ recording: Recording, only channel: Int?) -> WaveformMeasurement {
    var meter = WaveformMeter(
      channels: recording.channels,
      sampleRate: 8000,
      length: .known(frames: recording.frames),
      format: format,
      measures: Measures(SoundMeasure(), SpectrumMeasure(), LanesMeasure()),
      source: SoundSource(isLossless: true, channels: 1),
      only: channel
    )
    withSpan(of: recording.bytes(format)) { meter.add($0) }
    return meter.finish(truncated: false)
  }
  #expect(measured(all, only: channel) == measured(alone, only: nil))
}
