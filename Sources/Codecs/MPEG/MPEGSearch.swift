/// Finds MPEG frames among other bytes: one header proves nothing, a chain of them does.
struct MPEGSearch {
  struct Found: Equatable {
    var offset: Int
    var header: MPEGFrameHeader
  }

  /// The number of consecutive frames that prove a stream.
  // Untuned. A header has 11 sync bits and a few more that must agree, so that bytes of any other
  // kind contain single headers all the time.
  private static let chain = 4
  /// The number of frames that prove an MPEG file, and the bytes to examine.
  // Untuned. libmpg123 decodes 2,089 of 8,597 real files that are no MPEG, some as loud noise, so that
  // bytes which no container declares to be MPEG have to prove more.
  private static let longChain = 8
  private static let sample = 1 << 16
  /// The longest frame, including free format.
  private static let maximumFrameBytes = 8192
  /// Finding the length of a frame in free format is expensive, so attempts are limited.
  // Each looks at 8 KiB, so that all of them look at half a megabyte.
  private static let freeFormatTries = 64

  private static let sync = BytePair(first: 0xFF, second: 0xE0, mask: 0xE0)

  let source: ByteSource

  /// Returns the first frame of a chain that begins at most `limit` bytes behind an offset.
  func first(from start: Int, within limit: Int) -> Found? {
    let end = min(source.size - 4, start + limit)
    var offset = start
    var freeFormats = 0
    while offset <= end {
      guard let sync = Self.sync.next(in: source, from: offset, through: end) else { return nil }
      if let header = header(at: sync) {
        let isFreeFormat = header.length == nil
        if isFreeFormat {
          freeFormats += 1
        }
        let isTried = !isFreeFormat || freeFormats <= Self.freeFormatTries
        if isTried, holds(header, at: sync, after: sync - start) {
          return Found(offset: sync, header: header)
        }
      }
      offset = sync + 1
    }
    return nil
  }

  /// Returns whether at least eight consecutive frames either begin at `start` or cover nine
  /// tenths of the next 64 KiB: other bytes contain chains by chance. Fewer frames count
  /// only if they are the whole file.
  func fills(from found: Found, behind start: Int) -> Bool {
    let coverage = coverage(from: found)
    let hasLongChain = coverage.maximumChain >= Self.longChain
    let beginsThere = found.offset == start
    if hasLongChain, beginsThere { return true }
    let isWholeFile = beginsThere && coverage.isWhole
    guard hasLongChain || isWholeFile else { return false }
    let nineTenths = (coverage.end - found.offset) / 10 * 9
    return coverage.bytes >= nineTenths
  }

  /// What a walk over the frames of a sample has found.
  private struct Coverage {
    /// The bytes that belong to frames.
    var bytes = 0
    /// The largest number of frames of one kind in a row.
    var maximumChain = 0
    /// The end of the sample, or of the sound if that is earlier.
    var end: Int
    /// Whether the frames go on to the end of the sound.
    var isWhole = false
  }

  private func coverage(from found: Found) -> Coverage {
    let freeLength = freeFormatLength(found.header, at: found.offset)
    var coverage = Coverage(end: min(source.size, found.offset + Self.sample))
    var offset = found.offset
    var header = found.header
    var chain = 0
    while offset < coverage.end {
      let next = self.header(at: offset)
      let length = next?.length(inFreeFormat: freeLength)
      if let next, let length, header.continues(as: next) {
        coverage.bytes += min(length, coverage.end - offset)
        chain += 1
        coverage.maximumChain = max(coverage.maximumChain, chain)
        offset += length
      } else if source.hasTrailer(at: offset) {
        coverage.end = offset
        coverage.isWhole = true
      } else if let next = first(from: offset, within: coverage.end - offset) {
        offset = next.offset
        header = next.header
        chain = 0
      } else {
        break
      }
    }
    // What is left of a file that was cut within a header shows nothing.
    let isAtEnd = offset + MPEGFrameHeader.length > source.size
    coverage.isWhole = coverage.isWhole || isAtEnd
    return coverage
  }

  /// Returns an encoder's info at or before the first frame of a chain.
  func encoderInfo(from start: Int, through first: Int) -> EncoderInfoFrame? {
    // A frame of info is the first or follows a few damaged ones.
    var offset = max(start, first - 8 * Self.maximumFrameBytes)
    while let sync = Self.sync.next(in: source, from: offset, through: first) {
      if let header = header(at: sync), let info = EncoderInfoFrame(header, at: sync, in: source) {
        return info
      }
      offset = sync + 1
    }
    return nil
  }

  func header(at offset: Int) -> MPEGFrameHeader? {
    MPEGFrameHeader(source.bytes(at: offset, count: 4))
  }

  /// Returns whether a chain of frames begins at an offset, after `skipped` other bytes.
  func holds(at offset: Int, after skipped: Int) -> Bool {
    guard let header = header(at: offset) else { return false }
    return holds(header, at: offset, after: skipped)
  }

  /// Returns whether the chain is long enough, or the bytes end within it.
  private func holds(_ first: MPEGFrameHeader, at start: Int, after skipped: Int) -> Bool {
    let freeLength = freeFormatLength(first, at: start)
    var offset = start
    var header = first
    for count in 1..<Self.chain {
      guard let length = header.length(inFreeFormat: freeLength) else { return false }
      offset += length
      let isAtEnd = offset + MPEGFrameHeader.length > source.size
      if isAtEnd || source.hasTrailer(at: offset) { return count > 1 || skipped == 0 }
      guard let next = self.header(at: offset), first.continues(as: next) else { return false }
      header = next
    }
    return true
  }

  /// Returns the length of an unpadded frame in free format, from the positions of the next ones;
  /// nil in other formats.
  func freeFormatLength(_ first: MPEGFrameHeader, at start: Int) -> Int? {
    guard first.length == nil else { return nil }
    let bytes = source.bytes(at: start, count: Self.maximumFrameBytes)
    // Nearer sync words are chance: a frame has at least a header and the side information. Untuned.
    var distance = 24
    while distance + 4 <= bytes.count {
      // The byte first, because a header takes longer to read.
      if bytes[distance] == 0xFF, let next = MPEGFrameHeader(bytes, at: distance),
        first.continues(as: next)
      {
        // A third frame as far behind the second is the proof.
        let length = distance - first.paddingBytes
        let third = start + distance + length + next.paddingBytes
        if let header = header(at: third), first.continues(as: header) { return length }
      }
      distance += 1
    }
    return nil
  }
}
