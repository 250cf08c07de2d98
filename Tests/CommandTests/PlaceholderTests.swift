import Codecs
import TestSupport
import Testing
import WavethumbBatch
import WavethumbBytes

struct PlaceholderTests {
  private static let broken = "no recording at all, only words"

  @Test func `a recording without pictures gets placeholders, listed as such`() throws {
    let library = try TemporaryLibrary()
    try library.write(Self.broken, to: "a.wav")
    try library.add("pcm16.wav", as: "b.wav")
    let options = "--placeholder --style line --style circular --format svg --format png"
    #expect(try library.scan(options).status == 3)

    let files = try library.entries()
    #expect(files.map { $0["status"]?.string } == ["failed", "ok"])
    let pictures = files.first?["thumbnails"]?.array ?? []
    #expect(pictures.count == 4)
    #expect(pictures.allSatisfy { $0["placeholder"]?.bool == true })
    #expect(files.last?["thumbnails"]?.array?.first?["placeholder"] == nil)

    let png = try PNGReader.decode(try library.contents("library/.wavethumb/a.wav.line.png"))
    #expect(png.width == 598)
    #expect(png.pixels.contains { $0 > 0 })

    let svg = try library.text("library/.wavethumb/a.wav.line.svg")
    #expect(svg.contains("<title>No waveform of a</title>"))
    // Letters would need a font that a browser may not have.
    #expect(!svg.contains("<text"))

    // A check finds nothing to do but the failure.
    #expect(try library.scan("\(options) --check").status == 3)
  }

  @Test func `an emptied placeholder is drawn again`() throws {
    let library = try TemporaryLibrary()
    try library.write(Self.broken, to: "a.wav")
    _ = try library.scan("--placeholder")
    let whole = try library.tree("library/.wavethumb")
    // As a power cut leaves it, after the run was complete.
    try library.write([], to: ".wavethumb/a.wav.mirroredBars.png")
    let run = try library.scan("--placeholder")
    #expect(run.errorOutput.contains("another program") == false, "\(run.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  @Test
  func `a missing placeholder is made again, and replaced once the recording works`()
    throws
  {
    let library = try TemporaryLibrary()
    try library.write(Self.broken, to: "a.wav")
    _ = try library.scan("--placeholder")
    let picture = "library/.wavethumb/a.wav.mirroredBars.png"
    let placeholder = try library.contents(picture)
    library.shell("rm \(picture)")
    #expect(try library.scan("--placeholder").status == 3)
    #expect(try library.contents(picture) == placeholder)

    try library.add("pcm16.wav", as: "a.wav")
    #expect(try library.scan("--placeholder").status == 0)
    // Compared first: a failure would print the bytes of both pictures.
    let isPlaceholder = try library.contents(picture) == placeholder
    #expect(!isPlaceholder)
    let entry = try library.entries().first
    #expect(entry?["thumbnails"]?.array?.first?["placeholder"] == nil)
  }

  @Test func `placeholders are pruned with their recordings, or without the option`()
    throws
  {
    let library = try TemporaryLibrary()
    for name in ["a.wav", "b.wav"] {
      try library.write(Self.broken, to: name)
    }
    _ = try library.scan("--placeholder --prune=unlisted --force")
    #expect(try library.pictures() == ["a.wav.mirroredBars.png", "b.wav.mirroredBars.png"])

    library.shell("rm library/a.wav")
    _ = try library.scan("--placeholder --prune --force")
    #expect(try library.pictures() == ["b.wav.mirroredBars.png"])

    _ = try library.scan("--style mirroredBars --prune=unlisted --force")
    #expect(try library.pictures() == [])
  }
}
