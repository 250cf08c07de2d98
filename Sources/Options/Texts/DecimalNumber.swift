import WavethumbBytes

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
    let hasSign = bytes[0] == UInt8(ascii: "-") || bytes[0] == UInt8(ascii: "+")
    let sign = bytes.prefix(hasSign ? 1 : 0)
    let unsigned = bytes.dropFirst(sign.count)
    let fields = unsigned.split(
      separator: UInt8(ascii: "."),
      maxSplits: 1,
      omittingEmptySubsequences: false
    )
    guard Self.isDecimal(fields), let value = Double(String(decoding: bytes, as: UTF8.self)) else {
      // Many write 1,5: the message then names the point instead of doubting the number.
      let parts = unsigned.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      let hasDecimalComma = parts.count == 2 && Self.isDecimal(parts)
      throw .notANumber(decimalComma: hasDecimalComma)
    }
    self.value = value
    let fraction = fields.count > 1 ? fields[1] : []
    // `2.0` is as whole as `2`: scripts compute numbers as fractions.
    isWhole = fraction.allSatisfy { digit in digit == UInt8(ascii: "0") }
    if isWhole {
      whole = Int(String(decoding: sign + fields[0], as: UTF8.self))
    } else {
      whole = nil
    }
  }

  /// Whether the texts before and after a point are digits; one of them may be empty, as in `.5`.
  private static func isDecimal(_ fields: [ArraySlice<UInt8>]) -> Bool {
    let digits = fields.joined()
    return !digits.isEmpty && digits.allSatisfy(\.isASCIIDigit)
  }

  /// Returns a bound without a trailing ".0".
  static func text(of value: Double) -> String {
    // Below 1e15 each whole number is one of `Int`, and Swift writes it without an exponent.
    if value == value.rounded() && abs(value) < 1e15 {
      String(Int(value))
    } else {
      "\(value)"
    }
  }
}
