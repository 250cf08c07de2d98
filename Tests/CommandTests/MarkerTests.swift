import Testing
import WavethumbBatch
import WavethumbBytes

struct MarkerTests {
  /// Returns a file of Podcasting 2.0 chapters; only the second has an end.
  // Within the tenth of a second that `pcm16.wav` lasts.
  private static func chapters(firstTitle: String) -> String {
    """
    {
      "version": "1.2.0",
      "chapters": [
        {"startTime": 0.02, "title": "\(firstTitle)"},
        {"startTime": 0.05, "endTime": 0.08, "title": "Verse"}
      ]
    }
    """
  }

  @Test func `markers next to a recording are drawn, listed and spoken`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "ep1.wav")
    try library.write(Self.chapters(firstTitle: "Intro"), to: "ep1.chapters.json")
    _ = try library.scan()
    let plain = try library.contents("library/.wavethumb/ep1.wav.mirroredBars.png")
    #expect(try library.entries().first?["markers"] == nil)

    #expect(try library.scan("--markers auto").status == 0)
    let marked = try library.contents("library/.wavethumb/ep1.wav.mirroredBars.png")
    // Compared first: a failure would print the bytes of both pictures.
    let isEqual = marked == plain
    #expect(!isEqual)
    let entry = try library.entries().first
    let markers = entry?["markers"]?.array ?? []
    #expect(markers.map { $0["label"]?.string } == ["Intro", "Verse"])
    #expect(markers.map { $0["startMs"]?.int } == [20, 50])
    #expect(markers.map { $0["endMs"]?.int } == [nil, 80])

    // A screen reader speaks the markers, in minutes and seconds.
    let alt = entry?["alt"]?.string ?? ""
    #expect(alt.hasSuffix(". 2 markers: Intro, at 0:00; Verse, 0:00 to 0:00"))

    // Without the option the picture is the first again.
    #expect(try library.scan("--style mirroredBars").status == 0)
    let last = try library.contents("library/.wavethumb/ep1.wav.mirroredBars.png")
    let isPlain = last == plain
    #expect(isPlain)
  }

  @Test func `changed chapters are drawn without decoding`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "ep1.wav")
    try library.add("cbr.mp3", as: "ep2.mp3")
    try library.write(Self.chapters(firstTitle: "Intro"), to: "ep1.chapters.json")
    _ = try library.scan("--markers auto")

    let before = try library.tree("library/.wavethumb")
    #expect(try library.scan("--markers auto --check").status == 0)

    try library.write(Self.chapters(firstTitle: "Outro"), to: "ep1.chapters.json")
    #expect(try library.scan("--markers auto --check").status == 4)
    let run = try library.scan("--markers auto --json")
    #expect(run.text.contains(#""decoded":0"#))
    #expect(run.text.contains(#""drawn":1"#))

    let after = try library.tree("library/.wavethumb")
    let changed = after.keys.filter { after[$0] != before[$0] }.sorted()
    #expect(changed == [".wavethumb-ledger", "ep1.wav.mirroredBars.png", "manifest.json"])
    #expect(try library.scan("--markers auto --check").status == 0)

    // A file that lost its chapters is a change too.
    try library.write([], to: "ep1.chapters.json")
    #expect(try library.scan("--markers auto --check").status == 4)
  }

  @Test func `without cache and index changed chapters are detected by the manifest`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "ep1.wav")
    try library.write(Self.chapters(firstTitle: "Intro"), to: "ep1.chapters.json")
    let options = "--markers auto --no-cache"
    _ = try library.scan(options)
    let same = try library.scan(options + " --json")
    #expect(same.text.contains(#""decoded":0"#))
    #expect(same.text.contains(#""drawn":0"#))

    try library.write(Self.chapters(firstTitle: "Outro"), to: "ep1.chapters.json")
    #expect(try library.scan(options + " --json").text.contains(#""drawn":1"#))
  }

  @Test func `render reads markers from a given file and reports an unreadable one`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "ep1.wav")
    // Labels of Audacity, recognized by their content.
    try library.write("0.01\t0.04\tHere\n", to: "marks")
    try library.write("nothing of the kind\n", to: "list")
    func render(markers file: String) throws -> CommandRun {
      try CommandRun(
        "render ep1.wav --no-cache --markers \(file) -o - --format json",
        in: library.library
      )
    }

    let run = try render(markers: "marks")
    #expect(run.status == 0)
    let marker = try JSONValue(run.output)["markers"]?.array?.first
    #expect(marker?["label"]?.string == "Here")

    let wrong = try render(markers: "list")
    #expect(wrong.status == 1)
    #expect(wrong.errorOutput.contains("neither chapters"))
  }

  // Labels of Audacity around the range from 0.03 to 0.06 seconds; one that is a point lies at its start.
  @Test(arguments: [
    ("0\t0.03\tBefore", []),
    ("0.02\t0.04\tInto", ["Into"]),
    ("0.03\t0.03\tAt", ["At"]),
    ("0.06\t0.08\tAfter", []),
  ])
  func `a stretch has the markers within it, and none that only touch it`(
    line: String,
    labels: [String]
  ) throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "ep1.wav")
    try library.write(line, to: "ep1.txt")
    let options = "--no-cache --markers auto --range 0.03-0.06 --format json"
    let run = try CommandRun("render ep1.wav -o - \(options)", in: library.library)
    let markers = try JSONValue(run.output)["markers"]?.array ?? []
    #expect(markers.map { $0["label"]?.string } == labels)
  }
}
