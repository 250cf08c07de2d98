import Codecs
import Testing
import WavethumbSystem

@testable import WavethumbLibrary

/// Returns the cues of a file, without their order.
private func cues(_ text: String, of name: RawPath = "Show/ep1.mp3") -> [AudioCue]? {
  MarkerFile.cues(Array(text.utf8), of: name)?.map { cue in
    var cue = cue
    cue.index = 0
    return cue
  }
}

@Test func `chapters of Podcasting 2.0 are read in order, without hidden ones`() {
  let chapters = """
    \u{FEFF}{ "version": "1.2.0", "chapters": [
      { "startTime": 48, "endTime": 70.5, "title": "Verse" },
      { "startTime": 12, "title": "Intro", "img": "https://example.com/a.png" },
      { "startTime": 20, "title": "Hidden", "toc": false },
      { "startTime": -3, "title": "Before" }, { "title": "Nowhere" }, 7, null,
      { "startTime": 80 } ] }
    """
  #expect(
    cues(chapters) == [
      AudioCue(start: 12, name: "Intro"), AudioCue(start: 48, end: 70.5, name: "Verse"),
      AudioCue(start: 80, name: ""),
    ]
  )
}

@Test func `Audacity's labels are moments and stretches`() {
  let labels = "1.5\t1.5\tClick\n\\\t100\t2000\n12,25\t14,75\tÄhm\r\n3\t3\n"
  #expect(
    cues(labels) == [
      AudioCue(start: 1.5, name: "Click"), AudioCue(start: 3, name: ""),
      AudioCue(start: 12.25, end: 14.75, name: "Ähm"),
    ]
  )
}

@Test func `a cue sheet has the tracks of this recording`() {
  let sheet = """
    REM GENRE Rock
    PERFORMER "Someone"
    TITLE "Album"
    FILE "EP1.wav" WAVE
      TRACK 01 AUDIO
        TITLE "First: one"
        INDEX 00 00:00:00
        INDEX 01 00:02:00
      TRACK 02 AUDIO
        TITLE Second
        INDEX 01 61:01:37
    FILE "other.wav" WAVE
      TRACK 03 AUDIO
        TITLE "Not here"
        INDEX 01 00:00:00
    """
  #expect(
    cues(sheet) == [
      AudioCue(start: 2, name: "First: one"),
      AudioCue(start: 3661 + 37.0 / 75, name: "Second"),
    ]
  )
  #expect(cues(sheet, of: "third.flac") == [])
}

@Test(arguments: [
  "", "Milk\nEggs\n", "{", "{}", "{\"chapters\": 3}", "[1, 2]", "1\t2", "\u{0}\u{1}",
  "nan\tinf\tx", "1e999\t1\tx", "FILE \"a.wav\" WAVE", String(repeating: "[", count: 5000),
])
func `a file without names is not a marker file`(text: String) {
  // Two times without a name are still a label.
  #expect(cues(text) == (text == "1\t2" ? [AudioCue(start: 1, end: 2, name: "")] : nil))
}

@Test func `unlimited times and names are harmless`() throws {
  let hostile = """
    { "chapters": [ { "startTime": 1e308, "endTime": -1e308, "title": "a\\u0007b\\nc" },
      { "startTime": 1e-320, "endTime": 1e400, "title": "\(String(repeating: "x", count: 5000))" } ] }
    """
  let read = cues(hostile)
  #expect(read?.first?.name.count ?? 200 == 200)
  #expect(read?.last?.name ?? "a b c" == "a b c")
  let many = String(repeating: "1\t2\tx\n", count: 5000)
  #expect(try #require(cues(many)).count == 1000)
}

@Test func `markers in UTF-16 and Latin-1 are read`() throws {
  let units = Array("1\t1\tÜber\n".utf16)
  var wide: [UInt8] = [0xFF, 0xFE]
  for unit in units {
    wide += [UInt8(unit & 255), UInt8(unit >> 8)]
  }
  #expect(MarkerFile.cues(wide, of: "a") == [AudioCue(start: 1, name: "Über")])
  let latin = Array("1\t1\t".utf8) + [0xDC] + Array("ber".utf8)
  #expect(MarkerFile.cues(latin, of: "a") == [AudioCue(start: 1, name: "Über")])
}

@Test func `marker files are searched by name with and without extension`() {
  #expect(
    MarkersBeside.names(beside: "Show/ep1.mp3") == [
      "Show/ep1.mp3.chapters.json", "Show/ep1.chapters.json", "Show/ep1.mp3.txt",
      "Show/ep1.txt", "Show/ep1.mp3.cue", "Show/ep1.cue",
    ]
  )
}

@Test func `stretches without gaps become moments`() {
  let chapters = """
    { "chapters": [ { "startTime": 0, "endTime": 10, "title": "One" },
      { "startTime": 10, "endTime": 20.02, "title": "Two" },
      { "startTime": 20, "endTime": 30, "title": "Three" },
      { "startTime": 40, "endTime": 50, "title": "Alone" } ] }
    """
  #expect(cues(chapters)?.map(\.end) == [nil, nil, nil, 50])
}

@Test func `chapters may have colors, and keep their index`() {
  let chapters = """
    { "chapters": [ { "startTime": 9, "title": "Late", "color": "tomato" },
      { "startTime": 1, "title": "Early", "color": 7 } ] }
    """
  #expect(cues(chapters)?.map(\.color) == [nil, 0xFF63_47FF])
  let read = MarkerFile.cues(Array(chapters.utf8), of: "ep1.mp3")
  #expect(read?.map(\.index) == [0, 1])
}
