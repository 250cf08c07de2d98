/// The spelling of numbers in JSON.
package enum JSONNumber {
  /// Returns the shortest digits that read back as the same number.
  static func shortest(_ value: Double) -> String {
    // JSON has no spelling for infinity and NaN.
    guard value.isFinite else { return "null" }
    // Below that `description` would add ".0".
    let isShortInteger = value == value.rounded() && value.magnitude < 1e15
    if isShortInteger { return String(Int64(value)) }
    return value.description
  }

  /// Formats a number with at most `decimals` decimals (up to nine), without trailing zeros.
  package static func rounded(_ value: Double, decimals: Int) -> String {
    let decimals = min(9, max(0, decimals))
    let scale = powersOfTen[decimals]
    let scaled = (value.magnitude * scale).rounded()

    // Beyond this a Double has no decimals left to round.
    guard scaled < 9e15 else { return shortest(value) }
    let units = UInt64(scaled)
    let whole = String(units / UInt64(scale))
    var fraction = String(units % UInt64(scale))
    let missingZeros = max(0, decimals - fraction.utf8.count)
    fraction = String(repeating: "0", count: missingZeros) + fraction
    while fraction.utf8.last == UInt8(ascii: "0") {
      fraction.removeLast()
    }

    // Rounded to zero, a number has no sign.
    let sign = value < 0 && units > 0 ? "-" : ""
    if fraction.isEmpty { return sign + whole }
    return "\(sign)\(whole).\(fraction)"
  }

  /// Parses a number of plain digits, or returns nil if a Double cannot hold it.
  static func parsed(_ text: ArraySlice<UInt8>) -> JSONValue? {
    // Nearly all numbers of a manifest are one of these, which need no string.
    if let integer = integer(text) { return .integer(integer) }
    if let short = shortDecimal(text) { return .number(short) }
    guard let value = Double(String(decoding: text, as: UTF8.self)), value.isFinite else {
      return nil
    }
    return .number(value)
  }

  private static func integer(_ text: ArraySlice<UInt8>) -> Int? {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    // It counts down, because the smallest integer has no positive counterpart.
    var value = 0
    for byte in digits {
      guard 48...57 ~= byte else { return nil }
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let (difference, tooSmall) = product.subtractingReportingOverflow(Int(byte) - 48)
      guard !overflows, !tooSmall else { return nil }
      value = difference
    }

    if isNegative { return value }
    if value == .min { return nil }
    return -value
  }

  /// Parses up to fifteen digits with a decimal point: the digits and the power of ten are both
  /// exact, so their quotient is the nearest Double.
  private static func shortDecimal(_ text: ArraySlice<UInt8>) -> Double? {
    let isNegative = text.first == UInt8(ascii: "-")
    var digits = UInt64(0)
    var decimals = 0
    var hasPoint = false

    // A sign, fifteen digits and a point.
    guard text.count <= 17 else { return nil }
    let characters = isNegative ? text.dropFirst() : text
    for byte in characters {
      switch byte {
      case 48...57:
        digits = digits * 10 + UInt64(byte - 48)
        if hasPoint {
          decimals += 1
        }
      case UInt8(ascii: ".") where !hasPoint: hasPoint = true
      default: return nil
      }
    }

    // Larger integers are not exact in a Double, and rounding twice may give another number.
    guard digits < 1 << 53 else { return nil }
    let magnitude = Double(digits) / powersOfTen[decimals]
    if isNegative { return -magnitude }
    return magnitude
  }

  // Up to 10^22 all are exact; a short number has at most seventeen decimals.
  private static let powersOfTen: [Double] = [
    1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
  ]
}

/// Reads the numbers of one array, or of the arrays in it, one at a time.
// As values they would take 24 bytes each: points in 64 MiB of JSON would need half a gigabyte.
package struct JSONNumbers {
  /// One element: a number, or nil if it is something else.
  package struct Element: Sendable, Equatable {
    /// The index of the inner array, or 0 if there is only one.
    package let row: Int
    package let number: JSONValue?
  }

  private var scanner: JSONScanner
  private let hasRows: Bool
  private var isInRow = false
  private var isFirst = true
  /// The number of inner arrays read to their end.
  package private(set) var rows = 0

  /// Reads the numbers of a member, with `rows` also of inner arrays; nil if it is not an array.
  package init?(of name: String, in outline: JSONOutline, rows: Bool = false) {
    guard outline.isArray(name), let range = outline.range(of: name) else { return nil }
    hasRows = rows
    scanner = JSONScanner(outline.bytes, from: range.lowerBound + 1, isStopped: outline.isStopped)
  }

  package mutating func next() throws(JSONFailure) -> Element? {
    while true {
      if try isAtEnd() {
        guard isInRow else { return nil }
        rows += 1
        isInRow = false
        isFirst = false
        continue
      }
      isFirst = false
      if hasRows, !isInRow, try scanner.accept(UInt8(ascii: "[")) {
        isInRow = true
        isFirst = true
        continue
      }
      return Element(row: rows, number: try number())
    }
  }

  /// Skips the comma before an element, or the end of the array.
  private mutating func isAtEnd() throws(JSONFailure) -> Bool {
    if isFirst { return try scanner.accept(UInt8(ascii: "]")) }
    if try scanner.accept(UInt8(ascii: ",")) { return false }
    try scanner.expect(UInt8(ascii: "]"))
    return true
  }

  /// Reads an element, or skips it and returns nil if it is no number.
  private mutating func number() throws(JSONFailure) -> JSONValue? {
    let first = try scanner.peek()
    guard first == UInt8(ascii: "-") || 48...57 ~= first else {
      try scanner.skip(depth: 2)
      return nil
    }
    return try scanner.value(depth: 2)
  }
}
