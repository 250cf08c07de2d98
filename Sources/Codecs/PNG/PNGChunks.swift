import WavethumbBytes

/// The chunks at the beginning of a file, found in unchecked bytes without libpng.
// The parent looks for our name in pictures before it replaces them, and no library of C may touch
// unchecked bytes there.
package struct PNGChunks: Sequence, IteratorProtocol {
  /// A complete chunk; its checksum is not verified.
  package struct Chunk: Equatable, Sendable {
    package let name: [UInt8]
    package let content: Range<Int>
  }

  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let bytes: [UInt8]
  private var position: Int

  /// Returns nil if the bytes do not begin as a PNG; they may end anywhere.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    self.bytes = bytes
    position = Self.signature.count
  }

  package mutating func next() -> Chunk? {
    // A length and a name before the content, and a checksum behind it.
    let headLength = 8
    let checksumLength = 4
    let maximumLength = bytes.count - position - headLength - checksumLength
    guard maximumLength >= 0 else { return nil }
    let length = Int(bytes.bigEndian32(at: position))
    guard length <= maximumLength else { return nil }
    let name = Array(bytes[position + 4..<position + headLength])
    let start = position + headLength
    let content = start..<start + length
    position = content.upperBound + checksumLength
    return Chunk(name: name, content: content)
  }

  /// Returns the first text named `Software` in the first bytes of a file, exact if it is ASCII.
  package static func software(ofFirstBytes bytes: [UInt8]) -> String? {
    guard let chunks = PNGChunks(bytes) else { return nil }
    let key = "Software\0".utf8
    for chunk in chunks where chunk.name.elementsEqual("tEXt".utf8) {
      let content = bytes[chunk.content]
      if content.starts(with: key) {
        return String(decoding: content.dropFirst(key.count), as: UTF8.self)
      }
    }
    return nil
  }
}

extension PNGChunks {
  /// Returns the image data of a file, which libpng divides among several chunks.
  static func imageData(of file: [UInt8]) -> [UInt8] {
    guard let chunks = PNGChunks(file) else { return [] }
    var data: [UInt8] = []
    for chunk in chunks where chunk.name.elementsEqual("IDAT".utf8) {
      data += file[chunk.content]
    }
    return data
  }
}

/// Chunks without checksums, which libpng adds.
struct PNGChunkList {
  /// For each chunk its length, its name and its content.
  private(set) var bytes: [UInt8] = []

  mutating func append(_ name: StaticString, _ content: some Collection<UInt8>) {
    bytes += Self.bytes(of: content.count)
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: 4))
    bytes += content
  }

  static func bytes(of number: Int) -> [UInt8] { UInt32(truncatingIfNeeded: number).bigEndianBytes }
}

/// Text in a picture: a tEXt chunk if Latin-1 suffices, else iTXt, uncompressed and without language.
struct PNGText {
  let chunk: StaticString
  let content: [UInt8]

  /// Longer text is cut: a recording's tag may have any length.
  // Untuned.
  private static let scalarLimit = 1024

  /// Returns nil for an empty value, or a key that PNG forbids: not ASCII, too long, badly spaced.
  init?(key: String, value: String) {
    guard Self.isAllowed(key: key), !value.isEmpty else { return nil }
    let scalars = value.unicodeScalars.prefix(Self.scalarLimit).map(Self.printable)
    let isLatin = scalars.allSatisfy { scalar in scalar.value < 256 }
    if isLatin {
      chunk = "tEXt"
      let latin = scalars.map { scalar in UInt8(truncatingIfNeeded: scalar.value) }
      content = Array(key.utf8) + [0] + latin
    } else {
      chunk = "iTXt"
      // The end of the key, no compression and its method, no language, no translated key.
      let none: [UInt8] = [0, 0, 0, 0, 0]
      let text = String(String.UnicodeScalarView(scalars))
      content = Array(key.utf8) + none + text.utf8
    }
  }

  /// Returns whether a key has 1 to 79 visible letters, and single blanks between them only.
  private static func isAllowed(key: String) -> Bool {
    let words = key.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    let isWellSpaced = words.allSatisfy { word in !word.isEmpty }
    let isVisible = words.joined().allSatisfy { letter in (33..<127).contains(letter) }
    return isWellSpaced && isVisible && key.utf8.count < 80
  }

  /// Replaces control characters, which PNG forbids but for line feeds.
  private static func printable(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    let isControl = scalar.value < 32 || (127..<160).contains(scalar.value)
    return isControl ? " " : scalar
  }
}
