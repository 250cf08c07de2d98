import WavethumbBytes

/// A block of comments in Vorbis, Opus and FLAC: vendor, count, comments with their lengths.
struct VorbisComments {
  private static let most = 4096

  /// Comments as uppercase names and their values.
  private(set) var pairs: [(name: String, value: ArraySlice<UInt8>)] = []

  init(_ block: [UInt8]) {
    var offset = 4 + Int(block.littleEndian32(at: 0))
    guard offset + 4 <= block.count else { return }
    let count = Int(block.littleEndian32(at: offset))
    offset += 4
    for _ in 0..<min(count, Self.most) where offset + 4 <= block.count {
      // The last comment is truncated if the block was too long to be read.
      let comment = block[(offset + 4)...].prefix(Int(block.littleEndian32(at: offset)))
      if let equals = comment.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(decoding: comment[..<equals], as: UTF8.self).uppercased()
        pairs.append((name, comment[(equals + 1)...]))
      }
      offset += 4 + Int(block.littleEndian32(at: offset))
    }
  }
}

/// Chapters in the comments of Vorbis, Opus and FLAC: `CHAPTER001=00:01:02.345`, and the name of
/// that chapter as `CHAPTER001NAME`.
enum CommentChapters {
  static func cues(in comments: VorbisComments) -> [AudioCue] {
    var starts: [Substring: Double] = [:]
    var names: [Substring: String] = [:]
    for (name, value) in comments.pairs where name.hasPrefix("CHAPTER") {
      let number = name.dropFirst(7).prefix(3)
      guard number.count == 3, number.allSatisfy(\.isWholeNumber) else { continue }
      switch name.dropFirst(10) {
      case "": starts[number] = starts[number] ?? seconds(value)
      case "NAME": names[number] = TagText.mended(value)
      default: continue
      }
    }
    let sorted = starts.sorted { ($0.value, $0.key) < ($1.value, $1.key) }
    return sorted.prefix(AudioCue.most).map { number, start in
      AudioCue(start: start, name: names[number] ?? "")
    }
  }

  private static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
    let parts = String(decoding: text.prefix(40), as: UTF8.self)
      .split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = UInt16(parts[0]), let minutes = UInt8(parts[1]),
      let seconds = Double(parts[2]), minutes < 60, seconds >= 0, seconds < 60
    else { return nil }
    return Double(hours) * 3600 + Double(minutes) * 60 + seconds
  }
}
