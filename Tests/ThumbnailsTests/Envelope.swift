import Glibc
import Raster
import Testing
import Thumbnails
import Waveform
import WavethumbBytes

let black = Color(red: 0, green: 0, blue: 0)
let white = Color(red: 255, green: 255, blue: 255)
let red = Color(red: 255, green: 0, blue: 0)
let green = Color(red: 0, green: 255, blue: 0)
let blue = Color(red: 0, green: 0, blue: 255)

/// Returns the loudness of a synthetic song: intro, verses, quiet bridge, fade-out.
func envelope(_ count: Int) -> [Float] {
  (0..<count).map { index in
    let time = (Double(index) + 0.5) / Double(count)
    let swell = sin(.pi * time) * (0.7 + 0.3 * sin(19 * time))
    let isBridge = time > 0.58 && time < 0.7
    let bridge = isBridge ? 0.25 : 1
    let ripple = 0.8 + 0.2 * sin(Double(index) * 2.7)
    return Float(max(0, swell * bridge * ripple))
  }
}

extension ThumbnailSubject {
  /// Creates a recording of given bars, which are drawn without normalizing.
  init(levels: [Float], seconds: Double = 1) {
    self.init(summary: WaveformSummary(amplitudes: levels, duration: seconds))
  }
}

extension ThumbnailLook {
  /// Creates the usual look in a size.
  init(width: Int, height: Int) {
    self.init()
    size = ThumbnailSize(width: width, height: height)
  }
}

/// Draws a recording of given bars.
func draw(
  _ subject: ThumbnailSubject,
  _ style: WaveformStyle,
  look: ThumbnailLook = ThumbnailLook(),
  scale: Int = 1
) throws -> Canvas {
  try ThumbnailDrawing.draw(subject, style: style, look: look, scale: scale).canvas
}

/// Draws a measured recording.
func draw(
  _ measurement: WaveformMeasurement,
  _ style: WaveformStyle,
  look: ThumbnailLook = ThumbnailLook(),
  scale: Int = 1
) throws -> Canvas {
  try ThumbnailDrawing.draw(measurement, style: style, look: look, scale: scale).canvas
}

/// Draws the synthetic song, with as many bars as the style needs.
func drawSong(
  _ style: WaveformStyle,
  look: ThumbnailLook = ThumbnailLook(),
  scale: Int = 1
) throws -> Canvas {
  let levels = envelope(style.barCount(for: look))
  return try draw(ThumbnailSubject(levels: levels, seconds: 60), style, look: look, scale: scale)
}

/// Measures interleaved samples.
func measurement(
  of samples: [Float],
  channels: Int = 1,
  rate: Int = 8000,
  measures: Measures = .standard
) -> WaveformMeasurement {
  var meter = WaveformMeter(
    channels: channels,
    sampleRate: rate,
    length: .known(frames: samples.count / channels),
    format: SampleFormat(.float32),
    measures: measures
  )
  unsafe meter.add(samples.span.bytes)
  return meter.finish(truncated: false)
}

/// Returns a measured stereo recording of six seconds: left fades in, right fades out.
func stereo() -> WaveformMeasurement {
  let frames = 48_000
  let samples = (0..<frames).flatMap { frame -> [Float] in
    let time = Double(frame) / Double(frames)
    let tone = sin(Double(frame) * 0.9) * (0.6 + 0.4 * sin(Double(frame) * 0.0007))
    return [Float(tone * time), Float(tone * (1 - time) * 0.5)]
  }
  return measurement(
    of: samples,
    channels: 2,
    measures: Measures(SpectrumMeasure(), LanesMeasure())
  )
}

extension Canvas {
  /// The opacity of each pixel, row by row, from 0 to 255.
  var alphas: [Int] {
    pixels.map { Int($0 >> 24) }
  }

  func alpha(x: Int, y: Int) -> Int {
    Int(pixels[y * width + x] >> 24)
  }

  func pixel(x: Int, y: Int) -> UInt32 {
    pixels[y * width + x]
  }

  /// The opacity as ASCII art: `.` is clear, `#` opaque, a digit the tenths between.
  var ascii: String {
    let rows = (0..<height).map { y in
      let row = (0..<width).map { x in Self.character(of: alpha(x: x, y: y)) }
      return row.joined()
    }
    return rows.joined(separator: "\n")
  }

  private static func character(of alpha: Int) -> String {
    switch alpha {
    case 0: "."
    case 255: "#"
    default: String(alpha * 10 / 255)
    }
  }

  /// Returns the green of each pixel of a column.
  func greens(ofColumn x: Int) -> [UInt32] {
    (0..<height).map { y in pixel(x: x, y: y) >> 8 & 255 }
  }

  /// Returns the rows in which a column has any ink.
  func inkedRows(ofColumn x: Int) -> [Int] {
    (0..<height).filter { y in alpha(x: x, y: y) > 0 }
  }

  /// Returns the columns in which a row has any ink.
  func inkedColumns(ofRow y: Int) -> [Int] {
    (0..<width).filter { x in alpha(x: x, y: y) > 0 }
  }
}

extension Color {
  /// The pixel of an opaque color: red is the lowest byte.
  var pixel: UInt32 {
    UInt32(red) | UInt32(green) << 8 | UInt32(blue) << 16 | 255 << 24
  }
}
