import Glibc
import Waveform

/// A smooth surface through the levels of a spectrum.
struct SpectrumSurface {
  private let levels: [Float]
  /// The level in decibels that has the last tone.
  let loudestDecibels: Double

  // If the loudest level is below this share of 60 dB, the recording is drawn as silence, so that
  // its noise is not amplified.
  private static let minimumLoudest: Float = 0.1

  /// Creates a surface whose loudest level is 1, or with `isAbsolute` the highest level there is.
  init(_ spectrum: WaveformSpectrum, isAbsolute: Bool = false) {
    let loudest = Float(spectrum.levels.max() ?? 0) / 255
    let isStretched = !isAbsolute && loudest >= Self.minimumLoudest
    let scale =
      if isStretched {
        255 * loudest
      } else {
        Float(255)
      }
    levels = spectrum.levels.map { Float($0) / scale }
    loudestDecibels = WaveformSpectrum.quietest * (1 - Double(scale) / 255)
  }

  /// Returns the tone of each pixel out of `count`, row by row from the highest band down.
  func tones(width: Int, height: Int, count: Int, isStopped: () -> Bool) -> [UInt8] {
    let moments = WaveformSpectrum.momentCount
    let bands = WaveformSpectrum.bandCount
    // The same for each row.
    let columns = (0..<width).map { column in
      CubicShares(pixel: column, of: width, samples: moments)
    }
    var tones: [UInt8] = []
    tones.reserveCapacity(width * height)
    for row in 0..<height {
      // Asked every 64 rows: a row of the widest picture takes less than a millisecond. Untuned.
      if row & 63 == 63, isStopped() {
        return [UInt8](repeating: 0, count: width * height)
      }
      // First between the bands, once a row, then between the moments of that row.
      let shares = CubicShares(pixel: height - 1 - row, of: height, samples: bands)
      let line = (0..<moments).map { moment in
        shares.sum { band in levels[moment * bands + band] }
      }
      for column in columns {
        let level = column.sum { moment in line[moment] }
        // A cubic may leave the range of its samples a little.
        let clamped = min(1, max(0, level))
        tones.append(UInt8(clamped * Float(count - 1) + 0.5))
      }
    }
    return tones
  }
}

/// The weights of the four nearest samples for a pixel, by a cubic that hardly leaves their range.
private struct CubicShares {
  private let indices: SIMD4<Int32>
  private let shares: SIMD4<Float>

  init(pixel: Int, of pixels: Int, samples: Int) {
    let position = (Double(pixel) + 0.5) * Double(samples) / Double(pixels) - 0.5
    let first = position.rounded(.down)
    let t = Float(position - first)
    let base = SIMD4<Int32>(repeating: Int32(first)) &+ SIMD4(-1, 0, 1, 2)

    // Beyond the first and the last sample, these are repeated.
    indices = base.clamped(
      lowerBound: SIMD4(repeating: 0),
      upperBound: SIMD4(repeating: Int32(samples - 1))
    )
    let t2 = t * t
    let t3 = t * t * t

    // The weights of a Catmull-Rom spline.
    shares = SIMD4(
      -0.5 * t + t2 - 0.5 * t3,
      1 - 2.5 * t2 + 1.5 * t3,
      0.5 * t + 2 * t2 - 1.5 * t3,
      -0.5 * t2 + 0.5 * t3
    )
  }

  @inline(__always)
  func sum(_ sample: (Int) -> Float) -> Float {
    let first = shares[0] * sample(Int(indices[0]))
    let second = shares[1] * sample(Int(indices[1]))
    let third = shares[2] * sample(Int(indices[2]))
    let fourth = shares[3] * sample(Int(indices[3]))
    return first + second + third + fourth
  }
}

/// The heights of bars that show frequencies.
enum SpectrumHeights {
  /// Returns the requested number of bars from a spectrum's bands, averaged or interpolated.
  static func heights(of bands: [Float], count: Int) -> [Float] {
    guard !bands.isEmpty, count != bands.count else { return bands }
    // Fewer bars than bands show all of them; interpolating would leave some out.
    if count < bands.count {
      return (0..<count).map { mean(of: bands, bar: $0, count: count) }
    }
    return (0..<count).map { index in
      let middle = (Double(index) + 0.5) * Double(bands.count) / Double(count)
      // A band is that of its middle, half a band from its start.
      return between(bands, at: middle - 0.5)
    }
  }

  /// Returns bars for a recording without a spectrum: its level with simulated variation.
  static func wobble(level: Float, count: Int) -> [Float] {
    (0..<count).map { index in
      // A hash that shaders have used for decades: the same bars in every picture.
      let spread = sin(12.9898 * Double(index)) * 43758.5453
      let phase = spread - spread.rounded(.down)
      let wobble = 0.5 + 0.5 * sin(2 * .pi * phase)
      // Neither flat nor with bars at zero, which a spectrum seldom has. By eye.
      return Float(Double(level) * (0.45 + 0.55 * wobble))
    }
  }

  private static func mean(of bands: [Float], bar: Int, count: Int) -> Float {
    // Bands and bars in units of which each band has `count` and each bar `bands.count`: integers, so
    // that the shares are exact.
    let start = bar * bands.count
    let end = (bar + 1) * bands.count
    var sum = 0
    var level: Float = 0
    for band in start / count...(end - 1) / count {
      let share = min(end, (band + 1) * count) - max(start, band * count)
      sum += share
      level += bands[band] * Float(share)
    }
    return level / Float(sum)
  }

  /// Returns the value interpolated between the two nearest bands.
  static func between(_ bands: [Float], at position: Double) -> Float {
    let position = position.clamped(min: 0, max: Double(bands.count - 1))
    let low = Int(position)
    let high = min(low + 1, bands.count - 1)
    return bands[low] + (bands[high] - bands[low]) * Float(position - Double(low))
  }
}
