import Testing
import WavethumbBytes

@testable import Codecs

@Suite struct MP4ChaptersTests {
  @Test func `Nero's chapter list is read`() {
    func entry(seconds: Double, title: String) -> [UInt8] {
      let start = Int(seconds * 10_000_000)  // in units of 100 ns
      let length = UInt8(title.utf8.count)
      return bigEndian(start, bytes: 8) + [length] + Array(title.utf8)
    }
    let version: [UInt8] = [1, 0, 0, 0]
    let list = MP4Bytes.atom(
      "chpl",
      version,
      zeros(4),
      [2],  // entries
      entry(seconds: 0, title: "Welcome"),
      entry(seconds: 61.5, title: "Grüße")
    )
    let movie = MP4Bytes.atom("moov", MP4Bytes.atom("udta", list))
    let cues = MP4Chapters.cues(in: ByteSource(bytes: MP4Bytes.atom("ftyp") + movie))
    #expect(cues.map(\.name) == ["Welcome", "Grüße"])
    #expect(cues.map(\.start) == [0, 61.5])
  }

  @Test(arguments: [1, 2, 3])
  func `a chapter track is read in any chunk layout`(samplesPerChunk: Int) {
    let file = Self.file(titles: ["One", "Two", "Three"], samplesPerChunk: samplesPerChunk)
    let cues = MP4Chapters.cues(in: ByteSource(bytes: file))
    #expect(cues.map(\.name) == ["One", "Two", "Three"])
    #expect(cues.map(\.start) == [0, 10, 20])
  }

  // Each size, count and offset of the file is in one of these bytes; a table that is believed would
  // be read or allocated beyond the end.
  @Test func `truncated or mutated MP4 chapters are at most missing`() {
    let file = Self.file(titles: ["One", "Two"], samplesPerChunk: 1)
    for end in 0..<file.count {
      _ = MP4Chapters.cues(in: ByteSource(bytes: Array(file[..<end])))
    }
    for offset in file.indices {
      for value in [0, 1, 0x7F, 0xFF] as [UInt8] {
        var mutated = file
        mutated[offset] = value
        let cues = MP4Chapters.cues(in: ByteSource(bytes: mutated))
        #expect(cues.count <= AudioCue.maximumCount)
      }
    }
  }

  private static let unitsPerSecond = 600
  private static let titleTrack = 7

  /// Returns an MP4 with an audio track that refers to a track of titles, ten seconds each.
  private static func file(titles: [String], samplesPerChunk: Int) -> [UInt8] {
    let samples = titles.map { title in
      bigEndian(title.utf8.count, bytes: 2) + Array(title.utf8)
    }
    let fileType = MP4Bytes.atom("ftyp")
    let data = MP4Bytes.atom("mdat", Array(samples.joined()))
    let sizes = samples.map(\.count)
    let firstSample = fileType.count + data.count - sizes.reduce(0, +)

    let header = MP4Bytes.atom(
      "tkhd",
      zeros(12),  // version, flags and times
      bigEndian(titleTrack),
      zeros(8)
    )
    let mediaHeader = MP4Bytes.atom(
      "mdhd",
      zeros(12),
      bigEndian(unitsPerSecond),
      zeros(8)
    )
    let tables = sampleTables(
      sizes: sizes,
      firstOffset: firstSample,
      samplesPerChunk: samplesPerChunk
    )
    let media = MP4Bytes.atom("mdia", mediaHeader, MP4Bytes.atom("minf", tables))
    let titleTrackAtom = MP4Bytes.atom("trak", header, media)

    let reference = MP4Bytes.atom("chap", bigEndian(titleTrack))
    let sound = MP4Bytes.atom("trak", MP4Bytes.atom("tref", reference))
    return fields(fileType, data, MP4Bytes.atom("moov", sound, titleTrackAtom))
  }

  /// Returns the durations, sizes and positions of samples that follow each other.
  private static func sampleTables(
    sizes: [Int],
    firstOffset: Int,
    samplesPerChunk: Int
  ) -> [UInt8] {
    let oneRow = bigEndian(1)
    let durations = MP4Bytes.atom(
      "stts",
      MP4Bytes.versionAndFlags,
      oneRow,
      bigEndian(sizes.count),
      bigEndian(10 * unitsPerSecond)
    )
    let sampleSizes = MP4Bytes.atom(
      "stsz",
      MP4Bytes.versionAndFlags,
      bigEndian(0),  // no size for all
      bigEndian(sizes.count),
      sizes.flatMap { bigEndian($0) }
    )
    let chunks = MP4Bytes.atom(
      "stsc",
      MP4Bytes.versionAndFlags,
      oneRow,
      bigEndian(1),  // from the first chunk on
      bigEndian(samplesPerChunk),
      bigEndian(1)  // the description
    )
    let offsets = chunkOffsets(
      sizes: sizes,
      firstOffset: firstOffset,
      samplesPerChunk: samplesPerChunk
    )
    let positions = MP4Bytes.atom(
      "stco",
      MP4Bytes.versionAndFlags,
      bigEndian(offsets.count),
      offsets.flatMap { bigEndian($0) }
    )
    return MP4Bytes.atom("stbl", durations, sampleSizes, chunks, positions)
  }

  private static func chunkOffsets(
    sizes: [Int],
    firstOffset: Int,
    samplesPerChunk: Int
  ) -> [Int] {
    var offsets: [Int] = []
    var offset = firstOffset
    for (index, size) in sizes.enumerated() {
      if index % samplesPerChunk == 0 {
        offsets.append(offset)
      }
      offset += size
    }
    return offsets
  }
}
