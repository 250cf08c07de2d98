import Testing
import WavethumbBatch
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

struct ManifestTests {
  static func schema() throws -> JSONValue {
    let here = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return try JSONValue(
      try TemporaryLibrary.contents("/\(here)/Sources/Library/Manifest/manifest.schema.json")
    )
  }

  @Test func `the manifest of every fixture conforms to the schema`() throws {
    let library = try TemporaryLibrary()
    // Every format and every way to fail.
    library.shell("cp '\(TemporaryLibrary.fixtures)/'* library/")
    let run = try library.scan("--style line --style dots --scale 2 --size 60x20 --data json")
    #expect(run.status == 3)

    let manifest = try library.manifest()
    var check = try SchemaCheck(Self.schema())
    check.check(manifest)
    #expect(check.complaints.isEmpty, "\(check.complaints)")

    // Each recording of the fixtures, of which there are more than 80.
    let files = manifest["files"]?.array ?? []
    #expect(files.count > 80)
    for status in ["ok", "failed", "unsupported"] {
      let count = files.count { $0["status"]?.string == status }
      #expect(manifest["counts"]?[status]?.int == count)
    }
  }

  @Test(arguments: [
    "--size 60x20 --scale 1 --scale 2 --data json --data peaks",
    "--markers auto --cover auto --format svg --format png --placeholder --range 0:00.1-0:00.4",
    "--style sine --animate 0.5 --size 30x10 --measure both --data dat --zoom 64",
  ])
  func `every entry is read as it was written`(options: String) throws {
    let library = try TemporaryLibrary()
    library.shell(
      """
      fixtures='\(TemporaryLibrary.fixtures)'
      cp "$fixtures"/[a-fp]* library
      cp "$fixtures"/../Art/* library
      cd library
      # These take the whole timeout of a worker.
      rm -f channels* crashed* endless*
      # A name of two lines, which is no UTF-8.
      cp pcm16.wav "$(printf 'line\\nbreak\\377.wav')"
      """
    )

    let run = try library.scan("--output {}/out --manifest {}/data/m --jobs 2 \(options)")
    #expect(run.status == 3, "\(run.errorOutput)")
    var reader = try ManifestReader(RawPath("\(library.root)/data/m"), pathToOutput: "../out")
    var count = 0
    while let element = try reader.next() {
      let comment: Comment = "\(String(decoding: element.text, as: UTF8.self))"
      let entry = try #require(element.entry, comment)
      #expect(entry.text(pathToOutput: "../out") == element.text, comment)
      if let facts = entry.facts {
        #expect(facts.levels.count == 160)
      }
      count += 1
    }
    #expect(count > 30)
    let hasTrailer = reader.trailerDigest != nil
    #expect(hasTrailer)
  }

  @Test func `the schema detects mistakes`() throws {
    var check = try SchemaCheck(Self.schema())
    let wrong = """
      {"version": 2, "generator": "other", "settings": {}, "counts": {}, "files":
      [{"path": "a.mp3", "status": "ok", "digest": "xyz"}]}
      """
    check.check(try JSONValue(Array(wrong.utf8)))
    #expect(check.complaints.count > 8)
  }

  @Test func `paths are sorted by their bytes`() throws {
    let library = try TemporaryLibrary()
    for name in ["b.wav", "B.wav", "a/z.wav", "a.wav", "é.wav"] {
      try library.add("pcm16.wav", as: name)
    }
    _ = try library.scan()
    // Capitals before small letters, a dot before a slash, and what is beyond ASCII last.
    let paths = try library.entries().compactMap { $0["path"]?.string }
    #expect(paths == ["B.wav", "a.wav", "a/z.wav", "b.wav", "é.wav"])
  }

  @Test func `a manifest elsewhere refers to its pictures by relative paths`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/one two.wav")
    let options = "--output {}/www/waves --manifest {}/www/data/m.json"
    #expect(try library.scan(options).status == 0)

    let manifest = try library.json("www/data/m.json")
    let picture = manifest["files"]?.array?.first?["thumbnails"]?.array?.first
    #expect(picture?["path"]?.string == "../waves/Show/one two.wav.mirroredBars.png")
    #expect(picture?["url"]?.string == "../waves/Show/one%20two.wav.mirroredBars.png")
    #expect(try library.scan("\(options) -q").errorOutput == "")
  }
}
