import Glibc

/// Numbers as text, the same in every locale.
enum DecimalText {
  /// The number rounded to so many digits behind the point, without zeros at the end; nil where it is not finite.
  static func text(of value: Double, digits: Int) -> String? {
    guard value.isFinite else { return nil }
    let scale = pow(10, Double(digits))
    let scaled = (value.magnitude * scale).rounded()
    // What is this large has no digits behind the point that mean anything.
    guard scaled < 9e15 else { return "\(value)" }
    let whole = Int(scaled)
    let unit = Int(scale)
    let sign = value < 0 && whole > 0 ? "-" : ""
    var fraction = String(whole % unit)
    fraction = String(repeating: "0", count: max(0, digits - fraction.utf8.count)) + fraction
    while fraction.utf8.last == UInt8(ascii: "0") { fraction.removeLast() }
    return fraction.isEmpty || digits == 0
      ? "\(sign)\(whole / unit)" : "\(sign)\(whole / unit).\(fraction)"
  }
}
