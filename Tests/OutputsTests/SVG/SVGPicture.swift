import Codecs
import Outputs
import Raster
import TestSupport
import Testing
import Thumbnails
import Waveform
import WavethumbBytes

/// Renders a picture with our canvas, and its SVG with another renderer.
struct SVGPicture {
  let canvas: Canvas
  let svg: [UInt8]

  init(_ style: WaveformStyle, look: ThumbnailLook, title: String = "Waveform") throws {
    let picture = try ThumbnailDrawing.draw(measured(), style: style, look: look)
    canvas = picture.canvas
    svg = try #require(SVGText(picture.drawing, title: title)).bytes
  }

  var text: String { String(decoding: svg, as: UTF8.self) }

  /// Returns the mean difference over inked pixels and the maximum; the other renderer may use a
  /// multiple of our resolution.
  func distance(
    to other: PNGPicture,
    scale: Int = 1,
    row first: Int = 0,
    leavingOut columns: Range<Int> = 0..<0
  ) -> (mean: Double, worst: Int) {
    var differences: [Int] = []
    for y in 0..<canvas.height {
      for x in 0..<canvas.width where !columns.contains(x) {
        let ours = Self.components(of: canvas.pixels[y * canvas.width + x])
        let theirs = Self.mean(of: other, left: x * scale, top: (first + y) * scale, side: scale)
        // Clear pixels are most of a picture, and would hide a difference in the mean.
        let isClear = ours[3] == 0 && theirs[3] == 0
        if isClear { continue }
        let largest = (0..<4).map { abs(theirs[$0] - ours[$0]) }.max() ?? 0
        differences.append(largest)
      }
    }
    let sum = differences.reduce(0, +)
    let mean = Double(sum) / Double(max(1, differences.count))
    return (mean: mean, worst: differences.max() ?? 0)
  }

  /// Returns premultiplied red, green and blue, and alpha.
  private static func components(of pixel: UInt32) -> SIMD4<Int> {
    SIMD4(
      Int(pixel & 255),
      Int(pixel >> 8 & 255),
      Int(pixel >> 16 & 255),
      Int(pixel >> 24)
    )
  }

  /// Returns the mean of a square of pixels, as premultiplied colors.
  private static func mean(
    of picture: PNGPicture,
    left: Int,
    top: Int,
    side: Int
  ) -> SIMD4<Int> {
    var sum = SIMD4<Int>.zero
    for y in top..<top + side {
      for x in left..<left + side {
        let offset = (y * picture.width + x) * 4
        let alpha = Int(picture.pixels[offset + 3])
        for component in 0..<3 {
          sum[component] += Int(picture.pixels[offset + component]) * alpha
        }
        sum[3] += alpha * 255
      }
    }
    let count = 255 * side * side
    return (sum &+ count / 2) / count
  }
}

/// Returns a stereo recording whose level rises and falls.
func measured() -> WaveformMeasurement {
  let frames = 48_000
  var meter = WaveformMeter(
    channels: 2,
    sampleRate: 8000,
    length: .known(frames: frames),
    format: SampleFormat(.float32),
    measures: Measures(SpectrumMeasure(), LanesMeasure(), TonesMeasure())
  )
  // A linear congruential generator, the same on every machine.
  var random = UInt32(1)
  let samples = (0..<frames).flatMap { frame -> [Float] in
    random = random &* 1_664_525 &+ 1_013_904_223
    let noise = Float(Int32(bitPattern: random)) / 2_147_483_648
    let time = Float(frame) / Float(frames)
    let isQuiet = frame / 700 % 3 == 0
    let swell: Float = isQuiet ? 0.2 : 1
    return [noise * time * swell, noise * (1 - time) * 0.5]
  }
  unsafe meter.add(samples.span.bytes)
  return meter.finish(truncated: false)
}
