import WavethumbBytes

extension RawPath {
  /// The path as text, with U+FFFD for invalid UTF-8.
  package var lossyText: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as text, or nil if it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The path percent-encoded for a URL, except separators and unreserved characters.
  package var percentEncoded: String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    for byte in bytes {
      if Self.isUnreserved(byte) || byte == Self.separator {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(Self.digits[Int(byte >> 4)])
        encoded.append(Self.digits[Int(byte & 15)])
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Returns whether RFC 3986 never requires this character to be encoded.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
  }

  // Upper case, as RFC 3986 recommends.
  private static let digits = Array("0123456789ABCDEF".utf8)
}
