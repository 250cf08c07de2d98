import Testing
import WavethumbBytes

/// What a user can rely on when something that a scan wrote is lost: the same bytes as before, and
/// nothing decoded whose measurement or pictures are still there.
@Suite struct `A scan after a loss` {
  /// Options with which every kind of file and every kind of record is written at least once.
  private static let looks = [
    "",
    "--style all --scale 1 --scale 2 --format svg --format png",
    "--color red --size 300x80 --bars 40 --page --page-title Shows",
    "--cover auto --page --markers auto",
    "--data labels --data chapters --data spectrogram --levels 3",
    "--data json --levels 3 --spectrum",
    "--data dat --data peaks --data wavesurfer --zoom 64",
    "--analyze --curve db --measure peak",
    "--placeholder --range 0:00.01-0:00.2",
    "--channels split",
    "--animate 1@10 --size 60x30 --movement idle",
    "--output {}/elsewhere --manifest {}/place/data.json --data dat",
  ]

  /// Files that are lost, and whether recordings have to be decoded then.
  private struct Loss {
    let name: String
    /// A shell command in the root folder.
    let command: String
    /// Whether the pictures have to be measured again: nothing else knows what is in them.
    let forgetsPictures: Bool
    /// Whether data that no cache holds has to be measured again.
    let forgetsPoints: Bool
  }

  private static let manifests =
    "library/.wavethumb/manifest.* place/data.json elsewhere/manifest.*"
  private static let ledgers = "library/.wavethumb/.wavethumb-l* elsewhere/.wavethumb-l*"

  // Without the ledger nothing is known of an output: measurements come from the cache, which has no
  // points.
  private static let losses = [
    Loss(name: "cache", command: "rm -r cache", forgetsPictures: false, forgetsPoints: false),
    Loss(
      name: "manifest",
      command: "rm -f \(manifests)",
      forgetsPictures: false,
      forgetsPoints: true
    ),
    Loss(
      name: "records",
      command: "rm -f \(ledgers)",
      forgetsPictures: false,
      forgetsPoints: true
    ),
    Loss(
      name: "manifest cut",
      command: "for m in \(manifests); do [ ! -e $m ] || truncate -s 700 $m; done",
      forgetsPictures: false,
      forgetsPoints: true
    ),
    Loss(
      name: "cache and records",
      command: "rm -rf cache; rm -f \(ledgers)",
      forgetsPictures: true,
      forgetsPoints: true
    ),
    Loss(
      name: "cache and manifest",
      command: "rm -rf cache; rm -f \(manifests)",
      forgetsPictures: true,
      forgetsPoints: true
    ),
    Loss(
      name: "all but the pictures",
      command: "rm -rf cache; rm -f \(manifests) \(ledgers)",
      forgetsPictures: true,
      forgetsPoints: true
    ),
  ]

  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    try library.add("cbr.mp3", as: "b.mp3")
    try library.add("cue.wav", as: "Show/c.wav")
    // A failure is restored like a picture, and ends scans with status 3.
    try library.add("html.mp3", as: "broken.mp3")
    library.shell("cp '\(TemporaryLibrary.fixtures)/../Art/front.png' library/Show/folder.png")
    return library
  }

  /// Returns the bytes of everything that the scans of this suite write outside of the cache.
  private func outputs(of library: TemporaryLibrary) throws -> [String: [UInt8]] {
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

  /// Returns a number of the last event, which has the totals of the run.
  private func total(_ name: String, of run: CommandRun) throws -> Int {
    let last = try #require(run.lines.last, "\(run.errorOutput)")
    return try #require(try JSONValue(Array(last.utf8))[name]?.int, "\(last)")
  }

  @Test(arguments: looks)
  func `writes the same bytes and decodes only what nothing else proves`(look: String) throws {
    let library = try library()
    #expect(try library.scan(look).status == 3)
    let whole = try outputs(of: library)
    for loss in Self.losses {
      // Each loss begins with everything that a scan leaves.
      library.shell("rm -rf cache library/.wavethumb elsewhere place")
      #expect(try library.scan(look).status == 3)
      library.shell(loss.command)
      let run = try library.scan(look + " --json")
      #expect(run.status == 3, "\(loss.name): \(run.errorOutput)")
      let restored = try outputs(of: library)
      let differing = Self.differences(between: whole, and: restored)
      #expect(differing.isEmpty, "\(loss.name): \(differing) \(run.errorOutput)")

      let hasPoints = look.contains("--data dat")
      let isDecoded = loss.forgetsPictures || hasPoints && loss.forgetsPoints
      // The three recordings that can be read.
      let maximum = isDecoded ? 3 : 0
      let decoded = try total("decoded", of: run)
      #expect(decoded <= maximum, "\(loss.name): \(run.text.suffix(400))")

      // The scan has written again what was lost.
      let next = try library.scan(look + " --json")
      #expect(try total("decoded", of: next) == 0, "\(loss.name): \(next.errorOutput)")
      #expect(try total("drawn", of: next) == 0, "\(loss.name): \(next.errorOutput)")
    }
  }

  @Test(arguments: ["", "--data dat --data peaks --page", "--style all --format svg --page"])
  func `of times and inodes, as by a checkout, changes no byte and no file`(look: String) throws {
    let library = try library()
    #expect(try library.scan(look).status == 3)
    library.shell(
      """
      mkdir other
      cp -r library other/library
      rm -r library
      find other -type f -exec touch -d 2020-02-02 {} +
      """
    )
    // Inode and time of each file.
    let listing = """
      cd other/library/.wavethumb
      find . -type f ! -name .lock -printf '%p %i %T@\\n' | sort
      """
    let before = library.shell(listing)
    let whole = try library.tree("other/library/.wavethumb")
    // With the cache of the old files, without one, and with the one that the second run has made.
    for cache in ["cache", "no-such", "no-such"] {
      let line = "scan other/library --cache \(cache) --json \(look)"
      let run = try CommandRun(line, in: library.root)
      #expect(run.status == 3, "\(run.errorOutput)")
      #expect(try total("decoded", of: run) == 0)
      #expect(try total("drawn", of: run) == 0)
      #expect(library.shell(listing) == before, "\(cache)")
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
    for hundredths in 1...8 {
      // Options change in between, so that files of one run are in the place where another writes.
      let isEven = hundredths % 2 == 0
      let options = isEven ? look : other
      let scan = "$W scan library --cache cache --jobs 2 -q \(options)"
      library.shell("timeout -s KILL 0.0\(hundredths) \(scan) 2>/dev/null")
    }

    let run = try library.scan(look)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)
    // Nothing of the killed runs is left, with or without pruning.
    #expect(try library.scan(look + " --prune=unlisted").status == 0)
    #expect(try library.tree("library/.wavethumb") == whole)
  }

  /// Options that shape what is measured, and data that no cache holds.
  private static let formats = "--data dat --data peaks --data wavesurfer --data json"
  private static let changes = [
    "\(formats) --zoom 64",
    "\(formats) --zoom 64 --range 0:00.01-0:00.2",
    "\(formats) --zoom 64 --channels split",
    "\(formats) --bits 8 --pixels-per-second 40",
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
    // From each kind of options to each other.
    for other in Self.changes where other != options {
      #expect(try library.scan(other).status == 3)
      let run = try library.scan("--prune=unlisted \(options)")
      #expect(run.status == 3, "\(other): \(run.errorOutput)")
      let differing = Self.differences(between: first, and: try library.tree("library/.wavethumb"))
      #expect(differing.isEmpty, "\(other): \(differing)")
    }
  }

  /// Returns the pictures below a folder.
  private func pictures(in folder: String, of library: TemporaryLibrary) throws -> [String: [UInt8]]
  {
    try library.tree(folder).filter { $0.key.hasSuffix(".png") }
  }

  // An output has one manifest; the one that was there belongs to whoever put it there.
  @Test func `of the manifest's place writes it there, and names the old one once`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    #expect(try library.scan().status == 0)
    let first = try library.contents("library/.wavethumb/manifest.json")
    let moved = try library.scan("--manifest {}/place/data.json --json")
    #expect(moved.status == 0, "\(moved.errorOutput)")
    #expect(moved.errorOutput.contains("\"manifest.json\" from the output, stays as it is"))
    #expect(try total("decoded", of: moved) == 0)
    #expect(try library.contents("library/.wavethumb/manifest.json") == first)
    #expect(try library.json("place/data.json")["files"]?.array?.count == 1)

    let again = try library.scan("--manifest {}/place/data.json --json")
    #expect(!again.errorOutput.contains("stays as it is"))
    #expect(try total("drawn", of: again) == 0)
    #expect(try library.scan("--manifest {}/place/data.json --check").status == 0)
    // What is in the output is no manifest of it any more.
    let verified = try CommandRun("verify \(library.output)")
    #expect(verified.status == 1)
    #expect(verified.errorOutput.contains("place/data.json"))
  }

  @Test func `of the whole draws again what a part with other options has drawn`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    try library.add("cbr.mp3")
    #expect(try library.scan().status == 0)
    let first = try pictures(in: "library/.wavethumb", of: library)

    #expect(try library.scan("--shard 1/1 --color red").status == 0)
    #expect(try pictures(in: "library/.wavethumb", of: library) != first)

    #expect(try library.scan().status == 0)
    #expect(try pictures(in: "library/.wavethumb", of: library) == first)
  }
}
