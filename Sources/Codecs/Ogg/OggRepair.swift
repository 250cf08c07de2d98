import WavethumbBytes

/// Presents the undamaged pages of an Ogg file as one stream, with new numbers and positions, and
/// the holes between them.
// libsndfile stops at a missing page, or goes on with wrong positions. A stream without holes decodes
// to the end, and the holes are known from the positions in the file.
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
  /// The page that was built last: the library reads a page in several small pieces.
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
  // A hostile file may consist of empty pages, for each of which some 80 bytes are kept here.
  private static let maximumPages = 400_000
  // Comments may hold a picture. Larger ones are not repaired.
  private static let maximumHeaderBytes = 1 << 22

  /// Collects the pages of a stream; nil if its headers are missing or nothing follows them.
  init?(_ source: ByteSource, at start: Int, coding: OggCoding) {
    self.source = source
    guard let first = OggPage(source, at: start) else { return nil }
    var headers: [[UInt8]] = [[]]
    var offset = start
    while headers.count <= coding.headers {
      let headerBytes = headers.reduce(0) { sum, header in sum + header.count }
      let isWithinLimits = pages.count < Self.maximumPages && headerBytes < Self.maximumHeaderBytes
      guard isWithinLimits, let page = header(at: offset, first.serial) else { return nil }
      page.add(to: &headers, from: source)
      pages.append(Self.page(page))
      offset = page.end
    }
    let headerCount = pages.count
    guard collect(from: offset, first.serial), pages.count > headerCount else { return nil }
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
  // Without its headers nothing of a stream can be decoded, and the error may be in a comment.
  private func header(at offset: Int, _ serial: UInt32) -> OggPage? {
    if let page = OggPage(source, at: offset), page.serial == serial, page.end <= source.size {
      return page
    }
    return OggPage.next(of: serial, in: source, from: offset, hasSecond: pages.count > 1)
  }

  private static func page(_ page: OggPage) -> Page {
    // A larger position is damage: 2^48 samples are two centuries.
    let position = page.position.flatMap { position in
      position.magnitude < 1 << 48 ? position : nil
    }
    return Page(
      start: page.start,
      end: page.end,
      position: position,
      number: page.number,
      isContinued: page.isContinued,
      segments: page.segments.count,
      bytes: page.body.count
    )
  }

  /// Collects undamaged pages up to the one that declares the end, in the order of their numbers.
  private func collect(from start: Int, _ serial: UInt32) -> Bool {
    let first = pages.count
    var offset = start
    while let page = OggPage.next(of: serial, in: source, from: offset, hasSecond: true) {
      guard pages.count < Self.maximumPages else { return false }
      if !page.isFirst {
        pages.append(Self.page(page))
      }
      offset = page.end
      end = offset
      isCut = offset < source.size && !page.isLast
      if page.isLast { break }
    }
    // Pages that a download has stored twice, or out of order. Of two with the same number the first
    // one counts.
    let sorted = pages[first...].sorted { one, other in
      (one.number, one.start) < (other.number, other.start)
    }
    pages.removeSubrange(first...)
    for page in sorted {
      let isRepeated = pages.count > first && pages.last?.number == page.number
      if !isRepeated {
        pages.append(page)
      }
    }
    return true
  }

  /// The sums so far while the positions of all pages are recomputed, page after page.
  private struct Recount {
    /// The samples of the pages so far, and of the holes between them.
    var counted = 0
    var lost = 0
    /// The offset of the file's positions from the number of counted and lost samples.
    // A broadcast that was joined late begins at any position.
    var shift: Int?
    /// The missing pages since the last known position, and the samples before them.
    var open: (missing: Int, before: Int)?
  }

  /// Recomputes all positions and finds the holes.
  private func recount(_ packets: inout OggPackets, headers: Int) {
    for index in 0..<headers {
      pages[index].newPosition = 0
      countSamples(ofPage: index, in: &packets)
    }
    var recount = Recount()
    for index in headers..<pages.count {
      let missing = Int(pages[index].number &- pages[index - 1].number) - 1
      if missing != 0 || !pages[index].isContinued {
        cutOpenPacket(ofPage: index - 1, from: &packets)
      }
      // A broadcast that was joined late continues with any page number after its headers.
      let isBegun = index == headers && pages[index].start == pages[index - 1].end
      if missing > 0, !isBegun {
        // A hole goes on until a position says how long it is.
        let missingBefore = recount.open?.missing ?? 0
        let start = recount.open?.before ?? recount.counted
        recount.open = (missing: missing + missingBefore, before: start)
      }
      let samples = countSamples(ofPage: index, in: &packets)
      if let position = pages[index].position {
        compare(position, ofPage: index, samples: samples, headers: headers, with: &recount)
      }
      recount.counted += samples
      // The library needs a position where a packet ends, and -1 where none does.
      let hasPosition = samples > 0 || index == pages.count - 1
      pages[index].newPosition = hasPosition ? recount.counted : -1
    }
  }

  /// Compares the position that a page declares with the samples that were counted: what it has more
  /// is a hole if pages are missing, and a shift of all later positions if none are.
  private func compare(
    _ position: Int,
    ofPage index: Int,
    samples: Int,
    headers: Int,
    with recount: inout Recount
  ) {
    let difference = position - recount.counted - samples - recount.lost
    let beyond = difference - (recount.shift ?? 0)
    let earlier = (samples: recount.counted + recount.lost, pages: index - headers)
    let isLast = index == pages.count - 1
    if let hole = recount.open, isPlausible(beyond, inPages: hole.missing, after: earlier) {
      holes.append(Hole(position: hole.before, samples: beyond))
      recount.lost += beyond
    } else if isLast, beyond < 0 {
      // The last position may cut off samples that only fill the last packet.
      recount.counted += max(beyond, -samples)
    } else {
      recount.shift = difference
    }
    if recount.shift == nil {
      recount.shift = position - recount.counted - samples - recount.lost
    }
    recount.open = nil
  }

  /// Returns whether missing pages can contain this many samples.
  private func isPlausible(
    _ samples: Int,
    inPages pages: Int,
    after earlier: (samples: Int, pages: Int)
  ) -> Bool {
    // A page has at most 255 packets of 120 ms, and usually about as many samples as earlier pages.
    // Four times as many is untuned: with less, a hole before louder sound would be no hole.
    let maximum =
      if earlier.pages > 3 {
        4 * earlier.samples / earlier.pages
      } else {
        255 * 5760
      }
    return samples > 0 && samples / (pages + 1) <= maximum
  }

  @discardableResult
  private func countSamples(ofPage index: Int, in packets: inout OggPackets) -> Int {
    guard let page = OggPage(source, at: pages[index].start) else { return 0 }
    return packets.samples(of: page, in: source)
  }

  /// Removes the beginning of a packet that no page continues.
  private func cutOpenPacket(ofPage index: Int, from packets: inout OggPackets) {
    packets.open = nil
    guard let page = OggPage(source, at: pages[index].start), page.continues else { return }
    // A segment shorter than 255 bytes ends a packet.
    let lastEnd = page.segments.lastIndex { $0 < 255 }
    let kept = lastEnd.map { page.segments[...$0] } ?? []
    pages[index].segments = kept.count
    pages[index].bytes = kept.reduce(0) { sum, length in sum + Int(length) }
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
