/// Base64 with padding (RFC 4648), for pictures in SVG and for numbers in JSON.
package enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
  )

  /// Two digits for each value of twelve bits, the first digit in the lower byte.
  // Measured: 1.1 ms a megabyte, where one digit at a time took 2.8 to 3.8. Pictures hold album
  // art.
  private static let pairs: [UInt16] = (0..<4096).map { value in
    let first = alphabet[value >> 6]
    let second = alphabet[value & 63]
    return UInt16(first) | UInt16(second) << 8
  }

  package static func text(of bytes: [UInt8]) -> String {
    String(decoding: digits(of: bytes), as: UTF8.self)
  }

  package static func digits(of bytes: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    append(bytes.span, to: &text)
    return text
  }

  /// Passes the digits on in pieces, so that they are never all in memory.
  package static func forEachPiece<Failure: Error>(
    of bytes: [UInt8],
    _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    var piece: [UInt8] = []
    // Every piece but the last consists of whole groups of three bytes. Most of the time went into
    // making and copying buffers of a megabyte, so pieces have 48 KiB.
    let length = 3 << 14
    for start in stride(from: 0, to: bytes.count, by: length) {
      let end = min(start + length, bytes.count)
      piece.removeAll(keepingCapacity: true)
      append(bytes.span.extracting(start..<end), to: &piece)
      try body(piece)
    }
  }

  private static func append(_ bytes: Span<UInt8>, to text: inout [UInt8]) {
    let groups = bytes.count / 3
    let start = text.count
    // Padding everywhere, over which the digits are written.
    let digitCount = (bytes.count + 2) / 3 * 4
    text.append(contentsOf: repeatElement(UInt8(ascii: "="), count: digitCount))
    let pairs = pairs.span

    // Four digits of each whole group fit into what was appended.
    unsafe text.withUnsafeMutableBytes { text in
      for group in 0..<groups {
        let first = 3 &* group
        let high = Int(bytes[first])
        let middle = Int(bytes[first &+ 1])
        let low = Int(bytes[first &+ 2])
        let value = high &<< 16 | middle &<< 8 | low
        let digits = UInt32(pairs[value &>> 12]) | UInt32(pairs[value & 4095]) &<< 16
        unsafe text.storeBytes(
          of: digits.littleEndian,
          toByteOffset: start &+ 4 &* group,
          as: UInt32.self
        )
      }
    }

    var digits = text.mutableSpan
    let whole = 3 * groups
    let end = start + 4 * groups

    // One or two remaining bytes become two or three digits; the padding is already in place.
    let rest = bytes.count - whole
    guard rest > 0 else { return }
    var value = Int(bytes[whole]) << 16
    if rest == 2 {
      value |= Int(bytes[whole + 1]) << 8
    }
    for digit in 0...rest {
      digits[end + digit] = alphabet[value >> (18 - 6 * digit) & 63]
    }
  }

  /// Decodes Base64 of another program up to its padding; nil if a character is not a digit.
  package static func bytes(ofDigits digits: some Collection<UInt8>) -> [UInt8]? {
    var bytes = [UInt8]()
    var value = 0
    var bits = 0
    bytes.reserveCapacity(digits.count / 4 * 3)
    for digit in digits {
      if digit == UInt8(ascii: "=") { break }
      let six = Int(values[Int(digit)])
      guard six < 64 else { return nil }
      // At most six bits wait for the next digit; without the mask the number would grow until it
      // overflows.
      value = (value << 6 | six) & 0xFFFF
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: value >> bits))
    }
    return bytes
  }

  /// The value of each byte as a digit, or 255 if it is not one.
  private static let values: [UInt8] = (0...255).map { byte in
    guard let value = alphabet.firstIndex(of: UInt8(byte)) else { return 255 }
    return UInt8(value)
  }

  /// Decodes the output of `text`, or returns nil for anything else.
  // Several texts decode to the same bytes, and a damaged one must not pass.
  package static func bytes(of text: String) -> [UInt8]? {
    guard let bytes = bytes(ofDigits: text.utf8) else { return nil }
    guard self.text(of: bytes) == text else { return nil }
    return bytes
  }
}
