import Testing

@testable import Codecs

@Suite struct CommentChaptersTests {
  @Test func `comment chapters are sorted by time, with their names`() {
    let cues = Self.cues([
      "TITLE=x", "CHAPTER002=00:01:02.500", "CHAPTER002NAME=Second", "chapter001=00:00:00.000",
      "chapter001name=First", "CHAPTER001URL=https://example.org", "CHAPTER003=01:00:00",
    ])
    #expect(cues.map(\.start) == [0, 62.5, 3600])
    #expect(cues.map(\.name) == ["First", "Second", ""])
    #expect(cues.allSatisfy { $0.end == nil })
  }

  @Test(arguments: [
    "CHAPTER001=", "CHAPTER001=1:2", "CHAPTER001=00:60:00", "CHAPTER001=00:00:nan",
    "CHAPTER001=-1:00:00", "CHAPTER001=00:00:1e9", "CHAPTER01=00:00:01", "CHAPTERabc=00:00:01",
    "CHAPTER0011=00:00:01", "CHAPTER001NAME=alone", "CHAPTER001",
  ])
  func `invalid comment chapters are ignored`(comment: String) {
    #expect(Self.cues([comment]).isEmpty)
  }

  @Test func `comment chapter names are cleaned, and the first time of a number counts`() {
    let cues = Self.cues([
      "CHAPTER001=00:00:01", "CHAPTER001=00:00:09", "CHAPTER001NAME=a\u{1B}[2Jb",
    ])
    #expect(cues.map(\.start) == [1])
    #expect(cues.first.map { !$0.name.utf8.contains(0x1B) } == true)
  }

  // The second list declares 2^32 - 1 bytes of a vendor; a sum of offset and length must not overflow.
  @Test func `a wrong count or length ends the comment list`() {
    #expect(VorbisComments([]).pairs.isEmpty)
    #expect(VorbisComments([255, 255, 255, 255, 1, 0, 0, 0]).pairs.isEmpty)
    let cut = Self.block(["A=1", "B=22222"]).dropLast(4)
    let pairs = VorbisComments(Array(cut)).pairs
    #expect(pairs.map { $0.name + String(decoding: $0.value, as: UTF8.self) } == ["A1", "B2"])
  }

  private static func cues(_ comments: [String]) -> [AudioCue] {
    CommentChapters.cues(in: VorbisComments(block(comments)))
  }

  private static func block(_ comments: [String]) -> [UInt8] {
    let body = comments.flatMap { little($0.utf8.count) + Array($0.utf8) }
    return little(0) + little(comments.count) + body
  }

  private static func little(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
