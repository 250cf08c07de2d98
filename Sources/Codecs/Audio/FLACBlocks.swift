import Bytes

/// The blocks before the sound of a FLAC file: a byte for kind and end, three for the length.
enum FLACBlocks {
  enum Kind: UInt8 {
    case comments = 4
    case picture = 6
  }

  private static let most = 1024

  /// Hands over every block of a kind, each up to a length, until one is refused.
  static func forEach(
    _ kind: Kind, in source: ByteSource, at start: Int, atMost longest: Int = 1 << 24,
    _ body: ([UInt8]) -> Bool
  ) {
    guard source.bytes(at: start, count: 4).elementsEqual("fLaC".utf8) else { return }
    var place = start + 4
    for _ in 0..<most {
      let header = source.bytes(at: place, count: 4)
      guard header.count == 4 else { return }
      let length = Int(header.bigEndian32(at: 0) & 0xFF_FFFF)
      if header[0] & 0x7F == kind.rawValue,
        !body(source.bytes(at: place + 4, count: min(length, longest)))
      {
        return
      }
      if header[0] & 0x80 != 0 { return }
      place += 4 + length
    }
  }
}
