/// The pages of an Ogg file, walked over without decoding.
struct OggPages {
  private let source: ByteSource

  init(_ source: ByteSource) {
    self.source = source
  }

  /// The position at which the last page begins, by the count of the page before.
  ///
  /// Nil unless the file is one stream and nothing else, whose pages are all there, whole and in
  /// order: a decoder that passes over a damaged page counts differently from one that was sent
  /// past it.
  func lastPageStart() -> Int? {
    var place = 0
    var number: UInt32 = 0
    var serial: UInt32?
    var positions = (last: 0, before: 0)
    var continues = false
    while place < source.size {
      guard let page = OggPage(source, at: place), page.number == number,
        page.isFirst == (serial == nil), page.serial == serial ?? page.serial,
        page.isContinued == continues, page.isLast == (page.end == source.size),
        page.position.map({ $0 >= positions.last }) ?? true, page.isUndamaged(source)
      else { return nil }
      serial = page.serial
      number &+= 1
      continues = page.continues
      if let position = page.position { positions = (position, positions.last) }
      place = page.end
    }
    return place == source.size && number > 1 ? positions.before : nil
  }
}

/// The head of a page, and where the page ends.
private struct OggPage {
  private let start: Int
  private let head: [UInt8]
  let end: Int
  let number: UInt32
  let serial: UInt32
  /// The position of the last packet that ends in the page; nil where none does.
  let position: Int?

  init?(_ source: ByteSource, at start: Int) {
    let bytes = source.bytes(at: start, count: 27 + 255)
    guard bytes.count > 27, bytes.starts(with: "OggS".utf8), bytes[4] == 0 else { return nil }
    let headCount = 27 + Int(bytes[26])
    guard headCount <= bytes.count else { return nil }
    head = Array(bytes[..<headCount])
    self.start = start
    end = start + headCount + head[27...].reduce(0) { $0 + Int($1) }
    func number(at place: Int, count: Int) -> UInt64 {
      bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
    let position = Int64(bitPattern: number(at: 6, count: 8))
    guard end <= source.size, position >= -1, position < 1 << 48 else { return nil }
    self.position = position < 0 ? nil : Int(position)
    serial = UInt32(truncatingIfNeeded: number(at: 14, count: 4))
    self.number = UInt32(truncatingIfNeeded: number(at: 18, count: 4))
  }

  var isContinued: Bool { head[5] & 1 != 0 }
  var isFirst: Bool { head[5] & 2 != 0 }
  var isLast: Bool { head[5] & 4 != 0 }
  /// Whether its last packet goes on in the next page.
  var continues: Bool { head.count > 27 && head[head.count - 1] == 255 }

  /// Whether the checksum is that of the bytes.
  func isUndamaged(_ source: ByteSource) -> Bool {
    var blank = head
    blank.replaceSubrange(22..<26, with: [0, 0, 0, 0])
    var checksum = OggChecksum()
    unsafe blank.withUnsafeBytes { unsafe checksum.add($0) }
    let body = source.bytes(at: start + head.count, count: end - start - head.count)
    unsafe body.withUnsafeBytes { unsafe checksum.add($0) }
    return checksum.value
      == head[22..<26].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}

/// The CRC-32 of Ogg, whose bits run from the highest to the lowest, four bytes at a time.
private struct OggChecksum {
  private(set) var value: UInt32 = 0

  mutating func add(_ bytes: UnsafeRawBufferPointer) {
    var value = value
    unsafe Self.tables.withUnsafeBufferPointer { tables in
      var position = 0
      while position &+ 4 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: position, as: UInt32.self)
        value ^= word.bigEndian
        let high = unsafe tables[768 &+ Int(value >> 24)] ^ tables[512 &+ Int(value >> 16 & 255)]
        let low = unsafe tables[256 &+ Int(value >> 8 & 255)] ^ tables[Int(value & 255)]
        value = high ^ low
        position &+= 4
      }
      while position < bytes.count {
        let byte = unsafe Int(value >> 24) ^ Int(bytes[position])
        value = unsafe value << 8 ^ tables[byte]
        position &+= 1
      }
    }
    self.value = value
  }

  /// Four tables: what a byte does to the sum when none to three zeros follow it.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = []
    for byte: UInt32 in 0..<256 {
      var value = byte << 24
      for _ in 0..<8 { value = value >> 31 == 1 ? value << 1 ^ 0x04C1_1DB7 : value << 1 }
      tables.append(value)
    }
    for index in 256..<1024 {
      let before = tables[index - 256]
      tables.append(before << 8 ^ tables[Int(before >> 24)])
    }
    return tables
  }()
}
