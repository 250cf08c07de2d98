import TestSupport
import Testing

@testable import Codecs

@Suite struct `Tags of a WAV stream` {
  private static func list(_ tags: [(name: String, text: String)]) -> [UInt8] {
    var body = Array("INFO".utf8)
    for (name, text) in tags {
      let value = Array(text.utf8) + [0]
      body += fields(Array(name.utf8), littleEndian(value.count), value)
      // Chunks begin at even offsets.
      if !value.count.isMultiple(of: 2) {
        body.append(0)
      }
    }
    return fields(Array("LIST".utf8), littleEndian(body.count), body)
  }

  /// The head of a stream of 32-bit floats with tags.
  private static let head = StreamHeads.wav(
    dataSize: .max,
    tag: 3,
    bits: 32,
    before: list([
      (name: "INAM", text: "Tëst"),
      (name: "IART", text: "A"),
      (name: "IPRD", text: "B\u{1B}[2J"),
      (name: "ISFT", text: "Lavf"),
      (name: "IPRT", text: "7"),
      (name: "ICRD", text: "1999-05-01"),
    ])
  )

  @Test func `tags stand before the samples`() throws {
    let header = try #require(PCMStreamHeader(Self.head))
    #expect(header.start == Self.head.count)
    #expect(header.declaredBytes == nil)
    let expected = AudioTags(title: "Tëst", artist: "A", album: "B [2J", track: "7", date: "1999")
    #expect(AudioTags(infoOf: Self.head) == expected)

    let withoutTags = StreamHeads.wav(dataSize: .max)
    #expect(AudioTags(infoOf: withoutTags) == AudioTags())
  }

  @Test func `truncated and mutated heads are harmless`() {
    for length in Self.head.indices {
      _ = AudioTags(infoOf: Array(Self.head[..<length]))
    }
    for offset in Self.head.indices {
      // Nothing, one, and the ends of a byte with and without a sign.
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var broken = Self.head
        broken[offset] = value
        _ = AudioTags(infoOf: broken)
      }
    }
  }

  // The last has the digits of Arabic.
  @Test(arguments: [
    (date: "1999", year: "1999"),
    (date: "2011-05-01T10:00", year: "2011"),
    (date: "1.5.2011", year: "2011"),
    (date: "99", year: nil),
    (date: "", year: nil),
    (date: "20110501", year: "2011"),
    (date: "May", year: nil),
    (date: "١٩٩٩", year: nil),
  ])
  func `the year of a date is its four digits`(date: String, year: String?) {
    #expect(AudioTags(date: date).year == year)
  }
}
