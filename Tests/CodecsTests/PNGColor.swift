/// A color with straight alpha, opaque by default.
struct PNGColor {
  var red: Int
  var green: Int
  var blue: Int
  var alpha = 255

  static let white = PNGColor.grey(255)

  static func grey(_ level: Int, alpha: Int = 255) -> PNGColor {
    PNGColor(red: level, green: level, blue: level, alpha: alpha)
  }

  func withAlpha(_ alpha: Int) -> PNGColor {
    PNGColor(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// Premultiplied red, green and blue, and alpha.
  var premultiplied: [UInt8] {
    let components = [red, green, blue].map { component in
      // Rounded to the nearest.
      UInt8((component * alpha * 2 + 255) / 510)
    }
    return components + [UInt8(alpha)]
  }
}
