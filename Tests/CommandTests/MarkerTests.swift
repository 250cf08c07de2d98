import Testing
import WavethumbBatch
import WavethumbBytes

struct MarkerTests {
  private static func chapters(_ title: String) -> [UInt8] {
    Array(
      """
      {"version": "1.2.0", "chapters": [{"startTime": 0.02, "title": "\(title)"},
        {"startTime": 0.05, "endTime": 0.08, "title": "Verse"}]}
      """.utf8
    )
  }

  @Test func `markers next to a recording are drawn, listed and spoken`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "ep1.wav")
    try library.write(Self.chapters("Intro"), to: "ep1.chapters.json")
    _ = try library.scan()
    let plain = try library.contents("library/.wavethumb/ep1.wav.mirroredBars.png")
    #expect(try library.entries().first?["markers"] == nil)

    #expect(try library.scan("--markers auto").status == 0)
    let marked = try library.contents("library/.wavethumb/ep1.wav.mirroredBars.png")
    #expect((marked == plain) == false)
    let entry = try library.entries().first
    let markers = entry?["markers"]?.array ?? []
    #expect(markers.map { $0["label"]?.string } == ["Intro", "Verse"])
    #expect(markers.map { $0["startMs"]?.int } == [20, 50])
    #expect(markers.map { $0["endMs"]?.int } == [nil, 80])

    let alt = entry?["alt"]?.string ?? ""
    #expect(alt.hasSuffix(". 2 markers: Intro, at 0:00; Verse, 0:00 to 0:00"), "\(alt)")

    #expect(try library.scan().status == 0)
    #expect(try library.contents("library/.wavethumb/ep1.wav.mirroredBars.png") == plain)
  }

  @Test func `changed chapters are drawn without decoding`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "ep1.wav")
    try library.add("cbr.mp3", as: "ep2.mp3")
    try library.write(Self.chapters("Intro"), to: "ep1.chapters.json")
    _ = try library.scan("--markers auto")

    let before = try library.tree("library/.wavethumb")
    #expect(try library.scan("--markers auto --check").status == 0)

    try library.write(Self.chapters("Outro"), to: "ep1.chapters.json")
    #expect(try library.scan("--markers auto --check").status == 4)
    let run = try library.scan("--markers auto --json")
    #expect(run.text.contains(#""decoded":0"#), "\(run.text)")
    #expect(run.text.contains(#""drawn":1"#), "\(run.text)")

    let after = try library.tree("library/.wavethumb")
    let changed = after.keys.filter { after[$0] != before[$0] }.sorted()
    #expect(changed == [".wavethumb-ledger", "ep1.wav.mirroredBars.png", "manifest.json"])
    #expect(try library.scan("--markers auto --check").status == 0)

    try library.write([], to: "ep1.chapters.json")
    #expect(try library.scan("--markers auto --check").status == 4)
  }

  @Test func `without cache and index changed chapters are detected by the manifest`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "ep1.wav")
    try library.write(Self.chapters("Intro"), to: "ep1.chapters.json")
    let options = "--markers auto --no-cache"
    _ = try library.scan(options)
    let same = try library.scan(options + " --json")
    #expect(same.text.contains(#""decoded":0"#))
    #expect(same.text.contains(#""drawn":0"#))
    try library.write(Self.chapters("Outro"), to: "ep1.chapters.json")
    #expect(try library.scan(options + " --json").text.contains(#""drawn":1"#))
  }

  @Test func `render reads markers from a given file and reports an unreadable one`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "ep1.wav")
    try library.write("0.01\t0.04\tHere\n", to: "marks")
    try library.write("nothing of the kind\n", to: "list")
    func render(_ options: String) throws -> CommandRun {
      try CommandRun("render \(library.library)/ep1.wav --no-cache \(options)")
    }

    let run = try render("--markers \(library.library)/marks -o - --format json")
    #expect(run.status == 0)
    let marker = try JSONValue(run.output)["markers"]?.array?.first
    #expect(marker?["label"]?.string == "Here")

    let wrong = try render("--markers \(library.library)/list -o - --format json")
    #expect(wrong.status == 1)
    #expect(wrong.errorOutput.contains("neither chapters"))
  }

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
    let run = try CommandRun(
      "render \(library.library)/ep1.wav --no-cache --markers auto --range 0.03-0.06 -o -"
        + " --format json"
    )
    let markers = try JSONValue(run.output)["markers"]?.array ?? []
    #expect(markers.map { $0["label"]?.string } == labels)
  }
}
