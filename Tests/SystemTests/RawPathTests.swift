import Testing

@testable import WavethumbSystem

@Suite struct `A raw path` {
  @Test func `path components are joined with one separator`() {
    #expect(RawPath("a").appending("b") == "a/b")
    #expect(RawPath("a/").appending("b") == "a/b")
    #expect(RawPath("").appending("b") == "b")
    #expect(RawPath("a").appending("") == "a")
    // As in a shell: an absolute path that a user gives is not one below the current folder.
    #expect(RawPath("a").appending("/b") == "/b")
  }

  @Test func `a path has a name and a parent`() {
    #expect(RawPath("a/b/c.mp3").name == "c.mp3")
    #expect(RawPath("a/b//").name == "b")
    #expect(RawPath("/").name == "")
    #expect(RawPath("a/b/c.mp3").parent == "a/b")
    #expect(RawPath("a//b").parent == "a")
    #expect(RawPath("a").parent == ".")
    #expect(RawPath("/a").parent == "/")
    #expect(RawPath("/").parent == "/")
  }

  @Test func `a path keeps invalid UTF-8 and shows it lossily`() {
    let path = RawPath(bytes: [0x61, 0xFF, 0x62])
    #expect(path.text == nil)
    #expect(path.lossyText == "a\u{FFFD}b")
    #expect(path.appending("c").bytes == [0x61, 0xFF, 0x62, 0x2F, 0x63])
  }

  // Swift takes both strings for equal, and Linux takes them for two files: by strings, one recording
  // would get the picture of the other.
  @Test func `a path distinguishes composed from decomposed letters`() {
    #expect(RawPath("\u{E9}") != RawPath("e\u{301}"))
  }

  @Test func `a path is percent-encoded byte by byte`() {
    #expect(RawPath("Über/a b%.mp3").percentEncoded == "%C3%9Cber/a%20b%25.mp3")
    #expect(RawPath(bytes: [0xFF]).percentEncoded == "%FF")
    #expect(RawPath("a#b?c&d'é~").percentEncoded == "a%23b%3Fc%26d%27%C3%A9~")
  }

  // A file name has 255 bytes at most, in all file systems of Linux: 251 and a suffix of four fit.
  @Test func `a name with room for its suffix is unchanged`() {
    #expect(RawPath("a/b.mp3").withSuffix(".bars.png") == "a/b.mp3.bars.png")
    let exact = RawPath(bytes: [UInt8](repeating: 0x61, count: 251))
    #expect(exact.withSuffix(".png").bytes.count == 255)
  }

  @Test func `a name too long for its suffix is shortened with a hash`() {
    let one = RawPath("d/").long("x.mp3")
    let other = RawPath("d/").long("y.mp3")
    let shortened = one.withSuffix(".mirroredBars@2x.png")
    #expect(shortened.name.bytes.count == 255)
    #expect(shortened == one.withSuffix(".mirroredBars@2x.png"))
    // Both are cut before the letter in which they differ; the hash of the whole name tells them apart.
    #expect(shortened != other.withSuffix(".mirroredBars@2x.png"))
    #expect(shortened.lossyText.hasSuffix(".mirroredBars@2x.png"))
    #expect(shortened.name.lossyText.contains("~"))
    #expect(shortened.parent == "d")
  }

  @Test func `a name is never cut within a character`() {
    // Notes of four bytes each, behind no to three letters, so that the place of the cut is at each byte
    // of a note once.
    for padding in 0..<4 {
      let name = String(repeating: "a", count: padding) + String(repeating: "🎵", count: 62)
      let shortened = RawPath(name).withSuffix(".mirroredBars.png")
      #expect(shortened.text != nil)
      #expect(shortened.bytes.count <= 255)
    }
  }

  // With another hash, a new version would not find the pictures of an earlier one.
  @Test func `a name is shortened equally on every machine`() {
    let shortened = RawPath("").long("").withSuffix(".png")
    #expect(shortened.lossyText.hasSuffix("~65631a41c2c6.png"))
  }
}

extension RawPath {
  /// Returns the path with a name of 255 bytes that ends in this way.
  fileprivate func long(_ ending: String) -> RawPath {
    let letters = [UInt8](repeating: UInt8(ascii: "a"), count: 255 - ending.utf8.count)
    return RawPath(bytes: bytes + letters + ending.utf8)
  }
}
