/// A decimal number of digits with at most one point, in any locale.
struct DecimalNumber {
  let value: Double
  let isWhole: Bool
  /// The number as an integer, if it is one.
  // From the digits: beyond 2^53 a `Double` would be another number.
  let whole: Int?

  // `Double(_:)` alone also accepts "nan", "inf" and hexadecimal.
  init(_ bytes: [UInt8]) throws(ValueProblem) {
    guard !bytes.isEmpty else { throw .empty }
    let sign =
      if bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+") {
        1
      } else {
        0
      }
    let fields = bytes.dropFirst(sign)
      .split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard Self.isDecimal(fields), let value = Double(String(decoding: bytes, as: UTF8.self)) else {
      let commas = bytes.dropFirst(sign).split(
        separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      throw .notANumber(decimalComma: commas.count == 2 && Self.isDecimal(commas))
    }
    self.value = value
    let fraction = fields.count > 1 ? fields[1] : []
    isWhole = fraction.allSatisfy { $0 == UInt8(ascii: "0") }
    if isWhole {
      whole = Int(String(decoding: bytes.prefix(sign) + fields[0], as: UTF8.self))
    } else {
      whole = nil
    }
  }

  private static func isDecimal(_ fields: [ArraySlice<UInt8>]) -> Bool {
    let digits = fields.joined()
    return !digits.isEmpty && digits.allSatisfy(isDigit)
  }

  static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  /// Returns a bound without a trailing ".0".
  static func text(of value: Double) -> String {
    if value == value.rounded() && abs(value) < 1e15 {
      String(Int(value))
    } else {
      "\(value)"
    }
  }
}
