import Testing
import WavethumbBytes
import WavethumbSystem

/// Output files may be incomplete after a full disk, an interrupted copy or a power failure.
@Suite struct `Damaged output files` {
  private func scanned() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    try library.add("html.mp3", as: "b.mp3")
    #expect(try library.scan().status == 3)
    return library
  }

  @Test(arguments: [0, 1, 20, 47, 100, 700], ["", " --no-cache"])
  func `a damaged manifest is replaced`(length: Int, options: String) throws {
    let library = try scanned()
    let whole = try library.contents("library/.wavethumb/manifest.json")
    try library.write(Array(whole.prefix(length)), to: ".wavethumb/manifest.json")
    let run = try library.scan(options)
    #expect(run.status == 3, "\(run.words)")
    #expect(try library.contents("library/.wavethumb/manifest.json") == whole)
  }

  @Test func `a damaged manifest is reported`() throws {
    let library = try scanned()
    try library.write([0, 0, 0, 0, 0], to: ".wavethumb/manifest.json")
    #expect(try library.scan().words.contains("the damaged manifest was recreated"))
    #expect(!(try library.scan().words.contains("the damaged manifest was recreated")))
  }

  @Test func `a damaged manifest is distinguished from another program's`() throws {
    let library = try scanned()
    for text in [#"{"version": 1}"#, "x", "{ }"] {
      try library.write(Array(text.utf8), to: ".wavethumb/manifest.json")
      #expect(try library.scan().status == 1)
      #expect(try library.contents("library/.wavethumb/manifest.json") == Array(text.utf8))
    }
  }

  @Test(arguments: [1, 7, 8, 50, 250, 390])
  func `a damaged picture is drawn again`(length: Int) throws {
    let library = try scanned()
    let name = "library/.wavethumb/Show/a.wav.mirroredBars.png"
    let whole = try library.contents(name)
    try #require(whole.count > 390)
    try library.write(
      Array(whole.prefix(length)), to: ".wavethumb/Show/a.wav.mirroredBars.png")
    let run = try library.scan()
    #expect(run.words.contains("1 damaged file"), "\(run.words)")
    #expect(try library.manifest()["counts"]?["failed"]?.int == 1)
    #expect(try library.contents(name) == whole)
  }

  @Test func `a picture without its mark and with other bytes than those due stays`() throws {
    let library = try scanned()
    let name = ".wavethumb/Show/a.wav.mirroredBars.png"
    let whole = try library.contents("library/" + name)
    let part = Array(whole.prefix(250))
    try library.write(part, to: name)
    let run = try library.scan("--color red")
    #expect(run.words.contains("has the picture's name"), "\(run.words)")
    #expect(try library.contents("library/" + name) == part)
  }

  @Test func `a damaged picture is distinguished from someone else's file`() throws {
    let library = try scanned()
    let name = ".wavethumb/Show/a.wav.mirroredBars.png"
    var other = try library.contents("library/" + name)
    // The generator mark names another program now.
    let mark = try #require(other.indices.first { other[$0...].starts(with: "wavethumb ".utf8) })
    other[mark] = UInt8(ascii: "x")
    // A picture with bytes after its end is complete as well.
    for bytes in [other, other + Array("and notes of mine".utf8), Array("a text of mine".utf8)] {
      try library.write(bytes, to: name)
      let run = try library.scan()
      #expect(run.status == 3)
      // A file of equal size is not read, and stays as well.
      if bytes.count != other.count {
        #expect(run.words.contains("has the picture's name"), "\(run.words)")
      }
      #expect(try library.contents("library/" + name) == bytes)
    }
  }
}
