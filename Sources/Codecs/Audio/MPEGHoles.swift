import Bytes

/// Finds the bytes that libmpg123 passes over between frames, and how long they would have sounded.
struct MPEGHoles {
  enum Passage: Equatable {
    /// The frame comes so many lost ones after the one before.
    case after(lost: Int)
    /// The bytes look like a frame by chance: none follows them.
    case falseFrame
  }

  private let search: MPEGSearch
  /// Where the next frame should begin; nil where decoding began anew.
  private var expected: Int?
  private var bytes = 0
  private var frames = 0
  /// The mean length of all frames, if the encoder noted it; else that of the frames so far counts.
  private let meanLength: Double?

  init(_ source: ByteSource, meanLength: Double?) {
    search = MPEGSearch(source: source)
    self.meanLength = meanLength
  }

  /// Forgets where the next frame should begin, as decoding goes on elsewhere.
  mutating func restart() {
    expected = nil
  }

  /// Whether no frame and no tag is where the next frame should begin.
  var isNext: Bool {
    guard let expected, expected + 4 <= search.source.size else { return false }
    return search.header(at: expected) == nil && endOfTags(at: expected) == expected
  }

  /// Takes the frame that was decoded next.
  mutating func pass(frameAt place: Int, length: Int) -> Passage {
    var lost = 0
    if let expected, place > expected {
      let begin = endOfTags(at: expected)
      if begin < place {
        guard search.holds(at: place, after: 1) else { return .falseFrame }
        // Between a tag and the next recording that somebody joined to this one nothing was lost.
        if begin == expected, bytes > 0 {
          let length = meanLength ?? Double(bytes) / Double(frames)
          lost = Int((Double(place - begin) / length).rounded())
        }
      }
    }
    expected = place + length
    bytes += length
    frames += 1
    return .after(lost: lost)
  }

  private func endOfTags(at offset: Int) -> Int {
    var place = offset
    while let end = endOfTag(at: place), end > place, end <= search.source.size { place = end }
    return place
  }

  private func endOfTag(at place: Int) -> Int? {
    let head = search.source.bytes(at: place, count: 32)
    if head.starts(with: "ID3".utf8) { return ID3Tag(search.source, at: place)?.end }
    if head.starts(with: "TAG".utf8) { return place + 128 }
    guard head.starts(with: "APETAGEX".utf8), head.count == 32 else { return nil }
    // The length counts the footer, and a head that comes before it where there is one.
    let isHead = head[23] & 0x20 != 0
    return place + (isHead ? 32 + Int(head.littleEndian32(at: 12)) : 32)
  }
}
