import Testing

@testable import Codecs

@Suite struct CommentChaptersTests {
  @Test func `comment chapters are sorted by time, with their names`() {
    let cues = Self.cues([
      "TITLE=x",
      "CHAPTER002=00:01:02.500",
      "CHAPTER002NAME=Second",
      "chapter001=00:00:00.000",
      "chapter001name=First",
      "CHAPTER001URL=https://example.org",
      "CHAPTER003=01:00:00",
    ])
    #expect(cues.map(\.start) == [0, 62.5, 3600])
    #expect(cues.map(\.name) == ["First", "Second", ""])
    #expect(cues.allSatisfy { $0.end == nil })
  }

  // Times of a wrong form, numbers that have not three digits, a name without a time, and no value.
  @Test(arguments: [
    "CHAPTER001=",
    "CHAPTER001=1:2",
    "CHAPTER001=00:60:00",
    "CHAPTER001=00:00:nan",
    "CHAPTER001=-1:00:00",
    "CHAPTER001=00:00:1e9",
    "CHAPTER01=00:00:01",
    "CHAPTERabc=00:00:01",
    "CHAPTER0011=00:00:01",
    "CHAPTER001NAME=alone",
    "CHAPTER001",
  ])
  func `invalid comment chapters are ignored`(comment: String) {
    #expect(Self.cues([comment]).isEmpty)
  }

  @Test func `comment chapter names are cleaned, and the first time of a number counts`() {
    // The escape would clear the screen of a terminal.
    let cues = Self.cues([
      "CHAPTER001=00:00:01",
      "CHAPTER001=00:00:09",
      "CHAPTER001NAME=a\u{1B}[2Jb",
    ])
    #expect(cues.map(\.start) == [1])
    #expect(cues.map(\.name) == ["a [2Jb"])
  }

  @Test func `a wrong length ends the comment list`() {
    #expect(VorbisComments([]).pairs.isEmpty)
    // A sum of offset and length must not overflow.
    let endlessVendor = littleEndian(0xFFFF_FFFF) + littleEndian(1)
    #expect(VorbisComments(endlessVendor).pairs.isEmpty)
  }

  @Test func `a comment list that is cut keeps what there is`() {
    let list = Self.list(["A=1", "B=22222"])
    let pairs = VorbisComments(Array(list.dropLast(4))).pairs
    #expect(pairs.map(\.name) == ["A", "B"])
    let values = pairs.map { String(decoding: $0.value, as: UTF8.self) }
    #expect(values == ["1", "2"])
  }

  private static func cues(_ comments: [String]) -> [AudioCue] {
    CommentChapters.cues(in: VorbisComments(list(comments)))
  }

  /// Returns a comment list without a vendor.
  private static func list(_ comments: [String]) -> [UInt8] {
    let texts = comments.flatMap { comment in
      littleEndian(comment.utf8.count) + Array(comment.utf8)
    }
    let vendorLength = littleEndian(0)
    return vendorLength + littleEndian(comments.count) + texts
  }
}
