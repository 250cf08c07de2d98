import WavethumbBytes

/// The header of an Ogg page (RFC 3533, 6).
struct OggPage {
  static let headLength = 27
  /// The head, the lengths of 255 segments, and the bytes of each.
  static let maximumLength = headLength + 255 + 255 * 255
  /// Limits the attempts for hostile files: each may checksum a whole page.
  // Untuned.
  private static let maximumTries = 4096
  /// The first two letters of `OggS`.
  private static let capture = BytePair(first: UInt8(ascii: "O"), second: UInt8(ascii: "g"))

  let start: Int
  let head: [UInt8]
  let end: Int
  let number: UInt32
  let serial: UInt32
  /// The granule position of the last packet that ends in the page; nil if none does.
  let position: Int?

  /// Reads the header at an offset, or returns nil; the page may end beyond the file.
  init?(_ source: ByteSource, at start: Int) {
    let bytes = source.bytes(at: start, count: Self.headLength + 255)
    guard bytes.count > Self.headLength, bytes.starts(with: "OggS".utf8) else { return nil }
    let version = bytes[4]
    let headCount = Self.headLength + Int(bytes[26])
    guard version == 0, headCount <= bytes.count else { return nil }
    head = Array(bytes[..<headCount])
    self.start = start
    let bodyCount = head[Self.headLength...].reduce(0) { sum, length in sum + Int(length) }
    end = start + headCount + bodyCount
    let position = Int64(bitPattern: bytes.littleEndian64(at: 6))
    self.position = position == -1 ? nil : Int(position)
    serial = bytes.littleEndian32(at: 14)
    number = bytes.littleEndian32(at: 18)
  }

  var isContinued: Bool { head[5] & 1 != 0 }
  var isFirst: Bool { head[5] & 2 != 0 }
  var isLast: Bool { head[5] & 4 != 0 }
  /// Whether its last packet continues in the next page.
  var continues: Bool { head.count > Self.headLength && head[head.count - 1] == 255 }
  /// The lengths of the segments; 255 if a packet continues.
  var segments: ArraySlice<UInt8> { head[Self.headLength...] }
  var body: Range<Int> { start + head.count..<end }

  /// Appends the segments to the last packet, which is still open.
  func add(to packets: inout [[UInt8]], from source: ByteSource) {
    var offset = body.lowerBound
    for length in segments {
      packets[packets.count - 1] += source.bytes(at: offset, count: Int(length))
      offset += Int(length)
      if length < 255 {
        packets.append([])
      }
    }
  }

  /// Returns whether the page is complete and its checksum is correct.
  func isUndamaged(_ source: ByteSource) -> Bool {
    guard end <= source.size else { return false }
    let page = source.bytes(at: start, count: end - start)
    return Self.checksum(of: page).elementsEqual(head[22..<26])
  }

  /// Returns the checksum of a page, with zeros in its checksum field.
  static func checksum(of page: consuming [UInt8]) -> [UInt8] {
    page.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    var checksum = CRC32.ogg
    unsafe page.withUnsafeBytes { unsafe checksum.add($0) }
    return checksum.remainder.bigEndianBytes
  }

  /// Returns the first undamaged page at or after an offset.
  static func next(in source: ByteSource, from offset: Int) -> OggPage? {
    var next = offset
    var tries = 0
    while tries < maximumTries,
      let found = capture.next(in: source, from: next, through: source.size - headLength - 1)
    {
      if let page = OggPage(source, at: found) {
        if page.isUndamaged(source) { return page }
        tries += 1
      }
      next = found + 1
    }
    return nil
  }

  /// Returns the next undamaged page of a stream, before another stream begins behind it; nil if
  /// there is none.
  ///
  /// Streams that belong together all begin before the second page of any, so the first page of a
  /// stream behind such a page is that of the next link. Without this end, each link of a chain
  /// would be searched through the whole file.
  static func next(
    of serial: UInt32,
    in source: ByteSource,
    from offset: Int,
    hasSecond: Bool
  ) -> OggPage? {
    var hasSecond = hasSecond
    var next = offset
    while let page = Self.next(in: source, from: next) {
      if page.serial == serial { return page }
      if page.isFirst {
        if hasSecond { return nil }
      } else {
        hasSecond = true
      }
      next = page.end
    }
    return nil
  }
}
