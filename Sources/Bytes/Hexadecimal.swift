/// Hexadecimal numbers in file names: lowercase, padded with zeros.
package enum Hexadecimal {
  private static let alphabet = Array("0123456789abcdef".utf8)

  package static func digits(_ value: UInt64, count: Int = 16) -> [UInt8] {
    var digits: [UInt8] = []
    append(value, count: count, to: &digits)
    return digits
  }

  package static func append(_ value: UInt64, count: Int = 16, to text: inout [UInt8]) {
    // Four bits a digit, the highest first.
    for index in (0..<count).reversed() {
      let shifted = value >> UInt64(index * 4)
      text.append(alphabet[Int(truncatingIfNeeded: shifted) & 15])
    }
  }

  /// Parses hexadecimal digits, or returns nil if one is invalid.
  // Inlinable: a manifest has a digest an entry, and a call through witnesses took half of their check.
  @inlinable package static func value(_ digits: some Sequence<UInt8>) -> UInt64? {
    var value: UInt64 = 0
    for digit in digits {
      // A seventeenth digit would push the first one out.
      guard let four = number(digit), value >> 60 == 0 else { return nil }
      value = value << 4 | UInt64(four)
    }
    return value
  }

  @usableFromInline static func number(_ digit: UInt8) -> UInt8? {
    switch digit {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
