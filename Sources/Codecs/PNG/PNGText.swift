/// Words beside a picture: a tEXt chunk where Latin-1 holds them, else iTXt.
struct PNGText {
  /// The kind of chunk, `t` or `i`, then key and value, each ended by a zero byte.
  let bytes: [UInt8]

  /// More is cut: a tag of a recording may be of any length.
  private static let scalarLimit = 1024

  /// Nil when nothing printable is left of the key or the value.
  init?(key: String, value: String) {
    let key = key.unicodeScalars.filter { $0.isASCII && $0.value >= 32 && $0.value != 127 }.prefix(
      79)
    let value = value.unicodeScalars.prefix(Self.scalarLimit).map(Self.printable)
    let isLatin = value.allSatisfy { $0.value < 256 }
    let valueBytes =
      isLatin
      ? value.map { UInt8(truncatingIfNeeded: $0.value) }
      : Array(String(String.UnicodeScalarView(value)).utf8)
    let words = key.map { UInt8(truncatingIfNeeded: $0.value) }.split(separator: 32)
    guard !words.isEmpty, !valueBytes.isEmpty else { return nil }
    let kind = UInt8(ascii: isLatin ? "t" : "i")
    bytes = [kind] + words.joined(separator: [32]) + [0] + valueBytes + [0]
  }

  /// Writes the chunk; neither compressed nor, where it is international, of any language.
  func append(to file: inout PNGChunkWriter) {
    let words = bytes.dropFirst().dropLast()
    if bytes.first == UInt8(ascii: "i") {
      let key = words.prefix { $0 != 0 }
      file.append("iTXt", key + [0, 0, 0, 0, 0] + words.dropFirst(key.count + 1))
    } else {
      file.append("tEXt", words)
    }
  }

  private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    scalar.value < 32 || (127..<160).contains(scalar.value) ? " " : scalar
  }
}
