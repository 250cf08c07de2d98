import Testing

@testable import Codecs

/// One line of Fixtures/Audio/facts.tsv.
struct FixtureFacts: Sendable, CustomTestStringConvertible {
  var name: String
  /// `ok`, or the failure.
  var outcome: String
  var format: String
  var rate: String
  var channels: String
  var frames: String
  var rms: String
  var isCut: String
  var title: String
  var cueCount: String

  var testDescription: String { name }

  private init(line: Substring) {
    // A recording that fails has no other columns.
    var columns = line.split(separator: "\t").map(String.init)[...]
    func next() -> String {
      columns.popFirst() ?? ""
    }
    name = next()
    outcome = next()
    format = next()
    rate = next()
    channels = next()
    frames = next()
    rms = next()
    isCut = next()
    title = next()
    cueCount = next()
  }

  static let all: [FixtureFacts] = {
    let table = String(decoding: fixture("facts.tsv"), as: UTF8.self)
    let lines = table.split(separator: "\n")
    // The first has the names of the columns.
    return lines.dropFirst().map(FixtureFacts.init)
  }()
}

@Test func `the table of fixtures exists`() {
  // Without the table, the tests over its rows would pass for want of a row. It has 92.
  #expect(FixtureFacts.all.count > 80)
}

@Test(arguments: FixtureFacts.all)
func `the facts of a fixture are read`(_ expected: FixtureFacts) {
  let recording: Decoded
  do throws(AudioFailure) {
    recording = try Decoded(fixture: expected.name)
  } catch {
    #expect(outcome(error) == expected.outcome)
    return
  }

  #expect(expected.outcome == "ok")
  let facts = recording.facts
  #expect(facts.formatName == expected.format)
  #expect(String(facts.sampleRate) == expected.rate)
  #expect(String(facts.channels) == expected.channels)
  #expect(String(recording.frames) == expected.frames)
  // The table has four digits.
  let rms = Double(expected.rms) ?? -1
  #expect(abs(recording.rms - rms) < 1e-4)
  let isCut = recording.ending.isCut ? "yes" : "no"
  #expect(isCut == expected.isCut)
  #expect(facts.tags.title ?? "-" == expected.title)
  #expect(String(facts.cues.count) == expected.cueCount)
}

@Test(arguments: FixtureFacts.all.filter { $0.outcome == "ok" })
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
  #expect(String(frames) == expected.frames)
}

private func facts(ofFixture name: String) throws -> AudioFacts {
  try AudioStream(source: ByteSource(bytes: fixture(name))).facts
}

@Test func `tags and chapters of ID3v2 are read`() throws {
  let facts = try facts(ofFixture: "chapters.mp3")
  #expect(facts.tags == AudioTags(title: "Tone", artist: "Sox", album: "Café", track: "7/9"))
  #expect(
    facts.cues == [
      AudioCue(start: 0, end: 0.1, name: "Intro"),
      AudioCue(start: 0.1, end: 0.4, name: "Verse"),
    ]
  )
}

@Test func `cue points of WAV are read`() throws {
  let facts = try facts(ofFixture: "cue.wav")
  #expect(
    facts.cues == [
      AudioCue(start: 0.01, name: "Start"),
      AudioCue(start: 0.05, end: 0.06, name: ""),
    ]
  )
}

@Test func `markers of AIFF are read`() throws {
  let facts = try facts(ofFixture: "markers.aiff")
  #expect(
    facts.cues == [
      AudioCue(start: 0.01, name: "Start"),
      AudioCue(start: 0.05, name: "B"),
    ]
  )
}

@Test func `more hours than allowed are rejected with the number declared`() {
  let limits = AudioLimits(hours: 1e-6)
  // 4,410 frames at 44.1 kHz.
  let hours = 0.1 / 3600
  #expect(throws: AudioFailure.tooLong(hours: hours, limit: limits.hours)) {
    _ = try Decoded(ByteSource(bytes: fixture("pcm16.wav")), limits: limits)
  }
}

// The length of an Ogg is not declared: it is refused while it is decoded, at what there was so far.
@Test func `more hours than allowed are rejected with the number found`() throws {
  let limits = AudioLimits(hours: 1e-6)
  let failure = #expect(throws: AudioFailure.self) {
    _ = try Decoded(ByteSource(bytes: fixture("vorbis.ogg")), limits: limits)
  }
  guard case .tooLong(let hours, let limit)? = failure else {
    Issue.record("\(String(describing: failure))")
    return
  }
  #expect(limit == limits.hours)
  #expect(hours > limit)
  // 22,050 frames at 44.1 kHz.
  #expect(hours <= 0.5 / 3600)
}

struct BitRateCase: CustomTestStringConvertible {
  var name: String
  /// Nil if the rate is what the encoder made of the sound.
  var kilobits: Int?
  var isConstant: Bool

  var testDescription: String { name }
}

@Test(arguments: [
  BitRateCase(name: "cbr.mp3", kilobits: 96, isConstant: true),
  BitRateCase(name: "plain.mp3", kilobits: 96, isConstant: true),
  BitRateCase(name: "id3v22.mp3", kilobits: 96, isConstant: true),
  BitRateCase(name: "mpeg2.mp3", kilobits: 64, isConstant: true),
  BitRateCase(name: "abr.mp3", kilobits: nil, isConstant: false),
  BitRateCase(name: "vbr.mp3", kilobits: nil, isConstant: false),
  BitRateCase(name: "chapters.mp3", kilobits: 96, isConstant: true),
  BitRateCase(name: "cut.mp3", kilobits: 96, isConstant: true),
  // 16 bits of two channels at 44.1 kHz.
  BitRateCase(name: "pcm16.wav", kilobits: 1411, isConstant: true),
  BitRateCase(name: "flac16.flac", kilobits: nil, isConstant: false),
])
func `the bit rate of a recording is known`(expected: BitRateCase) throws {
  let decoded = try Decoded(fixture: expected.name)
  let rate = try #require(decoded.facts.bitRate)
  #expect(rate.isConstant == expected.isConstant)
  if let kilobits = expected.kilobits {
    #expect(rate.kilobits == kilobits)
  } else {
    // What is plausible for any recording.
    #expect((8...3000).contains(rate.kilobits))
  }
}
