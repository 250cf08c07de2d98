import Testing
import WavethumbBatch
import WavethumbBytes

struct StretchCommandTests {
  private static func render(_ name: String, options: String) throws -> CommandRun {
    try CommandRun("render \(TemporaryLibrary.fixtures)/\(name) --no-cache \(options)")
  }

  @Test func `a range is listed with start and length`() throws {
    let options = "--range 0.02-0.05 -o - --format json --bars 3"
    let run = try Self.render("pcm16.wav", options: options)
    let data = try JSONValue(run.output)
    #expect(data["range"]?["startMs"]?.int == 20)
    #expect(data["range"]?["endMs"]?.int == 50)
    #expect(data["durationMs"]?.int == 30)
    #expect(data["bars"]?.array?.count == 3)
  }

  @Test func `a range beyond the end fails with a message`() throws {
    let run = try Self.render("cbr.mp3", options: "--range 1:00-2:00 -o - --format json")
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("begins after the end"))
  }

  @Test func `a scan by range differs from one of the whole`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "vorbis.ogg")
    _ = try library.scan()
    let whole = try library.contents("library/.wavethumb/pcm16.wav.mirroredBars.png")
    #expect(try library.scan("--range 0.02-0.05").status == 0)

    // Compared first: a failure would print the bytes of both pictures.
    let part = try library.contents("library/.wavethumb/pcm16.wav.mirroredBars.png")
    let isWhole = part == whole
    #expect(!isWhole)
    let entry = try library.entries().first
    #expect(entry?["range"]?["startMs"]?.int == 20)
    #expect(entry?["alt"]?.string?.hasSuffix("30 ms from 0:00") == true)

    let again = try library.scan("--range 0.02-0.05 --json")
    #expect(again.text.contains(#""decoded":0"#))
    #expect(again.text.contains(#""drawn":0"#))
    #expect(try library.scan("--style mirroredBars").status == 0)

    let last = try library.contents("library/.wavethumb/pcm16.wav.mirroredBars.png")
    let isWholeAgain = last == whole
    #expect(isWholeAgain)
  }

  @Test func `zoom levels halve from one to the next`() throws {
    let run = try Self.render("pcm16.wav", options: "--levels 3 -o - --format json")
    let levels = try JSONValue(run.output)["levels"]?.array ?? []
    // From 4,800, the buckets that every measurement has.
    #expect(levels.map { $0["count"]?.int } == [4800, 2400, 1200])
    for level in levels {
      let count = level["count"]?.int
      for name in ["bars", "lowest", "highest"] {
        #expect(level[name]?.array?.count == count)
      }
    }
  }

  @Test func `an option without effect is rejected`() throws {
    // Levels are written into JSON only, and an overlay is drawn into pictures only.
    #expect(try Self.render("pcm16.wav", options: "--levels 3 -o x.png").status == 2)
    #expect(try Self.render("pcm16.wav", options: "--overlay x.wav -o x.json").status == 2)
  }

  @Test func `render draws one recording over another, and names a bad one`() throws {
    let fixtures = TemporaryLibrary.fixtures
    let plain = try Self.render("pcm16.wav", options: "-o -")
    let both = try Self.render("pcm16.wav", options: "--overlay \(fixtures)/cbr.mp3 -o -")
    #expect(both.status == 0)
    let isPlain = both.output == plain.output
    #expect(!isPlain)

    let bad = try Self.render("pcm16.wav", options: "--overlay \(fixtures)/html.mp3 -o -")
    #expect(bad.status == 1)
    #expect(bad.errorOutput.contains("html.mp3"))
  }
}
