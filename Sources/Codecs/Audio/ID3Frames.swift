import Bytes

struct ID3Frames {
  /// The frames to read, and their largest sizes.
  struct Selection {
    var names: Set<String>
    /// The longest frame and, if the tag is unsynchronized, the longest tag.
    var longest = 1 << 16
    var longestTag = 1 << 20
    /// Whether a longer frame is truncated instead of skipped.
    var cutsLonger = false

    static let words = Selection(names: [
      "TIT2", "TPE1", "TALB", "TRCK", "TDRC", "TYER", "CHAP", "TT2", "TP1", "TAL", "TRK", "TYE",
    ])
  }

  private let source: ByteSource
  private let offset: Int
  private let end: Int
  private let version: Int
  private let selection: Selection

  /// More frames than any tag has.
  private static let most = 4096

  init(_ source: ByteSource, _ place: Range<Int>, version: Int, _ selection: Selection = .words) {
    self.source = source
    self.version = version
    self.selection = selection
    offset = place.lowerBound
    end = min(place.upperBound, source.size)
  }

  init(_ source: ByteSource, of tag: ID3Tag, _ selection: Selection = .words) {
    var source = source
    var place = tag.body
    if tag.isUnsynchronised {
      // Sizes count the bytes before unsynchronization, so it is undone for the whole tag first.
      let bytes = Self.resynchronised(
        source.bytes(at: place.lowerBound, count: min(place.count, selection.longestTag)))
      source = ByteSource(bytes: bytes)
      place = 0..<bytes.count
    }
    if tag.hasExtendedHeader {
      let size = source.bytes(at: place.lowerBound, count: 4)
      let length = tag.version == 4 ? size.syncSafe32(at: 0) ?? 0 : 4 + Int(size.bigEndian32(at: 0))
      place = place.lowerBound + length..<max(place.upperBound, place.lowerBound + length)
    }
    self.init(source, place, version: tag.version, selection)
  }

  func forEach(_ body: (_ id: String, _ bytes: [UInt8]) -> Void) {
    var offset = self.offset
    let headerLength = version == 2 ? 6 : 10
    for _ in 0..<Self.most {
      guard offset + headerLength < end else { return }
      let header = source.bytes(at: offset, count: headerLength)
      let idLength = version == 2 ? 3 : 4
      guard header.count == headerLength, header.prefix(idLength).allSatisfy(Self.isIdentifier)
      else { return }
      let id = String(decoding: header.prefix(idLength), as: UTF8.self)
      let start = offset + headerLength
      let size = frameSize(header, at: start)
      guard size <= end - start else { return }
      if selection.names.contains(id), size <= selection.longest || selection.cutsLonger,
        let bytes = content(source.bytes(at: start, count: min(size, selection.longest)), header)
      {
        body(id, bytes)
      }
      offset = start + size
    }
  }

  /// Returns the size of a frame. Version 4 uses seven bits per byte, but some writers use eight,
  /// as ffmpeg does for a table of contents: the size that leads to another frame is used.
  private func frameSize(_ header: [UInt8], at start: Int) -> Int {
    if version == 2 { return Int(header.bigEndian32(at: 3) >> 8) }
    let plain = Int(header.bigEndian32(at: 4))
    guard version == 4, let size = header.syncSafe32(at: 4) else { return plain }
    return size == plain || isBoundary(start + size) || !isBoundary(start + plain) ? size : plain
  }

  private func isBoundary(_ offset: Int) -> Bool {
    guard offset < end else { return offset == end }
    let id = source.bytes(at: offset, count: min(4, end - offset))
    return id.allSatisfy { $0 == 0 } || id.allSatisfy(Self.isIdentifier)
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    (48...57).contains(byte) || (65...90).contains(byte)
  }

  /// Returns the body without the fields that its flags add; nil if compressed or encrypted.
  private func content(_ body: [UInt8], _ header: [UInt8]) -> [UInt8]? {
    guard version > 2 else { return body }
    let flags = header[9]
    if version == 3 {
      if flags & 0xC0 != 0 { return nil }
      return flags & 0x20 != 0 ? Array(body.dropFirst()) : body
    }
    if flags & 0x0C != 0 { return nil }
    let extra = (flags & 0x40 != 0 ? 1 : 0) + (flags & 0x01 != 0 ? 4 : 0)
    let rest = Array(body.dropFirst(extra))
    return flags & 0x02 != 0 ? Self.resynchronised(rest) : rest
  }

  /// Undoes unsynchronization: removes the zeros after every 0xFF.
  private static func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
    zip([0] + bytes, bytes).compactMap { $0 == 0xFF && $1 == 0 ? nil : $1 }
  }
}
