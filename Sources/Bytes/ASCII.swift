/// The digits and letters of ASCII among bytes.
// Bytes and not characters, since names of files need not be UTF-8, and `Character` knows the digits of
// all scripts. Inlinable, as a crawl asks for each letter of a million extensions.
extension UInt8 {
  /// Whether it is one of 0 to 9.
  @inlinable package var isASCIIDigit: Bool {
    self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9")
  }

  /// Whether it is one of A to Z.
  @inlinable package var isASCIIUppercase: Bool {
    self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z")
  }

  /// Whether it is a letter of ASCII.
  @inlinable package var isASCIILetter: Bool {
    let lowercase = asciiLowercased
    return lowercase >= UInt8(ascii: "a") && lowercase <= UInt8(ascii: "z")
  }

  /// The small letter of a capital one; any other byte is itself.
  @inlinable package var asciiLowercased: UInt8 {
    // The bit in which the two differ.
    isASCIIUppercase ? self | 0x20 : self
  }
}
