import TestSupport
import Testing
import WavethumbBytes

@testable import Codecs

/// Returns the body of a `bext` chunk.
private func chunk(
  description: String = "",
  originator: String = "",
  date: String = "",
  time: String = "",
  frames: UInt64 = 0
) -> [UInt8] {
  func field(_ text: String, length: Int) -> [UInt8] {
    Array(text.utf8.prefix(length)) + [UInt8](repeating: 0, count: max(0, length - text.utf8.count))
  }
  var chunk = field(description, length: 256)
  chunk += field(originator, length: 32)
  chunk += field("reference", length: 32)
  chunk += field(date, length: 10)
  chunk += field(time, length: 8)
  chunk += frames.bigEndianBytes.reversed()
  // Version, UMID, loudness and what is reserved.
  chunk += [UInt8](repeating: 0, count: 256)
  return chunk
}

/// Returns the tags of a WAV with such a chunk behind its samples.
private func tags(_ body: [UInt8]) throws -> AudioTags {
  let size = UInt32(body.count).bigEndianBytes.reversed()
  let bytes = WaveFile.tone(frames: 100).bytes + "bext".utf8 + size + body
  return try AudioStream(source: ByteSource(bytes: bytes)).facts.tags
}

@Test func `the origin of a broadcast WAV is read`() throws {
  let body = chunk(
    description: "Dawn chorus, 3rd take",
    originator: "Recorder",
    date: "2021-05-04",
    time: "04:12:30",
    frames: 727_200_000
  )

  let bext = try #require(try tags(body).bext)
  #expect(bext.description == "Dawn chorus, 3rd take")
  #expect(bext.originator == "Recorder")
  #expect(bext.date == "2021-05-04")
  #expect(bext.time == "04:12:30")
  #expect(bext.timeReference == 727_200_000)
  // 4 h 12 min 30 s, from the frames since midnight or from the time.
  #expect(bext.timeOfDay(sampleRate: 48_000) == 15_150.0)

  let coded = BroadcastTags(timeReference: 727_200_000).timeOfDay(sampleRate: 48_000)
  #expect(coded == 15_150)
}

@Test(arguments: [
  ("2021:05:04", "04-12-30", "2021-05-04", "04:12:30"),
  ("2021_05_04", "04 12 30", "2021-05-04", "04:12:30"),
  ("0000-00-00", "00:00:00", nil, "00:00:00"),
  ("2021-5-4", "4:12:30", nil, nil),
  ("04.05.2021", "25:00:00", nil, nil),
  ("2021050400", "04123000", nil, nil),
])
func `dates and times are read with any separator, and nothing else is`(
  date: String,
  time: String,
  expectedDate: String?,
  expectedTime: String?
) throws {
  let bext = try #require(try tags(chunk(description: "x", date: date, time: time)).bext)
  #expect(bext.date == expectedDate)
  #expect(bext.time == expectedTime)
}

@Test func `a bext chunk that is empty, short or hostile gives no tags, or harmless ones`() throws {
  #expect(try tags(chunk()).bext == nil)
  #expect(try tags(Array(chunk(description: "x").prefix(300))).bext == nil)

  // As long as a chunk without a history of the coding.
  let noise = [UInt8](repeating: 0xFF, count: 602)
  let bext = try tags(noise).bext
  #expect(bext?.date == nil)
  #expect(bext?.time == nil)
  #expect(bext?.timeReference == nil)
  let control = try tags(chunk(description: "a\u{1B}[31mb\u{0}c")).bext
  #expect(control?.description == "a [31mb")
}

@Test(arguments: [
  ("20210504_041230.wav", 15_150.0),
  ("SM4_20210504_041230_001.wav", 15_150),
  ("20210504-041230", 15_150),
  ("2021_0504_041230.wav", nil),
  ("120210504_041230.wav", nil),
  ("20211304_041230.wav", nil),
  ("20210504_241230.wav", nil),
  ("talk.wav", nil),
  ("", nil),
  ("20210504_04123", nil),
])
func `recorders write the time of day into names`(name: String, seconds: Double?) {
  #expect(RecorderName.timeOfDay(in: Array(name.utf8)) == seconds)
}
