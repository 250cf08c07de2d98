/// The chunks at the beginning of a file, found without libpng in bytes that nobody checked.
package struct PNGChunks: Sequence, IteratorProtocol {
  /// A chunk that lies in the bytes whole; checksums are not looked at.
  package struct Chunk: Equatable, Sendable {
    /// Four letters.
    package let name: [UInt8]
    package let content: Range<Int>
  }

  private static let textName = Array("tEXt".utf8)
  private static let softwareKey = Array("Software".utf8) + [0]

  package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let bytes: [UInt8]
  private var position: Int

  /// Nil where the bytes do not begin as a PNG does; they may end anywhere.
  package init?(_ bytes: [UInt8]) {
    guard bytes.starts(with: Self.signature) else { return nil }
    self.bytes = bytes
    position = Self.signature.count
  }

  package mutating func next() -> Chunk? {
    let rest = bytes.count - position
    guard rest >= 12 else { return nil }
    let length = bytes[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
    guard length <= rest - 12 else { return nil }
    let name = Array(bytes[position + 4..<position + 8])
    let content = position + 8..<position + 8 + length
    position = content.upperBound + 4
    return Chunk(name: name, content: content)
  }

  /// The value of the first tEXt chunk named `Software`, of a file that begins with these bytes.
  package static func software(ofFirstBytes bytes: [UInt8]) -> String? {
    guard let chunks = PNGChunks(bytes) else { return nil }
    for chunk in chunks where chunk.name == textName {
      let content = bytes[chunk.content]
      if content.starts(with: softwareKey) {
        let scalars = content.dropFirst(softwareKey.count).map { Unicode.Scalar($0) }
        return String(String.UnicodeScalarView(scalars))
      }
    }
    return nil
  }
}
