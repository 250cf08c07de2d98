import WavethumbBytes

/// The metadata blocks of a FLAC file: one byte for kind and end, three for the length.
struct FLACBlocks {
  static let comments: UInt8 = 4
  static let picture: UInt8 = 6

  private static let most = 1024

  private(set) var all: [(kind: UInt8, place: Range<Int>)] = []
  /// The end of the last block, or nil if it cannot be found.
  private(set) var end: Int?

  init(_ source: ByteSource, at start: Int) {
    guard source.bytes(at: start, count: 4).elementsEqual("fLaC".utf8) else { return }
    var place = start + 4
    for _ in 0..<Self.most {
      let header = source.bytes(at: place, count: 4)
      guard header.count == 4 else { return }
      let begin = place + 4
      place = begin + Int(header.bigEndian32(at: 0) & 0xFF_FFFF)
      all.append((header[0] & 0x7F, begin..<place))
      if header[0] & 0x80 != 0 {
        end = place < source.size ? place : nil
        return
      }
    }
  }
}
