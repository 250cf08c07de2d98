import WavethumbBytes

/// The metadata blocks of a FLAC file: one byte for kind and end, three for the length (RFC 9639, 8).
struct FLACBlocks {
  static let comments: UInt8 = 4
  static let picture: UInt8 = 6

  // A guess: real files have some ten, and a hostile one may consist of empty blocks.
  private static let maximumBlocks = 1024

  private(set) var all: [(kind: UInt8, range: Range<Int>)] = []
  /// The end of the last block, or nil if it cannot be found.
  private(set) var end: Int?

  init(_ source: ByteSource, at start: Int) {
    guard source.bytes(at: start, count: 4).elementsEqual("fLaC".utf8) else { return }
    var offset = start + 4
    for _ in 0..<Self.maximumBlocks {
      let header = source.bytes(at: offset, count: 4)
      guard header.count == 4 else { return }
      let begin = offset + 4
      offset = begin + Int(header.bigEndian32(at: 0) & 0xFF_FFFF)
      all.append((header[0] & 0x7F, begin..<offset))
      let isLast = header[0] & 0x80 != 0
      if isLast {
        let isInFile = offset < source.size
        end = isInFile ? offset : nil
        return
      }
    }
  }
}
