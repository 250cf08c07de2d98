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

  // Nothing, and cuts behind the mark, within the head and within an entry.
  @Test(arguments: [0, 47, 100, 700], ["", " --no-cache"])
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

  // Cut behind the mark, near the end, and blank as after a power cut.
  @Test func `a damaged picture is drawn again`() throws {
    let library = try scanned()
    let whole = try library.contents("library/" + Self.picture)
    let size = whole.count
    let damages = [
      Array(whole.prefix(size - 3)), Array(whole.prefix(size - 200)), [],
      [UInt8](repeating: 0, count: 5000), [UInt8](repeating: 0, count: size),
    ]
    for damaged in damages {
      try library.write(damaged, to: Self.picture)
      let run = damaged.count == size ? try repaired(library) : try library.scan()
      #expect(run.status == 3, "\(run.errorOutput)")
      // The failure is that of `b.mp3`, which is no recording.
      #expect(try library.manifest()["counts"]?["failed"]?.int == 1)
      #expect(try library.contents("library/" + Self.picture) == whole)
    }
  }

  private func repaired(_ library: TemporaryLibrary) throws -> CommandRun {
    try CommandRun("verify \(library.output) --repair --cache \(library.cache)")
  }

  @Test func `a picture without its mark and with other bytes than those due stays`() throws {
    let library = try scanned()
    let whole = try library.contents("library/" + Self.picture)
    let part = Array(whole.prefix(20))
    try library.write(part, to: Self.picture)
    let repair = try repaired(library)
    #expect(repair.status == 3)
    #expect(repair.errorOutput.contains("has the name of an output"))
    let scan = try library.scan("--color red")
    #expect(scan.errorOutput.contains("has the name of an output"))
    #expect(scan.errorOutput.contains("--foreign | xargs -0"))
    #expect(try library.contents("library/" + Self.picture) == part)

    // The command that the sentence names prints it, and nothing else.
    let listed = try CommandRun("verify \(library.output) --foreign")
    #expect(listed.text == "\(library.output)/Show/a.wav.mirroredBars.png\0")
    library.shell("$W verify library --foreign | xargs -0 rm")
    #expect(try library.scan("--color red").status == 3)
    #expect(try CommandRun("verify \(library.output) --foreign").text.isEmpty)
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

  // Nothing else proves a file without a mark, and other bytes than those due may be anybody's.
  @Test func `a data file whose line is lost stays where other bytes are due`() throws {
    let library = try scanned()
    #expect(try library.scan("--data dat").status == 3)
    let points = try library.contents("library/.wavethumb/Show/a.wav.dat")
    try damageOwnedLine(of: ".wavethumb-ledger", in: library)
    let run = try library.scan("--data dat --zoom 33")
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("--foreign | xargs -0"))
    #expect(try library.contents("library/.wavethumb/Show/a.wav.dat") == points)
    // The very bytes are due again.
    #expect(try library.scan("--data dat").status == 3)
    #expect(try library.manifest()["counts"]?["failed"]?.int == 1)
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
