import Testing
import WavethumbBytes
import WavethumbLibrary

/// Tests the manifest in JSON Lines format.
@Suite struct `JSON Lines manifests` {
  private static let lines = "--manifest-format ndjson"

  private func library(withOddNames: Bool = true) throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    try library.add("cbr.mp3", "cut.wav", "empty.mp3", "chapters.mp3", "flac16.flac")
    if withOddNames {
      // A name of two lines, which is no UTF-8.
      library.shell("cd library; cp cbr.mp3 \"$(printf 'line\\nbreak\\377.mp3')\"")
    }
    return library
  }

  /// Returns the parsed lines of a JSON Lines manifest.
  private func values(in library: TemporaryLibrary, at path: String) throws -> [JSONValue] {
    let newline = UInt8(ascii: "\n")
    let text = try library.contents(path)
    #expect(text.last == newline)
    let lines = text.dropLast().split(separator: newline)
    return try lines.map { try JSONValue(Array($0)) }
  }

  @Test func `NDJSON contains the entries of the document`() throws {
    let library = try library()
    let looks = "--data json --style bars --style line"
    #expect(try library.scan("--output {}/one \(looks)").status == 3)
    #expect(try library.scan("--output {}/lines \(Self.lines) \(looks)").status == 3)

    let document = try library.json("one/manifest.json")
    let lines = try values(in: library, at: "lines/manifest.ndjson")
    for name in ["version", "generator", "settings", "counts"] {
      #expect(lines[0][name] == document[name])
    }

    // The first line is the head and the last is the digest.
    let entries = Array(lines.dropFirst().dropLast())
    #expect(entries == document["files"]?.array)
    #expect(lines.last?["digest"]?.string?.count == 32)

    // But for locks and ledgers, only the manifests are in one folder alone.
    let differences = library.shell("diff -rq --exclude='.[lw]*' one lines")
    #expect(differences.split(separator: "\n").count == 2, "\(differences)")
  }

  @Test func `later runs continue from NDJSON`() throws {
    let library = try library()
    let name = "library/.wavethumb/manifest.ndjson"
    _ = try library.scan(Self.lines)
    let first = try library.contents(name)
    #expect(try library.scan("\(Self.lines) --check --known-failures ok").status == 0)

    let again = try library.scan("\(Self.lines) --json")
    #expect(again.text.contains(#""decoded":0,"drawn":0,"#))
    #expect(try library.contents(name) == first)

    // From the manifest alone, without a cache.
    library.shell("rm -r cache")
    let alone = try library.scan("\(Self.lines) --json --no-cache")
    #expect(alone.text.contains(#""drawn":0,"#))
    #expect(try library.contents(name) == first)

    try library.add("pcm16.wav", as: "Show/b.wav")
    library.shell("rm library/flac16.flac")
    #expect(try library.scan("\(Self.lines) --check").status == 4)
    _ = try library.scan(Self.lines)
    let edited = try library.contents(name)
    _ = try library.scan("\(Self.lines) --force")
    #expect(try library.contents(name) == edited)
    #expect(edited != first)
  }

  @Test func `NDJSON replaces the document, and vice versa`() throws {
    let library = try library(withOddNames: false)
    _ = try library.scan("--page")
    let whole = try library.tree("library/.wavethumb")
    _ = try library.scan("--page \(Self.lines)")
    let lines = try library.tree("library/.wavethumb")
    #expect(lines["manifest.json"] == nil)
    #expect(lines["manifest.ndjson"] != nil)
    #expect(try library.scan("--page --check --known-failures ok \(Self.lines)").status == 0)

    let pageRows = rows(ofPage: lines["index.html"])
    #expect(!pageRows.isEmpty)
    #expect(pageRows == rows(ofPage: whole["index.html"]))

    _ = try library.scan("--page")
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  /// Returns the lines of a page's data with a recording each.
  private func rows(ofPage page: [UInt8]?) -> [Substring] {
    let lines = String(decoding: page ?? [], as: UTF8.self).split(separator: "\n")
    return lines.filter { $0.hasPrefix(#"{"path""#) || $0.hasPrefix("[") }
  }

  @Test func `a foreign NDJSON manifest prevents a scan`() throws {
    let library = try library()
    _ = try library.scan()
    let theirs = "{\"mine\": 1}\n"
    try library.write(theirs, to: ".wavethumb/manifest.ndjson")
    let run = try library.scan(Self.lines)
    #expect(run.status == 1, "\(run.errorOutput)")

    // It stays even under the name of a manifest in the other format.
    library.shell("cd library/.wavethumb; mv manifest.ndjson manifest.json")
    #expect(try library.scan(Self.lines).status == 3)
    #expect(try library.text("library/.wavethumb/manifest.json") == theirs)
  }

  @Test(arguments: [1, 3])
  func `NDJSON parts are joined to that of an unsharded scan`(count: Int) throws {
    let library = try library()
    let looks = "\(Self.lines) --data dat --markers auto"
    _ = try library.scan("--output {}/whole --no-cache \(looks)")
    for number in 1...count {
      _ = try library.scan("--output {}/parts --shard \(number)/\(count) \(looks)")
    }

    let merge = try CommandRun("merge \(library.root)/parts --cache \(library.cache)")
    #expect(merge.status == 3, "\(merge.errorOutput)")
    #expect(library.shell("diff -r --exclude='.lock*' parts whole") == "")

    let again = try library.scan("--output {}/parts --json \(looks)")
    #expect(again.text.contains(#""decoded":0,"drawn":0,"#))
  }

  // Scripts of sed: a longer duration, no digest, no first entry, and nothing behind it.
  @Test(arguments: ["s/\"durationMs\": /&1/", "$d", "2d", "2q"])
  func `NDJSON manifests are verified and repaired`(damage: String) throws {
    let library = try library(withOddNames: false)
    _ = try library.scan(Self.lines)
    let whole = try library.tree("library/.wavethumb")
    #expect(try CommandRun("verify \(library.output)").status == 0)
    library.shell("sed -i '\(damage)' library/.wavethumb/manifest.ndjson")
    let run = try CommandRun("verify \(library.output)")
    #expect(run.status == 4)
    #expect(run.errorOutput.contains("damaged manifest.ndjson"))
    let repair = try CommandRun("verify \(library.output) --repair --cache \(library.cache)")
    #expect(repair.status == 3, "\(repair.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
  }
}
