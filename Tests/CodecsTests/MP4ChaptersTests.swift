import Testing
import WavethumbBytes

@testable import Codecs

@Suite struct MP4ChaptersTests {
  @Test func `Nero's chapter list is read`() {
    // Starts in units of 100 ns.
    let entries = [(0, "Welcome"), (615_000_000, "Grüße")].flatMap { start, title in
      Self.big(start, bytes: 8) + [UInt8(title.utf8.count)] + Array(title.utf8)
    }
    let version: [UInt8] = [1, 0, 0, 0]
    let count: [UInt8] = [2]
    let list = version + Self.big(0, bytes: 4) + count + entries
    let file = Self.file(Self.atom("udta", body: Self.atom("chpl", body: list)))
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

  // Each size, count and offset of the file is in one of these bytes; a table that is believed would
  // be read or allocated beyond the end.
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
    let samples = titles.map { big($0.utf8.count, bytes: 2) + Array($0.utf8) }
    let tables = sampleTables(samples, samplesPerChunk: samplesPerChunk)
    let unitsPerSecond = 600
    let trackNumber = 7
    let clock = atom(
      "mdhd",
      body: big(0, bytes: 12) + big(unitsPerSecond, bytes: 4) + big(0, bytes: 8)
    )
    let number = atom(
      "tkhd",
      body: big(0, bytes: 12) + big(trackNumber, bytes: 4) + big(0, bytes: 8)
    )
    let track = atom("trak", body: number + atom("mdia", body: clock + tables))
    let sound = atom(
      "trak",
      body: atom("tref", body: atom("chap", body: big(trackNumber, bytes: 4)))
    )
    return atom("ftyp", body: []) + atom("mdat", body: samples.flatMap(\.self))
      + atom("moov", body: sound + track)
  }

  /// Returns the durations, sizes and positions of samples that follow each other.
  private static func sampleTables(_ samples: [[UInt8]], samplesPerChunk: Int) -> [UInt8] {
    // Behind `ftyp` and the header of `mdat`.
    var offset = 16
    var offsets: [UInt8] = []
    for (index, sample) in samples.enumerated() {
      if index % samplesPerChunk == 0 {
        offsets += big(offset, bytes: 4)
      }
      offset += sample.count
    }
    // Ten seconds of 600 units each.
    let duration = 6000
    let oneRun = big(0, bytes: 4) + big(1, bytes: 4)
    let times = atom("stts", body: oneRun + big(samples.count, bytes: 4) + big(duration, bytes: 4))
    let allSizes = samples.flatMap { big($0.count, bytes: 4) }
    let sizes = atom("stsz", body: big(0, bytes: 8) + big(samples.count, bytes: 4) + allSizes)
    let chunks = atom(
      "stsc",
      body: oneRun + big(1, bytes: 4) + big(samplesPerChunk, bytes: 4) + big(1, bytes: 4)
    )
    let chunkOffsets = atom(
      "stco",
      body: big(0, bytes: 4) + big(offsets.count / 4, bytes: 4) + offsets
    )
    return atom("minf", body: atom("stbl", body: times + sizes + chunks + chunkOffsets))
  }

  private static func file(_ movie: [UInt8]) -> [UInt8] {
    atom("ftyp", body: []) + atom("moov", body: movie)
  }

  private static func atom(_ name: String, body: [UInt8]) -> [UInt8] {
    big(body.count + 8, bytes: 4) + Array(name.utf8) + body
  }

  private static func big(_ number: Int, bytes count: Int) -> [UInt8] {
    (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }
}
