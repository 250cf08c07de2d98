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
  // Behind a byte order mark. With `toc` false a chapter only changes the picture of a player;
  // chapters before the beginning, without a time, or of another type are passed over, and a title
  // may be missing.
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

// As Audacity exports them: a moment has its start as its end, a line of frequencies follows a
// label that was made in a spectrum, and in some languages numbers have a comma.
@Test func `Audacity's labels are moments and stretches`() {
  let labels = "1.5\t1.5\tClick\n\\\t100\t2000\n12,25\t14,75\tÄhm\r\n3\t3\n"
  #expect(
    cues(labels) == [
      AudioCue(start: 1.5, name: "Click"), AudioCue(start: 3, name: ""),
      AudioCue(start: 12.25, end: 14.75, name: "Ähm"),
    ]
  )
}

// The file of the sheet differs in case and format: discs are ripped to other formats. A title
// before the first track is that of the disc, and index 0 is the pause before a track, behind which
// players begin.
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
      // Minutes, seconds, and frames, of which a disc has 75 a second.
      AudioCue(start: 3661 + 37.0 / 75, name: "Second"),
    ]
  )
  // The sheet is of two files, and of neither of this name.
  #expect(cues(sheet, of: "third.flac") == [])
}

// A `.txt` beside a recording is more often a list of something else. The last one would nest as
// deep as a reader lets it.
@Test(arguments: [
  "", "Milk\nEggs\n", "{", "{}", "{\"chapters\": 3}", "[1, 2]", "\u{0}\u{1}",
  "nan\tinf\tx", "1e999\t1\tx", "FILE \"a.wav\" WAVE", String(repeating: "[", count: 5000),
])
func `a file without markers is not a marker file`(text: String) {
  #expect(cues(text) == nil)
}

@Test func `two times without a name are a label`() {
  #expect(cues("1\t2") == [AudioCue(start: 1, end: 2, name: "")])
}

@Test func `times at the ends of a double, and long names, are harmless`() {
  // Close to the smallest and the largest double, an end before its start, and letters that a
  // terminal obeys.
  let hostile = """
    { "chapters": [ { "startTime": 1e308, "endTime": -1e308, "title": "a\\u0007b\\nc" },
      { "startTime": 1e-300, "endTime": 1e307, "title": "\(String(repeating: "x", count: 5000))" } ] }
    """
  #expect(
    cues(hostile) == [
      AudioCue(start: 1e-300, end: 1e307, name: String(repeating: "x", count: 200)),
      AudioCue(start: 1e308, name: "a b c"),
    ]
  )

  // A number that no double holds makes the whole file invalid.
  #expect(cues(#"{ "chapters": [ { "startTime": 1e400, "title": "a" } ] }"#) == nil)
}

@Test func `a thousand markers are read at most`() {
  let many = String(repeating: "1\t2\tx\n", count: 5000)
  #expect(cues(many)?.count == 1000)
}

@Test func `markers in UTF-16 and Latin-1 are read`() {
  // A byte order mark, and two bytes for each unit, the lower one first.
  var wide: [UInt8] = [0xFF, 0xFE]
  for unit in "1\t1\tÜber\n".utf16 {
    wide += [UInt8(unit & 255), UInt8(unit >> 8)]
  }
  #expect(MarkerFile.cues(wide, of: "a") == [AudioCue(start: 1, name: "Über")])

  // 0xDC is Ü in Latin-1, and in UTF-8 the first of two bytes, which `b` does not continue.
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

// As bands they would cover the whole recording, and show nothing. The second ends 0.02 s behind
// the start of the third, less than a frame of video; the last one stands alone.
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

  // By the index, colors of the list stay where they are when only a stretch is drawn.
  let read = MarkerFile.cues(Array(chapters.utf8), of: "ep1.mp3")
  #expect(read?.map(\.index) == [0, 1])
}
