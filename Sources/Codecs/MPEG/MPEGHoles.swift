import WavethumbBytes

/// Finds the bytes that libmpg123 skips between frames, and estimates their duration.
struct MPEGHoles {
  private let search: MPEGSearch
  /// The expected offset of the next frame; nil after a seek.
  private var expected: Int?
  private var hasBegun = false
  private let first: Int
  private let info: EncoderInfoFrame?
  /// The mean length of lost frames; nil before the first one.
  // Computed once, since it takes a walk over all headers.
  private var lostLength: Double?

  init(_ source: ByteSource, first: Int, info: EncoderInfoFrame?) {
    search = MPEGSearch(source: source)
    self.first = first
    self.info = info
  }

  mutating func restart() { expected = nil }

  /// Whether neither a frame nor a tag begins at the expected offset.
  var isNext: Bool {
    guard let expected, expected + 4 <= search.source.size else { return false }
    return search.header(at: expected) == nil && endOfTags(at: expected) == expected
  }

  /// Returns the number of frames lost before the next decoded frame; nil if these bytes only look
  /// like a frame, because no other follows.
  mutating func pass(frameAt offset: Int, length: Int) -> Int? {
    var lost = 0
    if let expected, offset > expected {
      let begin = endOfTags(at: expected)
      if begin < offset {
        guard search.holds(at: offset, after: 1) else { return nil }
        // Nothing is lost between a tag and a recording that was appended to this one.
        if begin == expected, hasBegun {
          let mean = lostLength ?? meanOfLost()
          lostLength = mean
          lost = Int((Double(offset - begin) / mean).rounded())
        }
      }
    }
    expected = offset + length
    hasBegun = true
    return lost
  }

  /// Returns the mean length of the frames that the encoder's info counts but the file lacks,
  /// computed from the bytes of all holes; without the info, the mean length of existing frames.
  private func meanOfLost() -> Double {
    let present = countFrames()
    let mean = Double(max(present.bytes, 1)) / Double(max(present.frames, 1))
    guard let info else { return mean }
    let meanOfAll = info.meanLength ?? mean
    // Frames that are missing at the end are no holes: at most one may be.
    guard let declaredBytes = info.bytes,
      search.source.size - first >= declaredBytes - MPEGFrameHeader.maximumLength,
      info.frames > present.frames
    else { return meanOfAll }
    let length = Double(present.lostBytes) / Double(info.frames - present.frames)
    // Beyond a factor of eight, the counts do not belong to this file.
    let isPlausible = (mean / 8...mean * 8).contains(length)
    return isPlausible ? length : meanOfAll
  }

  /// The number of frames in a file, their bytes, and the bytes lost between them.
  private struct FrameCount {
    var frames = 0
    var bytes = 0
    /// The bytes of all holes.
    var lostBytes = 0
  }

  /// Counts frames by a walk over all headers.
  private func countFrames() -> FrameCount {
    var count = FrameCount()
    // The frame with the encoder's info has no sound, and does not count itself.
    if info != nil {
      count.frames = -1
    }
    var offset = first
    while offset < search.source.size {
      if let length = search.header(at: offset)?.length {
        count.frames += 1
        count.bytes += length
        offset += length
      } else if let next = search.first(from: offset, within: search.source.size),
        next.offset > offset
      {
        let isTag = endOfTags(at: offset) != offset
        if !isTag {
          count.lostBytes += next.offset - offset
        }
        offset = next.offset
      } else {
        break
      }
    }
    return count
  }

  private func endOfTags(at offset: Int) -> Int {
    var offset = offset
    while let end = endOfTag(at: offset), end > offset, end <= search.source.size {
      offset = end
    }
    return offset
  }

  private func endOfTag(at offset: Int) -> Int? {
    let head = search.source.bytes(at: offset, count: 32)
    if head.starts(with: "ID3".utf8) { return ID3Tag(search.source, at: offset)?.end }
    // ID3v1 has a fixed length.
    if head.starts(with: "TAG".utf8) { return offset + 128 }
    // Header and footer of an APE tag have the same form, and a flag says which of them it is.
    guard head.starts(with: "APETAGEX".utf8), head.count == 32 else { return nil }
    let isHeader = head[23] & 0x20 != 0
    guard isHeader else { return offset + 32 }
    // The length includes the footer, but not the optional header.
    return offset + 32 + Int(head.littleEndian32(at: 12))
  }
}
