/// Names that media servers take for album art by their beginning, and what outputs are called
/// instead.
///
/// Navidrome takes any picture that matches `cover.*`, `folder.*` or `front.*` in any case, and
/// `artist.*` for artists; Jellyfin, Kodi and Plex want nothing between such a word and the ending.
package enum AlbumArtName {
  private static let words = ["cover", "folder", "front", "artist"].map { Array($0.utf8) }
  private static let mark = Array("-wave".utf8)
  private static let point = UInt8(ascii: ".")
  private static let separator = UInt8(ascii: "/")

  /// What outputs of a recording are named after: `cover-wave.wav` for `cover.wav`, so that
  /// `cover-wave.wav` is `cover-wave-wave.wav`, and the recording's own path for any other.
  package static func spared(_ path: [UInt8]) -> [UInt8] {
    guard let word = endOfWord(path) else { return path }
    return Array(path[..<word] + mark + path[word...])
  }

  /// Whether a file of that path may be taken for album art.
  package static func isTaken(_ path: [UInt8]) -> Bool {
    endOfWord(path).map { path[$0] == point } ?? false
  }

  /// The recording that outputs are named after, as `spared` names it.
  package static func recording(_ path: [UInt8]) -> [UInt8] {
    guard let word = endOfWord(path), path[word...].starts(with: mark) else { return path }
    return Array(path[..<word] + path[(word + mark.count)...])
  }

  /// Where the word ends, behind which there are only marks before the first point.
  private static func endOfWord(_ path: [UInt8]) -> Int? {
    let start = path.lastIndex(of: separator).map { $0 + 1 } ?? 0
    let name = path[start...]
    guard let word = words.first(where: { begins(name, with: $0) }) else { return nil }
    var rest = name.dropFirst(word.count)
    while rest.starts(with: mark) { rest = rest.dropFirst(mark.count) }
    return rest.first == point ? start + word.count : nil
  }

  private static func begins(_ name: ArraySlice<UInt8>, with word: [UInt8]) -> Bool {
    name.count >= word.count && zip(name, word).allSatisfy { $0 | 0x20 == $1 }
  }
}
