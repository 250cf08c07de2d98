/// Checks before decoding that the pages of an Ogg file are complete, undamaged and in order.
// libsndfile declares 2^63-1 frames for a truncated file, and takes the position of any last page
// for the length, also of one that does not belong to the stream.
struct OggSurvey {
  /// Whether pages of the stream are missing or damaged before its end.
  private(set) var isDamaged = false
  /// Whether the file ends within a page or with invalid bytes.
  private(set) var isCut = false
  /// Whether libsndfile rejects a position of Opus that is too small for its samples.
  private(set) var hasRefusedPosition = false
  /// The declared end of the stream, or the start of the next one; nil if there is neither.
  private(set) var end: Int?
  /// The position at which the last page begins, by the count of the previous page; nil unless the
  /// file is a single stream with increasing positions and a declared end.
  private(set) var lastPageStart: Int?

  /// Whether libsndfile would lose sound or refuse the file.
  var needsRepair: Bool { isDamaged || hasRefusedPosition }

  private var number: UInt32
  private var positions = (last: 0, before: 0)
  private var continues = false
  private var hasEnded = false
  private var isPlain: Bool

  private static let positions = 0..<1 << 48

  /// Surveys the stream that begins at an offset; nil if there is no page.
  init?(_ source: ByteSource, at start: Int, coding: OggCoding) {
    guard let first = OggPage(source, at: start) else { return nil }
    number = first.number
    isPlain = start == 0 && first.isFirst && first.number == 0
    var packets = OggPackets(coding)
    var offset = start
    // Whether the second page of any stream of this link was passed.
    var hasSecond = false
    while offset < source.size, !hasEnded, !isDamaged, !isCut {
      if let page = OggPage(source, at: offset) {
        if page.serial == first.serial {
          check(page, in: source, packets: &packets)
        } else {
          isPlain = false
          // Multiplexed streams all begin before the second page of any.
          if page.isFirst, hasSecond { break }
        }
        hasSecond = hasSecond || !page.isFirst
        offset = page.end
      } else {
        // Invalid bytes are harmless only after a complete end.
        isDamaged =
          OggPage.next(of: first.serial, in: source, from: offset, hasSecond: hasSecond) != nil
        isCut = !isDamaged
      }
    }
    if !isDamaged, hasEnded || offset < source.size {
      end = offset
    }
    let isFlawless = isPlain && hasEnded && offset == source.size && !isDamaged && !isCut
    if isFlawless, number > 1 {
      lastPageStart = positions.before
    }
  }

  private mutating func check(
    _ page: OggPage,
    in source: ByteSource,
    packets: inout OggPackets
  ) {
    if page.end > source.size {
      isCut = true
      return
    }
    guard page.number == number, page.isContinued == continues, page.isUndamaged(source) else {
      isDamaged = true
      return
    }
    number &+= 1
    continues = page.continues
    hasEnded = page.isLast
    let isFirst = packets.headersLeft > 0
    var samples = 0
    if packets.coding == .opus {
      samples = packets.samples(of: page, in: source)
    }
    if let position = page.position {
      checkPosition(position, of: page, samples: samples, isFirst: isFirst)
    }
  }

  /// Checks the position of a page by its samples; `isFirst` for the first page with sound.
  private mutating func checkPosition(
    _ position: Int,
    of page: OggPage,
    samples: Int,
    isFirst: Bool
  ) {
    guard Self.positions.contains(position), position >= positions.last else {
      isPlain = false
      if samples > 0 {
        hasRefusedPosition = true
      }
      return
    }
    if samples > 0 {
      let room = position - positions.last
      let isRefused =
        if page.isLast {
          // The end may cut off samples, but a stream of one page must not gain any.
          isFirst && samples < position
        } else {
          samples > room
        }
      if isRefused {
        hasRefusedPosition = true
      }
    }
    positions = (position, positions.last)
  }
}
