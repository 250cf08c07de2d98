import WavethumbBytes

/// The frames of an ID3v2 tag, of versions 2 to 4.
struct ID3Frames {
  /// The frames to read, and their largest sizes.
  struct Selection {
    var names: Set<String>
    /// The longest frame and, if the tag is unsynchronized, the longest tag.
    var maximumFrameBytes = 1 << 16
    var maximumTagBytes = 1 << 20
    /// Whether a longer frame is truncated instead of skipped.
    var cutsLonger = false

    static let text = Selection(names: Set(AudioTags.rows.flatMap(\.id3) + ["CHAP"]))
  }

  private let source: ByteSource
  private let offset: Int
  private let end: Int
  private let version: Int
  private let selection: Selection

  /// More frames than any tag has.
  // Untuned.
  private static let maximumFrames = 4096

  init(
    _ source: ByteSource,
    in range: Range<Int>,
    version: Int,
    selecting selection: Selection = .text
  ) {
    self.source = source
    self.version = version
    self.selection = selection
    offset = range.lowerBound
    end = min(range.upperBound, source.size)
  }

  init(_ source: ByteSource, of tag: ID3Tag, selecting selection: Selection = .text) {
    var source = source
    var range = tag.body
    if tag.isUnsynchronised {
      // Sizes count the bytes before unsynchronization, so it is undone for the whole tag first.
      let count = min(range.count, selection.maximumTagBytes)
      let bytes = Self.resynchronised(source.bytes(at: range.lowerBound, count: count))
      source = ByteSource(bytes: bytes)
      range = 0..<bytes.count
    }
    if tag.hasExtendedHeader {
      let length = Self.extendedHeaderLength(source, at: range.lowerBound, version: tag.version)
      let start = range.lowerBound + length
      range = start..<max(range.upperBound, start)
    }
    self.init(source, in: range, version: tag.version, selecting: selection)
  }

  private static func extendedHeaderLength(
    _ source: ByteSource,
    at offset: Int,
    version: Int
  ) -> Int {
    let size = source.bytes(at: offset, count: 4)
    // Only version 4 counts the four bytes of the size as well.
    if version == 4 { return size.syncSafe32(at: 0) ?? 0 }
    return 4 + Int(size.bigEndian32(at: 0))
  }

  /// A frame: its name, its header with the flags, and where its body is.
  private struct Frame {
    let id: String
    let header: [UInt8]
    let body: Range<Int>
  }

  /// Calls a closure with each selected frame, in the order of the tag.
  func forEach(_ body: (_ id: String, _ bytes: [UInt8]) -> Void) {
    var offset = self.offset
    for _ in 0..<Self.maximumFrames {
      guard let frame = frame(at: offset) else { return }
      if let bytes = selectedContent(of: frame) {
        body(frame.id, bytes)
      }
      offset = frame.body.upperBound
    }
  }

  /// Returns the frame at an offset, or nil after the last one.
  private func frame(at offset: Int) -> Frame? {
    // Version 2 has names and sizes of three bytes, and no flags.
    let isShort = version == 2
    let headerLength = isShort ? 6 : 10
    let idLength = isShort ? 3 : 4
    guard offset + headerLength < end else { return nil }
    let header = source.bytes(at: offset, count: headerLength)
    let id = header.prefix(idLength)
    // Behind the last frame are zeros.
    guard header.count == headerLength, id.allSatisfy(Self.isIdentifier) else { return nil }

    let start = offset + headerLength
    let size = frameSize(header, at: start)
    // A frame that is longer than its tag is damage, behind which nothing can be found.
    guard size <= end - start else { return nil }
    return Frame(
      id: String(decoding: id, as: UTF8.self),
      header: header,
      body: start..<start + size
    )
  }

  /// Returns the content of a frame; nil if it is not selected, or cannot be read.
  private func selectedContent(of frame: Frame) -> [UInt8]? {
    guard selection.names.contains(frame.id) else { return nil }
    let size = frame.body.count
    guard size <= selection.maximumFrameBytes || selection.cutsLonger else { return nil }
    let count = min(size, selection.maximumFrameBytes)
    let bytes = source.bytes(at: frame.body.lowerBound, count: count)
    return content(of: bytes, header: frame.header)
  }

  /// Returns the size of a frame. Version 4 uses seven bits per byte, but some writers use eight,
  /// as ffmpeg does for a table of contents: the size that leads to another frame is used.
  private func frameSize(_ header: [UInt8], at start: Int) -> Int {
    if version == 2 { return Int(header.bigEndian32(at: 3) >> 8) }
    let plain = Int(header.bigEndian32(at: 4))
    guard version == 4, let size = header.syncSafe32(at: 4) else { return plain }
    let isStandard = size == plain || isBoundary(start + size)
    let leadsToFrame = isBoundary(start + plain)
    if !isStandard, leadsToFrame { return plain }
    return size
  }

  /// Returns whether a frame, the padding or the end of the tag begins at an offset.
  private func isBoundary(_ offset: Int) -> Bool {
    guard offset < end else { return offset == end }
    let id = source.bytes(at: offset, count: min(4, end - offset))
    return id.allSatisfy { $0 == 0 } || id.allSatisfy(Self.isIdentifier)
  }

  private static func isIdentifier(_ byte: UInt8) -> Bool {
    byte.isASCIIDigit || byte.isASCIIUppercase
  }

  /// Returns the body without the fields that its flags add; nil if compressed or encrypted.
  private func content(of body: [UInt8], header: [UInt8]) -> [UInt8]? {
    guard version > 2 else { return body }
    let flags = header[9]
    func has(_ flag: UInt8) -> Bool { flags & flag != 0 }

    if version == 3 {
      let isPacked = has(0x80) || has(0x40)
      if isPacked { return nil }
      let hasGroup = has(0x20)
      if hasGroup { return Array(body.dropFirst()) }
      return body
    }

    let isPacked = has(0x08) || has(0x04)
    if isPacked { return nil }
    // A byte for the group, and four for the length of the data.
    var extra = 0
    if has(0x40) {
      extra += 1
    }
    if has(0x01) {
      extra += 4
    }
    let rest = Array(body.dropFirst(extra))
    let isUnsynchronised = has(0x02)
    if isUnsynchronised { return Self.resynchronised(rest) }
    return rest
  }

  /// Undoes unsynchronization: removes the zeros after every 0xFF.
  // They are there so that a player which knows no tags finds no sync word of MPEG in one.
  private static func resynchronised(_ bytes: [UInt8]) -> [UInt8] {
    var kept: [UInt8] = []
    kept.reserveCapacity(bytes.count)
    var last: UInt8 = 0
    for byte in bytes {
      let isInserted = last == 0xFF && byte == 0
      if !isInserted {
        kept.append(byte)
      }
      last = byte
    }
    return kept
  }
}
