/// A color in sRGB with straight alpha, one byte per component.
public struct Color: Equatable, Hashable, Sendable {
  /// The red component, from 0 to 255.
  public var red: UInt8
  /// The green component, from 0 to 255.
  public var green: UInt8
  /// The blue component, from 0 to 255.
  public var blue: UInt8
  /// The opacity, from 0 for transparent to 255 for opaque.
  public var alpha: UInt8

  /// Creates a color, opaque by default.
  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// The fully transparent color.
  public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)

  /// Returns the color with its opacity multiplied by a factor from 0 to 1.
  public func faded(to share: Double) -> Color {
    // What is no number fades nothing: a color that is there is noticed, one that is missing is not.
    let factor =
      if share.isNaN {
        1.0
      } else {
        share.clamped(to: 0...1)
      }
    var color = self
    color.alpha = UInt8((Double(alpha) * factor).rounded())
    return color
  }

  /// The color as a canvas stores it: each component multiplied by alpha, red in the lowest byte.
  var premultiplied: UInt32 {
    // Rounded as in `RowKernels.divided`, so that a background and a shape of one color are equal.
    func scaled(_ component: UInt8) -> UInt32 {
      let product = UInt32(component) * UInt32(alpha)
      return (product + 127) / 255
    }
    return scaled(red) | scaled(green) << 8 | scaled(blue) << 16 | UInt32(alpha) << 24
  }
}

extension Color {
  /// Parses a CSS color: `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`, a name in any case, `none` or
  /// `transparent`.
  public init?(css text: String) {
    let word = text.lowercased()
    if word.utf8.first == UInt8(ascii: "#") {
      self.init(hexadecimal: word.utf8.dropFirst())
    } else if word == "none" || word == "transparent" {
      self = .clear
    } else if let code = Color.named[word] {
      self.init(rgb: code)
    } else {
      return nil
    }
  }

  /// All known names, in alphabetical order.
  public static var names: [String] {
    let all = Array(named.keys) + ["none", "transparent"]
    return all.sorted()
  }

  /// Creates an opaque color from 24 bits, such as 0xff8000.
  package init(rgb: UInt32) {
    self.init(
      red: UInt8(rgb >> 16 & 255),
      green: UInt8(rgb >> 8 & 255),
      blue: UInt8(rgb & 255)
    )
  }

  private init?(hexadecimal digits: Substring.UTF8View) {
    let values = digits.compactMap(Color.value(of:))
    guard values.count == digits.count else { return nil }
    let bytes: [UInt8]
    switch values.count {
    case 3, 4:
      // A digit stands for itself twice: `#f80` is `#ff8800`.
      bytes = values.map { $0 * 17 }
    case 6, 8:
      let pairs = stride(from: 0, to: values.count, by: 2)
      bytes = pairs.map { values[$0] * 16 + values[$0 + 1] }
    default: return nil
    }
    let hasAlpha = bytes.count > 3
    let alpha = hasAlpha ? bytes[3] : 255
    self.init(red: bytes[0], green: bytes[1], blue: bytes[2], alpha: alpha)
  }

  private static func value(of digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  // The 148 names of CSS Color Module Level 4, in a file, as they would be screens of code.
  private static let named: [String: UInt32] = {
    var named: [String: UInt32] = [:]
    let text = String(decoding: PackageResources.colors_txt, as: UTF8.self)
    for line in text.split(separator: "\n") {
      let fields = line.split(separator: " ")
      named[String(fields[0])] = UInt32(fields[1], radix: 16)
    }
    return named
  }()
}
