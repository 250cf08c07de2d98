import Testing
import WavethumbBytes

@testable import Codecs

@Suite struct MP4ChaptersTests {
  @Test func `Nero's chapter list is read`() {
    let entries = [(0, "Welcome"), (615_000_000, "Grüße")].flatMap { start, title in
      Self.big(start, 8) + [UInt8(title.utf8.count)] + Array(title.utf8)
    }
    let file = Self.file(
      Self.atom("udta", Self.atom("chpl", [1, 0, 0, 0] + Self.big(0, 4) + [2] + entries)))
    let cues = MP4Chapters.cues(in: ByteSource(bytes: file))
    #expect(cues.map(\.name) == ["Welcome", "Grüße"])
    #expect(cues.map(\.start) == [0, 61.5])
  }

  @Test(arguments: [1, 2, 3])
  func `a chapter track is read in any chunk layout`(samplesPerChunk: Int) {
    let file = Self.titled(["One", "Two", "Three"], samplesPerChunk: samplesPerChunk)
    let cues = MP4Chapters.cues(in: ByteSource(bytes: file))
    #expect(cues.map(\.name) == ["One", "Two", "Three"])
    #expect(cues.map(\.start) == [0, 10, 20])
  }

  @Test func `truncated or mutated MP4 chapters are at most missing`() {
    let file = Self.titled(["One", "Two"], samplesPerChunk: 1)
    for end in 0..<file.count {
      _ = MP4Chapters.cues(in: ByteSource(bytes: Array(file[..<end])))
    }
    for offset in file.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var other = file
        other[offset] = value
        #expect(MP4Chapters.cues(in: ByteSource(bytes: other)).count <= AudioCue.maximumCount)
      }
    }
  }

  /// Returns an MP4 with an audio track that refers to a track of titles, ten seconds each.
  private static func titled(_ titles: [String], samplesPerChunk: Int) -> [UInt8] {
    let samples = titles.map { big($0.utf8.count, 2) + Array($0.utf8) }
    let start = 16
    var offset = start
    var offsets = [UInt8]()
    for (index, sample) in samples.enumerated() {
      if index % samplesPerChunk == 0 {
        offsets += big(offset, 4)
      }
      offset += sample.count
    }
    let times = atom("stts", big(0, 4) + big(1, 4) + big(samples.count, 4) + big(6000, 4))
    let sizes = atom(
      "stsz", big(0, 8) + big(samples.count, 4) + samples.flatMap { big($0.count, 4) })
    let chunks = atom(
      "stsc", big(0, 4) + big(1, 4) + big(1, 4) + big(samplesPerChunk, 4) + big(1, 4))
    let chunkOffsets = atom("stco", big(0, 4) + big(offsets.count / 4, 4) + offsets)
    let tables = atom("minf", atom("stbl", times + sizes + chunks + chunkOffsets))
    let clock = atom("mdhd", big(0, 12) + big(600, 4) + big(0, 8))
    let number = atom("tkhd", big(0, 12) + big(7, 4) + big(0, 8))
    let track = atom("trak", number + atom("mdia", clock + tables))
    let sound = atom("trak", atom("tref", atom("chap", big(7, 4))))
    return atom("ftyp", []) + atom("mdat", samples.flatMap(\.self)) + atom("moov", sound + track)
  }

  private static func file(_ movie: [UInt8]) -> [UInt8] { atom("ftyp", []) + atom("moov", movie) }

  private static func atom(_ name: String, _ body: [UInt8]) -> [UInt8] {
    big(body.count + 8, 4) + Array(name.utf8) + body
  }

  private static func big(_ number: Int, _ count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
