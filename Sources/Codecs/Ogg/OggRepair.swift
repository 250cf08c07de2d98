import WavethumbBytes

/// Presents the undamaged pages of an Ogg file as one stream, with new numbers and positions, and
/// the holes between them.
final class OggRepair: RepairedBytes {
  /// A place where samples were lost, in units of granule positions.
  struct Hole {
    var position: Int
    var samples: Int
  }

  private(set) var length = 0
  private(set) var holes: [Hole] = []
  /// Whether invalid bytes follow the last page, which does not declare the end.
  private(set) var isCut = false
  private(set) var end = 0
  /// The number of samples that a decoder skips at the beginning.
  private(set) var skipped = 0

  private let source: ByteSource
  private var pages: [Page] = []
  private var built: (index: Int, bytes: [UInt8]) = (-1, [])

  private struct Page {
    let start: Int
    let end: Int
    let position: Int?
    let number: UInt32
    let isContinued: Bool
    var newStart = 0
    var newPosition = -1
    /// The number of kept segments and bytes.
    var segments: Int
    var bytes: Int
  }

  /// The number of pages in a day of Vorbis: longer recordings are not repaired.
  private static let maximumPages = 400_000
  private static let maximumHeaderBytes = 1 << 22

  /// Collects the pages of a stream; nil if its headers are missing or nothing follows them.
  init?(_ source: ByteSource, at start: Int, _ coding: OggCoding) {
    self.source = source
    guard let first = OggPage(source, at: start) else { return nil }
    var headers: [[UInt8]] = [[]]
    var place = start
    while headers.count <= coding.headers {
      guard let page = header(at: place, first.serial),
        pages.count < Self.maximumPages,
        headers.reduce(0, { $0 + $1.count }) < Self.maximumHeaderBytes
      else { return nil }
      page.add(to: &headers, from: source)
      pages.append(Self.page(page))
      place = page.end
    }
    let headerCount = pages.count
    guard collect(from: place, first.serial), pages.count > headerCount else { return nil }
    var packets = OggPackets(coding)
    switch coding {
    case .vorbis:
      packets.modes = VorbisModes(identification: headers[0], setup: headers[2])
      if packets.modes == nil { return nil }
    case .opus: skipped = Int(headers[0].littleEndian16(at: 10))
    }
    recount(&packets, headers: headerCount)
    for index in pages.indices {
      pages[index].newStart = length
      length += OggPage.headLength + pages[index].segments + pages[index].bytes
    }
  }

  /// Copies bytes of the repaired stream from an offset, and returns their number.
  func copy(at offset: Int, into target: UnsafeMutableRawBufferPointer) -> Int {
    var copied = 0
    while copied < target.count, offset + copied < length {
      let index = page(holding: offset + copied)
      if built.index != index {
        built = (index, build(index))
      }
      let begin = offset + copied - pages[index].newStart
      let count = min(target.count - copied, built.bytes.count - begin)
      guard count > 0 else { break }
      unsafe built.bytes.withUnsafeBytes { bytes in
        let part = unsafe UnsafeRawBufferPointer(rebasing: bytes[begin..<begin + count])
        unsafe UnsafeMutableRawBufferPointer(rebasing: target[copied...]).copyMemory(from: part)
      }
      copied += count
    }
    return copied
  }

  /// Returns a header page, even if its checksum is wrong.
  private func header(at place: Int, _ serial: UInt32) -> OggPage? {
    if let page = OggPage(source, at: place), page.serial == serial, page.end <= source.size {
      return page
    }
    return OggPage.next(of: serial, in: source, from: place, hasSecond: pages.count > 1)
  }

  private static func page(_ page: OggPage) -> Page {
    // A larger position is damage: 2^48 samples are two centuries.
    let position = page.position.flatMap { position in
      position.magnitude < 1 << 48 ? position : nil
    }
    return Page(
      start: page.start, end: page.end, position: position, number: page.number,
      isContinued: page.isContinued, segments: page.segments.count, bytes: page.body.count)
  }

  /// Collects undamaged pages up to the one that declares the end, in the order of their numbers.
  private func collect(from start: Int, _ serial: UInt32) -> Bool {
    let first = pages.count
    var place = start
    while let page = OggPage.next(of: serial, in: source, from: place, hasSecond: true) {
      guard pages.count < Self.maximumPages else { return false }
      if !page.isFirst {
        pages.append(Self.page(page))
      }
      place = page.end
      end = place
      isCut = place < source.size && !page.isLast
      if page.isLast { break }
    }
    var sound = pages[first...].sorted { ($0.number, $0.start) < ($1.number, $1.start) }
    for index in sound.indices.dropFirst().reversed()
    where sound[index].number == sound[index - 1].number {
      sound.remove(at: index)
    }
    pages.replaceSubrange(first..., with: sound)
    return true
  }

  /// Recomputes all positions and finds the holes.
  private func recount(_ packets: inout OggPackets, headers: Int) {
    for index in 0..<headers {
      pages[index].newPosition = 0
      count(index, &packets)
    }
    var counted = 0
    var lost = 0
    // The offset of the file's positions from the number of counted and lost samples.
    var shift: Int?
    var open: (missing: Int, before: Int)?
    for index in headers..<pages.count {
      let missing = Int(pages[index].number &- pages[index - 1].number) - 1
      if missing != 0 || !pages[index].isContinued {
        cutOpenPacket(index - 1, &packets)
      }
      // A broadcast that was joined late continues with any page number after its headers.
      let isBegun = index == headers && pages[index].start == pages[index - 1].end
      if missing > 0, !isBegun {
        open = (missing + (open?.missing ?? 0), open?.before ?? counted)
      }
      let samples = count(index, &packets)
      let isLast = index == pages.count - 1
      if let position = pages[index].position {
        let beyond = position - counted - samples - lost - (shift ?? 0)
        let earlier = (samples: counted + lost, pages: index - headers)
        if let hole = open, isPlausible(beyond, inPages: hole.missing, after: earlier) {
          holes.append(Hole(position: hole.before, samples: beyond))
          lost += beyond
        } else if isLast, beyond < 0 {
          counted += max(beyond, -samples)
        } else {
          shift = position - counted - samples - lost
        }
        if shift == nil {
          shift = position - counted - samples - lost
        }
        open = nil
      }
      counted += samples
      pages[index].newPosition =
        if samples > 0 || isLast {
          counted
        } else {
          -1
        }
    }
  }

  /// Returns whether missing pages can contain this many samples.
  private func isPlausible(
    _ samples: Int, inPages pages: Int, after earlier: (samples: Int, pages: Int)
  ) -> Bool {
    // A page has at most 255 packets of 120 ms, and usually about as many samples as earlier pages.
    let most = earlier.pages > 3 ? 4 * earlier.samples / earlier.pages : 255 * 5760
    return samples > 0 && samples / (pages + 1) <= most
  }

  @discardableResult
  private func count(_ index: Int, _ packets: inout OggPackets) -> Int {
    guard let page = OggPage(source, at: pages[index].start) else { return 0 }
    return packets.samples(of: page, in: source)
  }

  /// Removes the beginning of a packet that no page continues.
  private func cutOpenPacket(_ index: Int, _ packets: inout OggPackets) {
    packets.open = nil
    guard let page = OggPage(source, at: pages[index].start), page.continues else { return }
    let kept = page.segments.lastIndex { $0 < 255 }.map { page.segments[...$0] } ?? []
    pages[index].segments = kept.count
    pages[index].bytes = kept.reduce(0) { $0 + Int($1) }
  }

  private func page(holding offset: Int) -> Int {
    var low = 0
    var high = pages.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if pages[middle].newStart <= offset {
        low = middle
      } else {
        high = middle - 1
      }
    }
    return low
  }

  private func build(_ index: Int) -> [UInt8] {
    let kept = pages[index]
    guard let page = OggPage(source, at: kept.start) else { return [] }
    var bytes = Array(page.head.prefix(OggPage.headLength + kept.segments))
    let isLast = index == pages.count - 1
    // Whether a packet continues is kept; first and last are those of the repaired stream.
    let first: UInt8 = index == 0 ? 2 : 0
    let last: UInt8 = isLast ? 4 : 0
    bytes[5] = bytes[5] & 1 | first | last
    let position = UInt64(bitPattern: Int64(kept.newPosition))
    bytes.replaceSubrange(6..<14, with: position.bigEndianBytes.reversed())
    bytes.replaceSubrange(18..<22, with: UInt32(index).bigEndianBytes.reversed())
    bytes[26] = UInt8(kept.segments)
    bytes += source.bytes(at: page.body.lowerBound, count: kept.bytes)
    bytes.replaceSubrange(22..<26, with: OggPage.checksum(of: bytes))
    return bytes
  }
}
