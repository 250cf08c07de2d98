import Glibc

/// A number in its shortest form: without leading or trailing zeros.
struct SVGNumber: CustomStringConvertible {
  let description: String

  // Renderers lose precision with larger numbers: a Float has 24 bits.
  private static let maximum = 1e7

  init(_ value: Double, decimals: Int = 3) {
    var factor = 1
    for _ in 0..<decimals {
      factor *= 10
    }
    let clamped = min(Self.maximum, max(-Self.maximum, value))
    let kept = value.isFinite ? clamped : 0
    let units = (kept * Double(factor)).rounded()
    self.init(units: Int(units), of: factor, decimals: decimals)
  }

  init(hundredths: Int) { self.init(units: hundredths, of: 100, decimals: 2) }

  // By integers: Swift's own text of a `Double` may have an exponent, and 17 digits.
  private init(units: Int, of factor: Int, decimals: Int) {
    let magnitude = abs(units)
    let whole = magnitude / factor
    var text = units < 0 ? "-" : ""
    if whole > 0 || magnitude == 0 {
      text += String(whole)
    }
    let fraction = magnitude % factor
    if fraction > 0 {
      var digits = String(fraction)
      digits = String(repeating: "0", count: decimals - digits.count) + digits
      while digits.last == "0" {
        digits.removeLast()
      }
      text += "." + digits
    }
    description = text
  }
}
