import TestSupport
import Testing
import WavethumbBytes

@testable import Codecs

/// Returns the body of a `bext` chunk.
private func chunk(
  description: String = "",
  originator: String = "",
  reference: String = "",
  date: String = "",
  time: String = "",
  frames: Int = 0
) -> [UInt8] {
  // Texts of a fixed length, the rest of which is zeros.
  func field(_ text: String, length: Int) -> [UInt8] {
    let bytes = Array(text.utf8.prefix(length))
    return bytes + zeros(length - bytes.count)
  }
  return fields(
    field(description, length: 256),
    field(originator, length: 32),
    field(reference, length: 32),
    field(date, length: 10),
    field(time, length: 8),
    littleEndian(frames, bytes: 8),
    zeros(256)  // version, UMID, loudness and what is reserved
  )
}

/// Returns the tags of a WAV with such a chunk behind its samples.
private func tags(ofChunk chunk: [UInt8]) throws -> BroadcastTags? {
  let bytes = fields(
    WaveFile.tone(frames: 100).bytes,
    Array("bext".utf8),
    littleEndian(chunk.count),
    chunk
  )
  return try AudioStream(source: ByteSource(bytes: bytes)).facts.tags.bext
}

@Test func `the origin of a broadcast WAV is read`() throws {
  let body = chunk(
    description: "Dawn chorus, 3rd take",
    originator: "Recorder",
    reference: "SE0123",
    date: "2021-05-04",
    time: "04:12:30",
    frames: 727_200_000
  )

  let bext = try #require(try tags(ofChunk: body))
  #expect(bext.description == "Dawn chorus, 3rd take")
  #expect(bext.originator == "Recorder")
  #expect(bext.originatorReference == "SE0123")
  #expect(bext.date == "2021-05-04")
  #expect(bext.time == "04:12:30")
  #expect(bext.timeReference == 727_200_000)
  // 4 h 12 min 30 s.
  #expect(bext.timeOfDay(sampleRate: 48_000) == 15_150.0)
}

@Test func `the time of day follows from the frames since midnight`() {
  let bext = BroadcastTags(timeReference: 727_200_000)
  #expect(bext.timeOfDay(sampleRate: 48_000) == 15_150)
}

/// What a recorder wrote, and what is read.
struct OriginCase {
  var date: String
  var time: String
  var readDate: String?
  var readTime: String?
}

@Test(arguments: [
  OriginCase(
    date: "2021:05:04",
    time: "04-12-30",
    readDate: "2021-05-04",
    readTime: "04:12:30"
  ),
  OriginCase(
    date: "2021_05_04",
    time: "04 12 30",
    readDate: "2021-05-04",
    readTime: "04:12:30"
  ),
  // A clock that was never set; then numbers of too few digits, in another order, without separators.
  OriginCase(date: "0000-00-00", time: "00:00:00", readDate: nil, readTime: "00:00:00"),
  OriginCase(date: "2021-5-4", time: "4:12:30", readDate: nil, readTime: nil),
  OriginCase(date: "04.05.2021", time: "25:00:00", readDate: nil, readTime: nil),
  OriginCase(date: "2021050400", time: "04123000", readDate: nil, readTime: nil),
])
func `dates and times are read with any separator, and nothing else is`(
  given: OriginCase
) throws {
  let body = chunk(description: "x", date: given.date, time: given.time)
  let bext = try #require(try tags(ofChunk: body))
  #expect(bext.date == given.readDate)
  #expect(bext.time == given.readTime)
}

@Test func `an empty or short bext chunk gives no tags`() throws {
  #expect(try tags(ofChunk: chunk()) == nil)
  let short = Array(chunk(description: "x").prefix(300))
  #expect(try tags(ofChunk: short) == nil)
}

@Test func `a bext chunk of noise gives no date, time or position`() throws {
  // As long as a chunk without a history of the coding.
  let noise = [UInt8](repeating: 0xFF, count: 602)
  let bext = try tags(ofChunk: noise)
  #expect(bext?.date == nil)
  #expect(bext?.time == nil)
  #expect(bext?.timeReference == nil)
}

// A terminal would obey the escape.
@Test func `text of a bext chunk ends at a zero, and has no control characters`() throws {
  let bext = try tags(ofChunk: chunk(description: "a\u{1B}[31mb\u{0}c"))
  #expect(bext?.description == "a [31mb")
}

@Test(
  arguments: [
    (name: "20210504_041230.wav", seconds: 15_150.0),
    (name: "SM4_20210504_041230_001.wav", seconds: 15_150),
    (name: "20210504-041230", seconds: 15_150),
    // A date in two pieces, one of nine digits, month 13, hour 24, and no time.
    (name: "2021_0504_041230.wav", seconds: nil),
    (name: "120210504_041230.wav", seconds: nil),
    (name: "20211304_041230.wav", seconds: nil),
    (name: "20210504_241230.wav", seconds: nil),
    (name: "talk.wav", seconds: nil),
    (name: "", seconds: nil),
    (name: "20210504_04123", seconds: nil),
  ] as [(name: String, seconds: Double?)]
)
func `recorders write the time of day into names`(name: String, seconds: Double?) {
  #expect(RecorderName.timeOfDay(in: Array(name.utf8)) == seconds)
}
