import TestSupport
import Testing

@testable import Codecs

@Suite struct `Tracks of a Matroska stream` {
  private static let tags: [(track: Int, name: String, text: String)] = [
    (0, "title", "Tëst\0"), (0, "ARTIST", "A"), (0, "ALBUM", "B\u{1B}[2J"),
    (0, "PART_NUMBER", "7"), (0, "DATE", "1999-05-01"), (1, "ARTIST", "C"), (7, "ARTIST", "D"),
  ]
  private static let head = StreamHeads.matroska(channels: [2, 1], tags: tags)
  private static let stream =
    head + StreamHeads.block(track: 1, [1, 2, 3, 4]) + StreamHeads.block(track: 0, [5, 6])
    + StreamHeads.element([0xEC], [9, 9]) + StreamHeads.block(track: 1, [7, 8])

  /// Returns the tracks, and the samples of each, of a stream that arrives in pieces.
  private func read(
    _ stream: [UInt8], pieces: Int = .max
  ) throws(AudioFailure) -> (tracks: [MatroskaStream.Track], samples: [Int: [UInt8]]) {
    var reader = MatroskaStream()
    var samples: [Int: [UInt8]] = [:]
    var rest = stream[...]
    while !rest.isEmpty {
      var piece = rest.prefix(pieces)
      rest = rest.dropFirst(piece.count)
      while let (track, bytes) = try reader.next(from: &piece) {
        samples[track, default: []] += bytes
      }
    }
    return (reader.tracks, samples)
  }

  @Test(arguments: [1, 2, 3, 7, .max]) func `samples are separated by track`(pieces: Int) throws {
    let (tracks, samples) = try read(Self.stream, pieces: pieces)
    #expect(tracks.map(\.channels) == [2, 1])
    #expect(tracks.map(\.sampleRate) == [44_100, 44_100])
    #expect(samples == [0: [5, 6], 1: [1, 2, 3, 4, 7, 8]])
    #expect(
      tracks[0].tags
        == AudioTags(title: "Tëst", artist: "A", album: "B [2J", track: "7", date: "1999"))
    #expect(tracks[1].tags == AudioTags(artist: "C"))
  }

  @Test(arguments: [
    [0], Array("RIFF".utf8), StreamHeads.matroska(channels: [2], coding: "A_PCM/INT/LIT"),
    head + StreamHeads.block(track: 2, [1]), head + StreamHeads.block(track: 0, [1], flags: 0x86),
    head + StreamHeads.element([0xA3], [0x81, 0, 0]), StreamHeads.block(track: 0, [1]),
    head + StreamHeads.element([0x53, 0x6E], [UInt8](repeating: 65, count: 2 << 20)),
    StreamHeads.matroska(channels: [UInt8](repeating: 1, count: 17)),
  ])
  func `another stream is refused`(stream: [UInt8]) {
    #expect(throws: AudioFailure.self) { try read(stream) }
  }

  @Test func `truncated and mutated streams are harmless`() {
    func take(_ stream: [UInt8]) {
      do throws(AudioFailure) { _ = try read(stream, pieces: 5) } catch {}
    }
    for length in Self.stream.indices {
      take(Array(Self.stream[..<length]))
    }
    for place in Self.stream.indices {
      for value in [0, 1, 0x7F, 0x80, 0xA3, 0xAE, 0xFF] as [UInt8] {
        var broken = Self.stream
        broken[place] = value
        take(broken)
      }
    }
  }

  @Test(arguments: [
    ("1999", "1999"), ("2011-05-01T10:00", "2011"), ("1.5.2011", "2011"), ("99", nil), ("", nil),
    ("20110501", "2011"), ("May", nil), ("١٩٩٩", nil),
  ])
  func `the year of a date is its four digits`(date: String, year: String?) {
    #expect(AudioTags(date: date).year == year)
  }
}
