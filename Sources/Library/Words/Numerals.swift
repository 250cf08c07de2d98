/// Formats numbers for people, the same in every locale.
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
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `0:07`, `2:10`, `1:02:10`.
  package static func clock(_ seconds: Double) -> String {
    let whole = wholeNumber(seconds.rounded())
    let hours = whole / 3600
    let minutes = whole / 60 % 60
    let tail = padded(whole % 60)
    return hours > 0 ? "\(hours):\(padded(minutes)):\(tail)" : "\(minutes):\(tail)"
  }

  /// `0.8 s`, `12.3 s`, and from a minute on `4:12`.
  package static func span(_ seconds: Double) -> String {
    seconds < 59.95 ? "\(decimal(seconds)) s" : clock(seconds)
  }

  /// `0.8`, `12.3`, and without decimals from a hundred on: `812`.
  package static func decimal(_ number: Double) -> String {
    let tenths = wholeNumber((number * 10).rounded())
    if tenths < 1000 { return "\(tenths / 10).\(tenths % 10)" }
    return grouped(wholeNumber(number.rounded()))
  }

  /// `10`, `2.5`: a number without trailing zeros.
  package static func plain(_ number: Double) -> String {
    if number == number.rounded() && abs(number) < 1e15 {
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
    while size >= 1023.95, unit < units.count - 1 {
      size /= 1024
      unit += 1
    }
    let text = decimal(size)
    return "\(text.hasSuffix(".0") ? String(text.dropLast(2)) : text) \(units[unit])"
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
    return ranges.map { range in
      range.count == 1 ? "\(range.lowerBound)" : "\(range.lowerBound)-\(range.upperBound)"
    }.joined(separator: ", ")
  }

  private static let units = ["KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]

  private static func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  private static func wholeNumber(_ number: Double) -> Int {
    Int(exactly: max(0, min(number, 1e15)).rounded()) ?? 0
  }
}
