import Bytes

/// The metadata blocks of a FLAC file: one byte for kind and end, three for the length.
enum FLACBlocks {
  enum Kind: UInt8 {
    case comments = 4
    case picture = 6
  }

  private static let most = 1024

  /// Calls `body` with every block of a kind, each up to a length, until it returns false.
  static func forEach(
    _ kind: Kind, in source: ByteSource, at start: Int, atMost longest: Int = 1 << 24,
    _ body: ([UInt8]) -> Bool
  ) {
    _ = walk(in: source, at: start) { found, block in
      found != kind.rawValue
        || body(source.bytes(at: block.lowerBound, count: min(block.count, longest)))
    }
  }

  /// Returns the end of the last block, or nil if it cannot be found.
  static func end(in source: ByteSource, at start: Int) -> Int? {
    walk(in: source, at: start) { _, _ in true }
  }

  private static func walk(
    in source: ByteSource, at start: Int, _ body: (_ kind: UInt8, _ block: Range<Int>) -> Bool
  ) -> Int? {
    guard source.bytes(at: start, count: 4).elementsEqual("fLaC".utf8) else { return nil }
    var place = start + 4
    for _ in 0..<most {
      let header = source.bytes(at: place, count: 4)
      guard header.count == 4 else { return nil }
      let end = place + 4 + Int(header.bigEndian32(at: 0) & 0xFF_FFFF)
      guard body(header[0] & 0x7F, place + 4..<end) else { return nil }
      if header[0] & 0x80 != 0 { return end < source.size ? end : nil }
      place = end
    }
    return nil
  }
}
