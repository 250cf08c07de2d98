import Testing

@testable import Codecs

/// One line of Fixtures/Audio/facts.tsv.
struct FixtureFacts: Sendable, CustomTestStringConvertible {
  var columns: [String]

  subscript(_ column: Int) -> String { columns.count > column ? columns[column] : "" }
  var name: String { self[0] }
  var testDescription: String { name }

  static let all: [FixtureFacts] = String(decoding: fixture("facts.tsv"), as: UTF8.self)
    .split(separator: "\n").dropFirst()
    .map { FixtureFacts(columns: $0.split(separator: "\t").map(String.init)) }
}

@Test func `the table of fixtures exists`() {
  // Without the table, the tests over its rows would pass for want of a row. It has 92.
  #expect(FixtureFacts.all.count > 80)
}

@Test(arguments: FixtureFacts.all)
func `the facts of a fixture are read`(_ expected: FixtureFacts) {
  let recording: Decoded
  do throws(AudioFailure) {
    recording = try Decoded(expected.name)
  } catch {
    #expect(outcome(error) == expected[1])
    return
  }

  #expect(expected[1] == "ok")
  #expect(recording.facts.formatName == expected[2])
  #expect(String(recording.facts.sampleRate) == expected[3])
  #expect(String(recording.facts.channels) == expected[4])
  #expect(String(recording.frames) == expected[5])
  #expect(abs(recording.rms - (Double(expected[6]) ?? -1)) < 1e-4)
  #expect((recording.ending.isCut ? "yes" : "no") == expected[7])
  #expect(recording.facts.tags.title ?? "-" == expected[8])
  #expect(String(recording.facts.cues.count) == expected[9])
}

@Test(arguments: FixtureFacts.all.filter { $0[1] == "ok" })
func `a recording decodes to the same samples after a rewind`(
  _ expected: FixtureFacts
) throws {
  var stream = try AudioStream(source: ByteSource(bytes: fixture(expected.name)))
  var first: [UInt8] = []
  _ = try stream.nextBlock { block in
    first += unsafe block.withUnsafeBytes { unsafe [UInt8]($0) }
  }
  let isRewound = stream.rewind()
  #expect(isRewound)
  var all: [UInt8] = []
  let frames = try stream.readAll { all += $0 }
  #expect(all.starts(with: first))
  #expect(String(frames) == expected[5])
}

@Test func `tags and chapters of ID3v2 are read`() throws {
  let facts = try AudioStream(source: ByteSource(bytes: fixture("chapters.mp3"))).facts
  #expect(facts.tags == AudioTags(title: "Tone", artist: "Sox", album: "Café", track: "7/9"))
  #expect(
    facts.cues == [
      AudioCue(start: 0, end: 0.1, name: "Intro"), AudioCue(start: 0.1, end: 0.4, name: "Verse"),
    ]
  )
}

@Test func `cue points of WAV and markers of AIFF are read`() throws {
  let wav = try AudioStream(source: ByteSource(bytes: fixture("cue.wav"))).facts
  #expect(
    wav.cues == [
      AudioCue(start: 0.01, name: "Start"), AudioCue(start: 0.05, end: 0.06, name: ""),
    ]
  )
  let aiff = try AudioStream(source: ByteSource(bytes: fixture("markers.aiff"))).facts
  #expect(aiff.cues == [AudioCue(start: 0.01, name: "Start"), AudioCue(start: 0.05, name: "B")])
}

@Test func `more hours than allowed are rejected with the number found`() {
  #expect(throws: AudioFailure.self) {
    _ = try Decoded(ByteSource(bytes: fixture("pcm16.wav")), limits: AudioLimits(hours: 1e-6))
  }
  #expect(throws: AudioFailure.self) {
    _ = try Decoded(ByteSource(bytes: fixture("vorbis.ogg")), limits: AudioLimits(hours: 1e-6))
  }
}

@Test(
  arguments: [
    ("cbr.mp3", 96, true),
    ("plain.mp3", 96, true),
    ("id3v22.mp3", 96, true),
    ("mpeg2.mp3", 64, true),
    ("abr.mp3", 0, false),
    ("vbr.mp3", 0, false),
    ("chapters.mp3", 96, true),
    ("cut.mp3", 96, true),
    ("pcm16.wav", 0, true),
    ("flac16.flac", 0, false),
  ])
// 0 where the rate is what the encoder made of the sound; it is in a range of all that is plausible.
func `the bit rate of a recording is known`(name: String, kilobits: Int, isConstant: Bool) throws {
  let rate = try #require(try Decoded(name).facts.bitRate)
  #expect(rate.isConstant == isConstant, "\(rate)")
  if kilobits > 0 {
    #expect(rate.kilobits == kilobits, "\(rate)")
  }
  #expect((8...3000).contains(rate.kilobits), "\(rate)")
}
