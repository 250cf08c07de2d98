import Testing
import WavethumbBytes
import WavethumbSystem

/// Output files may be incomplete after a full disk, an interrupted copy or a power failure.
@Suite struct `Damaged output files` {
  private static let picture = ".wavethumb/Show/a.wav.mirroredBars.png"

  private func scanned() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    // No recording, so that scans end with status 3.
    try library.add("html.mp3", as: "b.mp3")
    #expect(try library.scan().status == 3)
    return library
  }

  // Nothing, an opening brace, and cuts within the head and within an entry.
  @Test(arguments: [0, 1, 20, 47, 100, 700], ["", " --no-cache"])
  func `a damaged manifest is replaced`(length: Int, options: String) throws {
    let library = try scanned()
    let whole = try library.contents("library/.wavethumb/manifest.json")
    try library.write(Array(whole.prefix(length)), to: ".wavethumb/manifest.json")
    let run = try library.scan(options)
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(try library.contents("library/.wavethumb/manifest.json") == whole)
  }

  @Test func `a damaged manifest is reported`() throws {
    let library = try scanned()
    // Zeros are what a power failure leaves of a file whose size was written before its bytes.
    try library.write([0, 0, 0, 0, 0], to: ".wavethumb/manifest.json")
    let message = "the damaged manifest was recreated"
    #expect(try library.scan().errorOutput.contains(message))
    #expect(try !library.scan().errorOutput.contains(message))
  }

  @Test func `a damaged manifest is distinguished from another program's`() throws {
    let library = try scanned()
    for text in [#"{"version": 1}"#, "x", "{ }"] {
      try library.write(text, to: ".wavethumb/manifest.json")
      #expect(try library.scan().status == 1)
      #expect(try library.text("library/.wavethumb/manifest.json") == text)
    }
  }

  // Within the signature and at its end, within the first chunks, within the data, and near the end.
  @Test(arguments: [1, 7, 8, 50, 250, 390])
  func `a damaged picture is drawn again`(length: Int) throws {
    let library = try scanned()
    let whole = try library.contents("library/" + Self.picture)
    try #require(whole.count > 390)

    try library.write(Array(whole.prefix(length)), to: Self.picture)
    let run = try library.scan()
    #expect(run.errorOutput.contains("1 damaged file"))
    // The failure is that of `b.mp3`, which is no recording.
    #expect(try library.manifest()["counts"]?["failed"]?.int == 1)
    #expect(try library.contents("library/" + Self.picture) == whole)
  }

  @Test func `a picture without its mark and with other bytes than those due stays`() throws {
    let library = try scanned()
    let whole = try library.contents("library/" + Self.picture)
    // Before the mark, and in another color than the one that the bytes would be compared with.
    let part = Array(whole.prefix(250))
    try library.write(part, to: Self.picture)
    let run = try library.scan("--color red")
    #expect(run.errorOutput.contains("has the name of an output"))
    #expect(try library.contents("library/" + Self.picture) == part)
  }

  @Test func `a damaged picture is distinguished from someone else's file`() throws {
    let library = try scanned()
    var other = try library.contents("library/" + Self.picture)
    // The generator mark names another program, "xavethumb".
    let mark = try #require(other.firstRange(of: Array("wavethumb ".utf8)))
    other[mark.lowerBound] = UInt8(ascii: "x")
    // A picture with bytes after its end is complete as well.
    let extended = other + Array("and notes of mine".utf8)
    for bytes in [other, extended, Array("a text of mine".utf8)] {
      try library.write(bytes, to: Self.picture)
      let run = try library.scan()
      #expect(run.status == 3)
      // A file of equal size is not read, and stays as well.
      if bytes.count != other.count {
        #expect(run.errorOutput.contains("has the name of an output"))
      }
      #expect(try library.contents("library/" + Self.picture) == bytes)
    }
  }

  /// Changes a digit of the first owned line in a ledger, so that the line proves nothing.
  private func damageOwnedLine(of ledger: String, in library: TemporaryLibrary) throws {
    var bytes = try library.contents("library/.wavethumb/\(ledger)")
    // The last place of the name: the paths of recordings come before the owned lines.
    let name = Array("Show/a.wav.dat".utf8)
    let start = bytes.indices.last { bytes[$0...].starts(with: name) }
    // A space is before the name, and before that the last digit of a check.
    let digit = try #require(start, "no line of \(ledger)") - 2
    bytes[digit] ^= 1
    try library.write(bytes, to: ".wavethumb/\(ledger)")
  }

  @Test func `a lost line of a data file is taken from the manifest`() throws {
    let library = try scanned()
    #expect(try library.scan("--data dat --color red --output {}/first").status == 3)
    #expect(try library.scan("--data dat").status == 3)
    try damageOwnedLine(of: ".wavethumb-ledger", in: library)
    #expect(try library.scan("--data dat --color red").status == 3)
    #expect(try library.tree("library/.wavethumb") == library.tree("first"))
    // Without the line, these points would be another program's.
    let run = try library.scan("--data dat --zoom 33")
    #expect(!run.errorOutput.contains("another program"), "\(run.errorOutput)")
  }

  @Test func `a part with a lost line is scanned again, and then merged`() throws {
    let library = try scanned()
    library.shell("rm -r library/.wavethumb")
    #expect(try library.scan("--data dat --output {}/whole").status == 3)
    #expect(try library.scan("--data dat --shard 1/1").status == 3)

    try damageOwnedLine(of: ".wavethumb-ledger.1-of-1", in: library)
    let merge = "merge \(library.library) --cache \(library.cache)"
    let refused = try CommandRun(merge)
    #expect(refused.status == 1, "\(refused.errorOutput)")
    #expect(refused.errorOutput.contains("scan that part again"))
    #expect(try library.scan("--data dat --shard 1/1").status == 3)
    #expect(try CommandRun(merge).status == 3)
    #expect(try library.tree("library/.wavethumb") == library.tree("whole"))
  }
}
