import Glibc
import Raster
import Testing
import Thumbnails
import Waveform
import WavethumbBytes

/// Returns the loudness of a synthetic song: intro, verses, quiet bridge, fade-out.
func envelope(_ count: Int) -> [Float] {
  (0..<count).map { index in
    let time = (Double(index) + 0.5) / Double(count)
    let swell = sin(.pi * time) * (0.7 + 0.3 * sin(19 * time))
    let bridge = time > 0.58 && time < 0.7 ? 0.25 : 1
    return Float(max(0, swell * bridge * (0.8 + 0.2 * sin(Double(index) * 2.7))))
  }
}

/// Returns a recording with given bars, as many as a style needs.
func subject(_ style: WaveformStyle, look: ThumbnailLook) -> ThumbnailSubject {
  ThumbnailSubject(
    summary: WaveformSummary(amplitudes: envelope(style.barCount(for: look)), duration: 60)
  )
}

/// Draws the synthetic song.
func draw(
  _ style: WaveformStyle,
  look: ThumbnailLook = ThumbnailLook(),
  scale: Int = 1
) throws -> Canvas {
  let song = subject(style, look: look)
  return try ThumbnailDrawing.draw(song, style: style, look: look, scale: scale).canvas
}

/// Returns a measured stereo recording: left fades in, right fades out.
func stereo() -> WaveformMeasurement {
  let frames = 48_000
  var meter = WaveformMeter(
    channels: 2,
    sampleRate: 8000,
    length: .known(frames: frames),
    format: SampleFormat(.float32),
    measures: Measures(SpectrumMeasure(), LanesMeasure())
  )
  let samples = (0..<frames).flatMap { frame -> [Float] in
    let time = Double(frame) / Double(frames)
    let tone = sin(Double(frame) * 0.9) * (0.6 + 0.4 * sin(Double(frame) * 0.0007))
    return [Float(tone * time), Float(tone * (1 - time) * 0.5)]
  }
  let bytes = samples.span
  unsafe meter.add(bytes.bytes)
  return meter.finish(truncated: false)
}

extension Canvas {
  func alpha(_ x: Int, _ y: Int) -> Int { Int(pixels[y * width + x] >> 24) }
}
