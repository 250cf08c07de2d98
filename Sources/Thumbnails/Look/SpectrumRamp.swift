import Glibc
import Raster

/// The colors of levels from silence to the loudest, perceptually uniform.
struct SpectrumRamp {
  /// The number of colors; two ramps fill a palette.
  static let count = 128

  let colors: [Color]

  /// Creates a ramp of the gradient, otherwise shades of the given color, otherwise all hues.
  init(_ colors: WaveformColors, isPlayed: Bool) {
    let gradient: Gradient?
    let color: Color
    if isPlayed {
      gradient = colors.playedGradient
      color = colors.played
    } else {
      gradient = colors.unplayedGradient
      color = colors.unplayed
    }
    self.colors = (0..<Self.count).map { step in
      let share = Double(step) / Double(Self.count - 1)
      if let gradient { return gradient.color(at: share) }
      // The default color stands for all hues, which tell more levels apart than shades of one.
      let hasAllHues = isPlayed && color == WaveformColors().played
      let shade =
        if hasAllHues {
          Self.hues(share)
        } else {
          Self.shade(of: Self.Tone(color), share)
        }
      var result = shade.color
      result.alpha = color.alpha
      return result
    }
  }

  /// A color in Ottosson's Oklab: lightness in 0…1, and two axes of hue.
  // In Oklab equal steps look equal; in HSL, blue would be much darker than yellow.
  struct Tone {
    var lightness: Double
    var greenRed: Double
    var blueYellow: Double
  }

  // By eye: neither end is lost on a black or a white page.
  private static let darkest = 0.14
  private static let lightest = 0.97

  /// From night blue through violet, red and orange to a pale yellow.
  private static func hues(_ share: Double) -> Tone {
    // 200 degrees from blue on. The chroma is highest in the middle, as a screen has no saturated color
    // that is almost black or white. By eye.
    let hue = (270 + 200 * share) * .pi / 180
    let chroma = 0.03 + 0.19 * pow(sin(.pi * pow(share, 0.85)), 0.8)
    return Tone(
      lightness: darkest + (lightest - darkest) * share,
      greenRed: chroma * cos(hue),
      blueYellow: chroma * sin(hue)
    )
  }

  /// Returns shades from almost black to almost white, with the highest saturation at the lightness
  /// of the color.
  private static func shade(of tone: Tone, _ share: Double) -> Tone {
    let lightness = darkest + (lightest - darkest) * share
    // Away from both ends, at which the quotients below would be endless.
    let own = tone.lightness.clamped(min: darkest + 0.01, max: lightest - 0.01)
    let fullness =
      if lightness < own {
        0.25 + 0.75 * (lightness - darkest) / (own - darkest)
      } else {
        (lightest - lightness) / (lightest - own)
      }
    return Tone(
      lightness: lightness,
      greenRed: tone.greenRed * fullness,
      blueYellow: tone.blueYellow * fullness
    )
  }
}

// The matrices are Ottosson's: from linear sRGB to the responses of the three cones, whose cube roots
// are mixed to lightness and hue, and back.
extension SpectrumRamp.Tone {
  init(_ color: Color) {
    let red = Self.linear(color.red)
    let green = Self.linear(color.green)
    let blue = Self.linear(color.blue)
    let long = cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
    let middle = cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
    let short = cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
    self.init(
      lightness: 0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
      greenRed: 1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
      blueYellow: 0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short
    )
  }

  /// The color in sRGB, with its saturation reduced if necessary at the same lightness and hue.
  var color: Color {
    var low = 0.0
    var high = 1.0
    if isShown(1) {
      low = 1
    }

    // Twelve halvings: the saturation is exact to less than a step of eight bits.
    for _ in 0..<12 where low < 1 {
      let middle = (low + high) / 2
      if isShown(middle) {
        low = middle
      } else {
        high = middle
      }
    }

    let (red, green, blue) = light(low)
    return Color(
      red: Self.byte(red),
      green: Self.byte(green),
      blue: Self.byte(blue)
    )
  }

  /// Returns whether a screen can show the color at a given saturation.
  private func isShown(_ fullness: Double) -> Bool {
    let (red, green, blue) = light(fullness)
    // Less than a step of eight bits beyond the limits, since white itself is rounded.
    return [red, green, blue].allSatisfy { $0 >= -1e-4 && $0 <= 1 + 1e-4 }
  }

  /// Returns linear red, green and blue at a given saturation.
  private func light(_ fullness: Double) -> (red: Double, green: Double, blue: Double) {
    let a = greenRed * fullness
    let b = blueYellow * fullness
    let long = cube(lightness + 0.3963377774 * a + 0.2158037573 * b)
    let middle = cube(lightness - 0.1055613458 * a - 0.0638541728 * b)
    let short = cube(lightness - 0.0894841775 * a - 1.2914855480 * b)
    return (
      4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
      -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
      -0.0041960863 * long - 0.7034186147 * middle + 1.7076147010 * short
    )
  }

  private func cube(_ value: Double) -> Double { value * value * value }

  // The transfer function of sRGB, and its inverse below.
  private static func linear(_ byte: UInt8) -> Double {
    let value = Double(byte) / 255
    return if value <= 0.04045 {
      value / 12.92
    } else {
      pow((value + 0.055) / 1.055, 2.4)
    }
  }

  private static func byte(_ light: Double) -> UInt8 {
    let light = light.clamped(min: 0, max: 1)
    let value =
      if light <= 0.0031308 {
        light * 12.92
      } else {
        1.055 * pow(light, 1 / 2.4) - 0.055
      }
    return UInt8((value * 255).rounded())
  }
}
