import WavethumbBytes

/// A block of comments in Vorbis, Opus and FLAC: vendor, count, comments with their lengths.
struct VorbisComments {
  // More than any tag has. Untuned.
  private static let maximumCount = 4096

  /// Comments as uppercase names and their values.
  private(set) var pairs: [(name: String, value: ArraySlice<UInt8>)] = []

  init(_ block: [UInt8]) {
    var offset = 4 + Int(block.littleEndian32(at: 0))
    guard offset + 4 <= block.count else { return }
    let count = Int(block.littleEndian32(at: offset))
    offset += 4
    for _ in 0..<min(count, Self.maximumCount) where offset + 4 <= block.count {
      let length = Int(block.littleEndian32(at: offset))
      // The last comment is truncated if the block was too long to be read.
      let comment = block[(offset + 4)...].prefix(length)
      if let equals = comment.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(decoding: comment[..<equals], as: UTF8.self).uppercased()
        pairs.append((name, comment[(equals + 1)...]))
      }
      offset += 4 + length
    }
  }
}

extension AudioTags {
  /// Reads the tags of comments that libsndfile does not know.
  init(beyondSndfile comments: VorbisComments) {
    self.init { row in
      guard row.sndfile == nil else { return nil }
      let comment = comments.pairs.first { pair in pair.name == row.name.uppercased() }
      guard let comment else { return nil }
      return TagText.sanitized(comment.value)
    }
  }
}

/// Chapters in the comments of Vorbis, Opus and FLAC: `CHAPTER001=00:01:02.345`, and the name of
/// that chapter as `CHAPTER001NAME`.
enum CommentChapters {
  private static let prefix = "CHAPTER"
  private static let digits = 3

  static func cues(in comments: VorbisComments) -> [AudioCue] {
    var starts: [Substring: Double] = [:]
    var names: [Substring: String] = [:]
    for (name, value) in comments.pairs where name.hasPrefix(prefix) {
      let numbered = name.dropFirst(prefix.count)
      let number = numbered.prefix(digits)
      guard number.count == digits, number.allSatisfy(\.isWholeNumber) else { continue }
      switch numbered.dropFirst(digits) {
      // The first of equal chapters counts, as with tags.
      case "": starts[number] = starts[number] ?? seconds(value)
      case "NAME": names[number] = TagText.sanitized(value)
      default: continue
      }
    }
    // By number where times are equal, so that the same file always gives the same order.
    let sorted = starts.sorted { one, other in (one.value, one.key) < (other.value, other.key) }
    return sorted.prefix(AudioCue.maximumCount).map { number, start in
      AudioCue(start: start, name: names[number] ?? "")
    }
  }

  private static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
    // Longer than any time: a comment may have megabytes.
    let text = String(decoding: text.prefix(40), as: UTF8.self)
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3,
      let hours = UInt16(parts[0]),
      let minutes = UInt8(parts[1]),
      let seconds = Double(parts[2])
    else { return nil }
    // `Double` also reads "nan" and "-1", which no comparison below lets pass.
    let isTime = minutes < 60 && seconds >= 0 && seconds < 60
    guard isTime else { return nil }
    return Double(hours) * 3600 + Double(minutes) * 60 + seconds
  }
}
