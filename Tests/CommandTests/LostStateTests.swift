import Testing
import WavethumbBytes

/// What a user can rely on when something that a scan wrote is lost: the same bytes as before, and
/// nothing decoded whose measurement or pictures are still there.
@Suite struct `A scan after a loss` {
  /// Options with which every kind of file and every kind of record is written at least once.
  private static let looks = [
    "", "--style all --scale 1 --scale 2 --format svg --format png",
    "--color red --size 300x80 --bars 40 --page --page-title Shows",
    "--cover auto --page --markers auto",
    "--data labels --data chapters --data spectrogram --levels 3",
    "--data json --levels 3 --spectrum", "--data dat --data peaks --data wavesurfer --zoom 64",
    "--analyze --curve db --measure peak", "--placeholder --range 0:00.01-0:00.2",
    "--manifest-format ndjson --channels split", "--animate 1@10 --size 60x30 --movement idle",
    "--output {}/elsewhere --manifest {}/place/data.json --data dat",
  ]

  /// What may be lost; each is a shell command in the root folder.
  private static let losses = [
    "cache": "rm -r cache",
    "manifest": "rm -f \(manifests)",
    "records": "rm -f \(ledgers)",
    "manifest cut": "for m in \(manifests); do [ ! -e $m ] || truncate -s 700 $m; done",
    "cache and records": "rm -rf cache; rm -f \(ledgers)",
    "cache and manifest": "rm -rf cache; rm -f \(manifests)",
    "all but the pictures": "rm -rf cache; rm -f \(manifests) \(ledgers)",
  ]
  private static let manifests =
    "library/.wavethumb/manifest.* place/data.json elsewhere/manifest.*"
  private static let ledgers = "library/.wavethumb/.wavethumb-l* elsewhere/.wavethumb-l*"

  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    try library.add("cbr.mp3", as: "b.mp3")
    try library.add("cue.wav", as: "Show/c.wav")
    try library.add("html.mp3", as: "broken.mp3")
    library.shell(
      "cp '\(TemporaryLibrary.fixtures)/../Art/front.png' library/Show/folder.png"
    )
    return library
  }

  /// Returns the bytes of everything that the scans of this suite write outside of the cache.
  private func outputs(_ library: TemporaryLibrary) throws -> [String: [UInt8]] {
    var all: [String: [UInt8]] = [:]
    for folder in ["library/.wavethumb", "elsewhere", "place"] {
      for (name, bytes) in try library.tree(folder) {
        all["\(folder)/\(name)"] = bytes
      }
    }
    return all
  }

  /// Returns the names of files that only one of two trees has, or that differ.
  private static func differences(
    between one: [String: [UInt8]],
    and other: [String: [UInt8]]
  ) -> [String] {
    let names = Set(one.keys).union(other.keys)
    return names.filter { one[$0] != other[$0] }.sorted()
  }

  private func number(_ name: String, in run: CommandRun) throws -> Int {
    let start = try #require(run.text.firstRange(of: "\"\(name)\":"))
    return try #require(Int(run.text[start.upperBound...].prefix { $0.isNumber }))
  }

  @Test(arguments: looks)
  func `writes the same bytes and decodes only what nothing else proves`(look: String) throws {
    let library = try library()
    #expect(try library.scan(look).status == 3)
    let whole = try outputs(library)
    let losses = Self.losses.sorted { $0.key < $1.key }
    for (name, loss) in losses {
      // Each loss begins with everything that a scan leaves.
      library.shell("rm -rf cache library/.wavethumb elsewhere place")
      #expect(try library.scan(look).status == 3)
      library.shell(loss)
      let run = try library.scan(look + " --json")
      #expect(run.status == 3, "\(name): \(run.errorOutput)")
      let restored = try outputs(library)
      let differing = Self.differences(between: whole, and: restored)
      #expect(differing.isEmpty, "\(name): \(differing) \(run.errorOutput)")

      // The three recordings that can be read; points are in no cache.
      let isCacheLost = name.contains("cache") && name != "cache" && name != "cache and records"
      let hasPoints = look.contains("dat") && name != "cache" && !name.contains("records")
      let isDecoded = isCacheLost || name.hasPrefix("all") || hasPoints
      let maximum = isDecoded ? 3 : 0
      #expect(try number("decoded", in: run) <= maximum, "\(name): \(run.text.suffix(400))")
      let next = try library.scan(look + " --json")
      #expect(try number("decoded", in: next) == 0, "\(name): \(next.errorOutput)")
      #expect(try number("drawn", in: next) == 0, "\(name): \(next.errorOutput)")
    }
  }

  @Test(arguments: ["", "--data dat --data peaks --page", "--style all --format svg --page"])
  func `of times and inodes, as by a checkout, changes no byte and no file`(look: String) throws {
    let library = try library()
    #expect(try library.scan(look).status == 3)
    library.shell("mkdir other; cp -r library other/library; rm -r library")
    library.shell("find other -type f -exec touch -d 2020-02-02 {} +")
    let list =
      "cd '\(library.root)/other/library/.wavethumb'; find . -type f ! -name .lock -printf '%p %i %T@\\n' | sort"
    let before = Shell.output(list)
    let whole = try library.tree("other/library/.wavethumb")
    // With the cache of the old files, without one, and with the one that the second run has made.
    for cache in ["cache", "no-such", "no-such"] {
      let run = try CommandRun(
        "scan \(library.root)/other/library --cache \(library.root)/\(cache) --json \(look)"
      )
      #expect(run.status == 3, "\(run.errorOutput)")
      #expect(try number("decoded", in: run) == 0)
      #expect(try number("drawn", in: run) == 0)
      #expect(Shell.output(list) == before, "\(cache)")
      #expect(try library.tree("other/library/.wavethumb") == whole)
    }
  }

  @Test(arguments: ["", "--data dat --data peaks --data wavesurfer"])
  func `by any number of kills ends with the bytes of an undisturbed scan`(look: String) throws {
    let library = try TemporaryLibrary()
    let sound = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/vorbis.ogg")
    for copy in 0..<24 {
      try library.write(sound + [UInt8(copy)], to: "\(copy % 3)/\(copy).ogg")
    }
    #expect(try library.scan("--no-cache --output {}/undisturbed \(look)").status == 0)

    let whole = try library.tree("undisturbed")
    let other = look.isEmpty ? "--color red" : look + " --zoom 33 --points 5"
    for tick in 1...8 {
      // Options change in between, so that files of one run stand where another writes.
      let options = tick % 2 == 0 ? look : other
      Shell.output(
        "timeout -s KILL 0.0\(tick) '\(ProcessSetup.binary)' scan '\(library.library)' "
          + "--cache '\(library.cache)' --jobs 2 -q \(options) 2>/dev/null"
      )
    }

    let run = try library.scan(look)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
    #expect(try library.scan(look + " --prune=unlisted").status == 0)
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  /// Options that shape what is measured, and data that no cache holds.
  private static let changes = [
    "--data dat --data peaks --data wavesurfer --data json --zoom 64",
    "--data dat --data peaks --data wavesurfer --data json --zoom 64 --range 0:00.01-0:00.2",
    "--data dat --data peaks --data wavesurfer --data json --zoom 64 --channels split",
    "--data dat --data peaks --data wavesurfer --data json --bits 8 --pixels-per-second 40",
    "--data labels --data chapters --data spectrogram --silence -20:0.05",
    "--data json --levels 3 --spectrum --analyze --placeholder --ffmpeg off",
    "--style all --scale 2 --format svg --format png --normalize file",
  ]

  @Test(arguments: changes)
  func `by other options leaves nothing of theirs in the files`(
    options: String
  ) throws {
    let library = try library()
    #expect(try library.scan("--output {}/first --no-cache \(options)").status == 3)
    let first = try library.tree("first")
    for other in Self.changes where other != options {
      #expect(try library.scan(other).status == 3)
      let run = try library.scan("--prune=unlisted \(options)")
      #expect(run.status == 3, "\(other): \(run.errorOutput)")
      let differing = Self.differences(between: first, and: try library.tree("library/.wavethumb"))
      #expect(differing.isEmpty, "\(other): \(differing)")
    }
  }

  @Test func `of one library prunes nothing of another in the same output`() throws {
    let library = try TemporaryLibrary()
    let other = try TemporaryLibrary()
    for number in 1...4 {
      try library.add("pcm16.wav", as: "mine \(number).wav")
      try other.add("mono.wav", as: "yours \(number).wav")
    }

    let output = "--output \(library.root)/shared --data dat"
    let mine = "\(output) --manifest \(library.root)/mine.json"
    let yours = "\(output) --manifest \(library.root)/yours.json"
    #expect(try library.scan(mine).status == 0)
    #expect(try other.scan(yours).status == 0)

    // A picture and points of four recordings.
    let whole = try library.tree("shared").filter { $0.key.contains("yours") }
    #expect(whole.count == 8)
    library.shell("rm 'library/mine 1.wav'")
    for prune in ["--prune", "--prune=unlisted"] {
      let run = try library.scan("\(mine) \(prune)")
      #expect(run.status == 0, "\(run.errorOutput)")
      let kept = try library.tree("shared").filter { $0.key.contains("yours") }
      #expect(kept.keys.sorted() == whole.keys.sorted(), "\(prune): \(run.errorOutput)")
    }

    #expect(try other.scan("\(yours) --check").status == 0)
  }

  // In another color a picture has the same size, which is all that a scan looks at otherwise.
  @Test func `with another manifest in the same output draws its own pictures again`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    try library.add("cbr.mp3")
    let first = "--output {}/shared --manifest {}/first.json --data dat"
    let second = "--output {}/shared --manifest {}/second.json --color red"
    #expect(try library.scan(first).status == 0)
    let pictures = try library.tree("shared").filter { $0.key.hasSuffix(".png") }
    #expect(pictures.count == 2)
    #expect(try library.scan(second).status == 0)
    #expect(try library.scan("\(first) --check").status == 4)
    let run = try library.scan(first)
    #expect(run.status == 0)
    #expect(run.errorOutput.contains("2 drawn"), "\(run.errorOutput)")
    #expect(run.errorOutput.contains("another manifest"), "\(run.errorOutput)")
    #expect(try library.tree("shared").filter { $0.key.hasSuffix(".png") } == pictures)
    #expect(try library.scan("\(first) --check").status == 0)
    #expect(try library.scan("\(second) --check").status == 4)
  }

  @Test func `of another library with the same paths in one output draws its own pictures`() throws
  {
    let library = try TemporaryLibrary()
    let other = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    try other.add("pcm24.wav", as: "a.wav")
    let output = "--output \(library.root)/shared"
    let mine = "\(output) --manifest \(library.root)/mine.json"
    let yours = "\(output) --manifest \(library.root)/yours.json"
    #expect(try library.scan(mine).status == 0)
    let pictures = try library.tree("shared").filter { $0.key.hasSuffix(".png") }
    #expect(try other.scan(yours).status == 0)
    #expect(try library.scan(mine).status == 0)
    #expect(try library.tree("shared").filter { $0.key.hasSuffix(".png") } == pictures)
  }

  @Test func `of the whole draws again what a part with other options has drawn`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    try library.add("cbr.mp3")
    func pictures() throws -> [String: [UInt8]] {
      try library.tree("library/.wavethumb").filter { $0.key.hasSuffix(".png") }
    }
    #expect(try library.scan().status == 0)
    let first = try pictures()
    #expect(try library.scan("--shard 1/1 --color red").status == 0)
    #expect(try pictures() != first)
    #expect(try library.scan().status == 0)
    #expect(try pictures() == first)
  }
}
