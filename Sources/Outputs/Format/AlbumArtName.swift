import WavethumbBytes

/// Filenames that media servers treat as album art, and the names used for outputs instead.
///
/// Navidrome uses any picture that matches `cover.*`, `folder.*` or `front.*` in any case, and
/// `artist.*` for artists; for a disc of an album it uses `disc*.*` and `cd*.*`. Jellyfin, Kodi and
/// Plex require the word to be followed directly by the extension.
package enum AlbumArtName {
  private static let artNames = ["cover", "folder", "front", "artist"].map { word in
    Array(word.utf8)
  }
  private static let discs = ["disc", "cd"].map { word in Array(word.utf8) }
  private static let infix = Array("-wave".utf8)
  private static let prefix = Array("wave-".utf8)
  private static let point = UInt8(ascii: ".")
  private static let separator = UInt8(ascii: "/")

  /// Returns the name for outputs of a recording: `cover-wave.wav` for `cover.wav`, and likewise
  /// `cover-wave-wave.wav` for `cover-wave.wav`; `wave-disc 1.wav` for `disc 1.wav`; and the
  /// unchanged path for any other.
  package static func avoidingArtNames(_ path: [UInt8]) -> [UInt8] {
    if let end = endOfArtName(path) { return inserting(infix, at: end, into: path) }
    let start = startOfName(path)
    guard namesDisc(path[start...]) else { return path }
    // Before the name: anything may follow `disc`, so nothing behind it would help.
    return inserting(prefix, at: start, into: path)
  }

  private static func inserting(_ mark: [UInt8], at index: Int, into path: [UInt8]) -> [UInt8] {
    var marked = path
    marked.insert(contentsOf: mark, at: index)
    return marked
  }

  /// Returns the path of the recording from a path returned by `avoidingArtNames`.
  package static func recording(_ path: [UInt8]) -> [UInt8] {
    if let end = endOfArtName(path), path[end...].starts(with: infix) {
      return removing(infix, at: end, from: path)
    }
    let start = startOfName(path)
    let name = path[start...]
    guard name.starts(with: prefix), namesDisc(name) else { return path }
    return removing(prefix, at: start, from: path)
  }

  private static func removing(_ mark: [UInt8], at index: Int, from path: [UInt8]) -> [UInt8] {
    var unmarked = path
    unmarked.removeSubrange(index..<index + mark.count)
    return unmarked
  }

  private static func startOfName(_ path: [UInt8]) -> Int {
    guard let last = path.lastIndex(of: separator) else { return 0 }
    return last + 1
  }

  /// Returns whether a name begins with `disc` or `cd`, after any number of our prefixes.
  // Any number, so that two recordings never get one name: `disc 1.wav` and a file that somebody
  // named `wave-disc 1.wav` both get one prefix more.
  private static func namesDisc(_ name: ArraySlice<UInt8>) -> Bool {
    var rest = name
    while rest.starts(with: prefix) {
      rest = rest.dropFirst(prefix.count)
    }
    return discs.contains { word in begins(rest, with: word) }
  }

  /// Returns the end of the word, if only our marks follow before the first dot.
  private static func endOfArtName(_ path: [UInt8]) -> Int? {
    let start = startOfName(path)
    let name = path[start...]
    let word = artNames.first { word in begins(name, with: word) }
    guard let word else { return nil }
    var rest = name.dropFirst(word.count)
    while rest.starts(with: infix) {
      rest = rest.dropFirst(infix.count)
    }
    guard rest.first == point else { return nil }
    return start + word.count
  }

  private static func begins(_ name: ArraySlice<UInt8>, with word: [UInt8]) -> Bool {
    guard name.count >= word.count else { return false }
    return zip(name, word).allSatisfy { byte, letter in byte.asciiLowercased == letter }
  }
}
