import Codecs
import TestSupport
import Testing
import WavethumbBatch
import WavethumbBytes

struct PlaceholderTests {
  private static let broken = Array("no recording at all, only words".utf8)

  @Test func `a recording without pictures gets placeholders, listed as such`() throws {
    let library = try TemporaryLibrary()
    try library.write(Self.broken, to: "a.wav")
    try library.add("pcm16.wav", as: "b.wav")
    let run = try library.scan(
      "--placeholder --style line --style circular --format svg --format png"
    )
    #expect(run.status == 3)

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
    #expect(!svg.contains("<text"))

    #expect(
      try library.scan(
        "--placeholder --style line --style circular --format svg --format png --check"
      ).status == 3
    )
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
    let picture = library.output + "/a.wav.mirroredBars.png"
    let plain = try TemporaryLibrary.contents(picture)
    _ = Shell.output("rm '\(picture)'")
    #expect(try library.scan("--placeholder").status == 3)
    #expect(try TemporaryLibrary.contents(picture) == plain)

    try library.add("pcm16.wav", as: "a.wav")
    #expect(try library.scan("--placeholder").status == 0)
    #expect((try TemporaryLibrary.contents(picture) == plain) == false)
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
    func names() throws -> [String] {
      try library.tree("library/.wavethumb").keys.filter { $0.hasSuffix(".png") }.sorted()
    }
    #expect(try names() == ["a.wav.mirroredBars.png", "b.wav.mirroredBars.png"])

    library.shell("rm library/a.wav")
    _ = try library.scan("--placeholder --prune --force")
    #expect(try names() == ["b.wav.mirroredBars.png"])

    _ = try library.scan("--prune=unlisted --force")
    #expect(try names() == [])
  }
}
