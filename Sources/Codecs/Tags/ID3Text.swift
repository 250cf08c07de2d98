/// Texts of ID3 frames in their four encodings.
enum ID3Text {
  /// Decodes a text frame's body: one byte for the encoding, then the text.
  static func decoded(_ body: [UInt8]) -> String? {
    guard let encoding = body.first else { return nil }
    let bytes = body.dropFirst().prefix(2 * TagText.maximumBytes)
    switch encoding {
    case 0: return eightBit(bytes)
    case 1:
      let isBig = bytes.starts(with: [0xFE, 0xFF])
      let hasMark = isBig || bytes.starts(with: [0xFF, 0xFE])
      let text = hasMark ? bytes.dropFirst(2) : bytes
      return sixteenBit(text, bigEndian: isBig)
    case 2: return sixteenBit(bytes, bigEndian: true)
    default: return TagText.mended(bytes)
    }
  }

  /// Decodes Latin-1, the standard, or UTF-8 if the bytes are valid UTF-8.
  static func eightBit(_ bytes: ArraySlice<UInt8>) -> String? {
    let untilZero = bytes.prefix { $0 != 0 }
    let codes = untilZero.prefix(TagText.maximumBytes)
    // Many programs write UTF-8 here, and hardly any text in Latin-1 is valid UTF-8 by chance.
    if let text = String(validating: codes, as: UTF8.self) { return TagText.cleaned(text) }
    // The codes of Latin-1 are those of the first 256 scalars.
    let scalars = String.UnicodeScalarView(codes.map { Unicode.Scalar($0) })
    return TagText.cleaned(String(scalars))
  }

  private static func sixteenBit(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String? {
    // An odd last byte is left out.
    let starts = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
    let units = starts.map { index in
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      return if bigEndian {
        first << 8 | second
      } else {
        second << 8 | first
      }
    }
    let text = units.prefix { $0 != 0 }
    return TagText.cleaned(String(decoding: text, as: UTF16.self))
  }
}
