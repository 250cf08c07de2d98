import Testing

@testable import Codecs

@Suite struct `Tags in a WAV INFO chunk` {
  private func chunk(_ id: String, _ body: [UInt8]) -> [UInt8] {
    Array(id.utf8) + [UInt8(body.count), 0, 0, 0] + body + (body.count % 2 == 1 ? [0] : [])
  }

  private var head: [UInt8] {
    let info =
      Array("INFO".utf8) + chunk("INAM", Array("Tëst\0".utf8)) + chunk("IART", Array("A\0".utf8))
      + chunk("IPRD", Array("B\u{1B}[2J\0".utf8)) + chunk("IPRT", Array("7".utf8))
      + chunk("ICRD", Array("1999-05-01".utf8))
    return Array("RIFF....WAVE".utf8) + chunk("fmt ", Array(repeating: 1, count: 16))
      + chunk("LIST", info) + Array("data".utf8) + [255, 255, 255, 255]
  }

  @Test func `title, artist, album, track and year of INFO are read`() {
    let tags = AudioTags(waveHead: head)
    let expected = AudioTags(
      title: "Tëst", artist: "A", album: "B [2J", track: "7", date: "1999")
    #expect(tags == expected)
  }

  @Test(arguments: [
    ("1999", "1999"), ("2011-05-01T10:00", "2011"), ("1.5.2011", "2011"), ("99", nil), ("", nil),
    ("20110501", "2011"), ("May", nil), ("١٩٩٩", nil),
  ])
  func `the year of a date is its four digits`(date: String, year: String?) {
    #expect(AudioTags(date: date).year == year)
  }

  @Test func `truncated and mutated INFO chunks are harmless`() {
    for length in 0...head.count { _ = AudioTags(waveHead: head.prefix(length)) }
    for place in head.indices {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var broken = head
        broken[place] = value
        _ = AudioTags(waveHead: broken)
      }
    }
  }
}
