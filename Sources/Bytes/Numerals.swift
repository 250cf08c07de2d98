/// Formats numbers for people, the same in every locale.
// By hand, since the formatters are in Foundation, which the command does not link.
package enum Numerals {
  /// `1,234`.
  package static func grouped(_ number: Int) -> String {
    let digits = Array(String(number.magnitude))
    var text = number < 0 ? "-" : ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) {
        text.append(",")
      }
      text.append(digit)
    }
    return text
  }

  /// `3 files`, `1 file`.
  package static func count(_ number: Int, _ noun: String) -> String {
    let text = "\(grouped(number)) \(noun)"
    if number == 1 { return text }
    return text + "s"
  }

  /// `0:07`, `2:10`, `1:02:10`.
  package static func clock(_ seconds: Double) -> String {
    let whole = wholeNumber(seconds.rounded())
    let hours = whole / 3600
    let minutes = whole / 60 % 60
    let tail = padded(whole % 60)
    if hours > 0 { return "\(hours):\(padded(minutes)):\(tail)" }
    return "\(minutes):\(tail)"
  }

  /// `0.8 s`, `12.3 s`, and from a minute on `4:12`.
  package static func span(_ seconds: Double) -> String {
    // From 59.95 on, it would be rounded to "60.0 s".
    if seconds < 59.95 { return "\(decimal(seconds)) s" }
    return clock(seconds)
  }

  /// `24 ms`, and from 100 ms on `0.8 s`, `4:12`.
  package static func span(milliseconds: Int) -> String {
    if milliseconds < 100 { return "\(milliseconds) ms" }
    return span(Double(milliseconds) / 1000)
  }

  /// `0.8`, `12.3`, and without decimals from a hundred on: `812`.
  package static func decimal(_ number: Double) -> String {
    let tenths = wholeNumber((number * 10).rounded())
    if tenths < 1000 { return "\(tenths / 10).\(tenths % 10)" }
    return grouped(wholeNumber(number.rounded()))
  }

  /// `-24.40` with two decimals, `8.4` with one.
  package static func fixed(_ number: Double, decimals: Int) -> String {
    let scale = decimals == 2 ? 100 : 10
    // An infinite number cannot become an `Int`; beyond this bound nobody reads decimals.
    let clamped = max(-1e15, min(1e15, number * Double(scale)))
    let units = Int(clamped.rounded())
    let rest = units.magnitude % UInt(scale)
    let sign = units < 0 ? "-" : ""
    let needsZero = decimals == 2 && rest < 10
    let zero = needsZero ? "0" : ""
    return "\(sign)\(units.magnitude / UInt(scale)).\(zero)\(rest)"
  }

  /// `10`, `2.5`: a number without trailing zeros.
  package static func plain(_ number: Double) -> String {
    if number == number.rounded() && abs(number) < 1e15 {
      // Without the ".0" of a Double.
      grouped(Int(number))
    } else {
      "\(number)"
    }
  }

  /// `2 GiB`, `500 MiB`, `17 bytes`.
  package static func bytes(_ count: Int) -> String {
    guard count >= 1024 else { return Self.count(count, "byte") }
    var size = Double(count) / 1024
    var unit = 0
    // From 1,023.95 on, it would be rounded to "1,024".
    while size >= 1023.95, unit < units.count - 1 {
      size /= 1024
      unit += 1
    }
    var text = decimal(size)
    if text.hasSuffix(".0") {
      text.removeLast(2)
    }
    return "\(text) \(units[unit])"
  }

  /// `1, 3-7, 9`: numbers in order.
  package static func ranges(_ numbers: [Int]) -> String {
    var ranges: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = ranges.last, last.upperBound + 1 == number {
        ranges[ranges.count - 1] = last.lowerBound...number
      } else {
        ranges.append(number...number)
      }
    }
    let texts = ranges.map { range in
      if range.count == 1 { return "\(range.lowerBound)" }
      return "\(range.lowerBound)-\(range.upperBound)"
    }
    return texts.joined(separator: ", ")
  }

  private static let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

  private static func padded(_ number: Int) -> String {
    let zero = number < 10 ? "0" : ""
    return "\(zero)\(number)"
  }

  /// Returns a number as an integer of at least 0; 0 for NaN.
  // No duration or rate that is worth reading is larger than 1e15, and up to there each integer is a
  // Double.
  private static func wholeNumber(_ number: Double) -> Int {
    let clamped = max(0, min(number, 1e15))
    return Int(exactly: clamped.rounded()) ?? 0
  }
}
