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
      case "NAME": names[number] = TagText.mended(value)
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
