/// Decides by a file's name whether it may be a recording, and whether it is skipped.
package enum CandidateName {
  /// Whether a file is probably readable, judged by its extension; the content is authoritative.
  package enum Expectation: UInt8, Sendable, Hashable {
    /// Our libraries can read it.
    case readable
    /// Audio or video that our libraries cannot read.
    case unsupported
  }

  /// Returns the expectation for the file name in `range`, or nil if it is not a candidate.
  package static func expectation(of bytes: [UInt8], _ range: Range<Int>) -> Expectation? {
    guard !range.isEmpty else { return nil }
    var ending: UInt32 = 0
    for length in 0...min(longestExtension, range.count - 1) {
      let byte = bytes[range.upperBound - 1 - length]
      if byte == UInt8(ascii: ".") {
        if readable.contains(ending) { return .readable }
        return unsupported.contains(ending) ? .unsupported : nil
      }
      ending |= UInt32(lowercase(byte)) << UInt32(8 * (length & 3))
    }
    return nil
  }

  static func lacksExtension(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    !bytes[range].contains(UInt8(ascii: "."))
  }

  /// Returns whether a crawl skips the name in `range` silently: dot names and trash folders of
  /// other systems.
  package static func isSkipped(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    guard let first = bytes[range].first else { return true }
    if first == UInt8(ascii: ".") { return true }
    return initials.contains(first) && skipped.contains { $0.elementsEqual(bytes[range]) }
  }

  private static let longestExtension = 4

  /// The extensions of formats that our libraries read.
  static let readableEndings = [
    "mp3", "mp2", "mp1", "mpga", "bit", "wav", "wave", "bwf", "rf64", "w64", "flac", "ogg", "oga",
    "opus", "aif", "aiff", "aifc", "caf", "au", "snd", "sd2", "voc",
  ]

  /// The extensions of formats that only ffmpeg reads.
  static let ffmpegEndings = [
    "m4a", "m4b", "mp4", "aac", "alac", "wma", "ape", "wv", "mpc", "mka", "webm", "ac3", "dts",
    "amr", "spx", "tta",
  ]

  private static let readable = packed(readableEndings)
  private static let unsupported = packed(ffmpegEndings)

  private static let skipped = [
    "lost+found", "System Volume Information", "@eaDir", "#recycle", "$RECYCLE.BIN",
  ].map { Array($0.utf8) }
  private static let initials = skipped.compactMap(\.first)

  /// Packs extensions into integers, the last letter in the lowest byte.
  private static func packed(_ endings: [String]) -> [UInt32] {
    endings.map { letters in letters.utf8.reduce(0) { $0 << 8 | UInt32($1) } }
  }

  private static func lowercase(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
