/// Bytes as text that survives where only text may stand.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func text(of bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      var value = group.reduce(0) { $0 << 8 | Int($1) }
      value <<= 8 * (3 - group.count)
      for place in 0..<4 {
        let isFilled = place <= group.count
        text.append(
          isFilled ? alphabet[value >> (18 - 6 * place) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes that digits of others spell, up to the first sign that pads; nil where a sign is
  /// no digit.
  package static func bytes(ofDigits digits: some Collection<UInt8>) -> [UInt8]? {
    var (bytes, value, bits) = ([UInt8](), 0, 0)
    bytes.reserveCapacity(digits.count / 4 * 3)
    for digit in digits {
      if digit == UInt8(ascii: "=") { break }
      let six = Int(values[Int(digit)])
      guard six < 64 else { return nil }
      value = (value << 6 | six) & 0xFFFF
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> bits))
    }
    return bytes
  }

  /// The value of each byte as a digit; 255 where it is none.
  private static let values: [UInt8] = (0...255).map { byte in
    alphabet.firstIndex(of: UInt8(byte)).map(UInt8.init) ?? 255
  }

  /// Reads what `text` wrote; nil where it is something else.
  package static func bytes(of text: String) -> [UInt8]? {
    guard let bytes = bytes(ofDigits: text.utf8) else { return nil }
    return self.text(of: bytes) == text ? bytes : nil
  }
}
