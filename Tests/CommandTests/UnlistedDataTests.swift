import Testing
import WavethumbBatch

/// Tests data in formats without a generator mark, after no manifest lists it any more.
@Suite struct `Unlisted data` {
  private static let formats = "--data dat --data peaks --data wavesurfer"
  private static let endings = ["dat", "peaks.json", "wavesurfer.json"]

  /// Returns a scanned library of three recordings, the first of which was removed.
  private static func bereft() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    for name in ["gone.wav", "a.wav", "b.wav"] {
      try library.add("pcm16.wav", as: name)
    }
    #expect(try library.scan(formats).status == 0)
    library.shell("rm library/gone.wav")
    return library
  }

  /// Returns the names of a recording's data files.
  private static func data(_ library: TemporaryLibrary, of recording: String) throws -> [String] {
    try library.tree("library/.wavethumb").keys.sorted()
      .filter { $0.hasPrefix(recording + ".") && !$0.hasSuffix(".png") }
  }

  private static let all = endings.map { "gone.wav.\($0)" }

  @Test(arguments: ["", "--no-cache"])
  func `pruning deletes data of a missing recording`(cache: String) throws {
    let library = try Self.bereft()
    let trial = try library.scan("\(Self.formats) --prune --dry-run -v \(cache)")
    #expect(Self.all.allSatisfy { trial.errorOutput.contains($0) }, "\(trial.errorOutput)")
    #expect(try Self.data(library, of: "gone.wav") == Self.all)
    _ = try library.scan("\(Self.formats) --prune \(cache)")
    #expect(try Self.data(library, of: "gone.wav").isEmpty)
    #expect(try Self.data(library, of: "a.wav").count == 3)
  }

  @Test(arguments: ["--prune", "--prune=unlisted"])
  func `unlisted data is recognised after scans that kept it`(prune: String) throws {
    let library = try Self.bereft()
    _ = try library.scan(Self.formats)
    _ = try library.scan("--style dots")
    #expect(try Self.data(library, of: "gone.wav") == Self.all)
    _ = try library.scan("--style dots \(prune)")
    #expect(try Self.data(library, of: "gone.wav").isEmpty)
    // Data of an existing recording, made with other options, is removed on request only.
    #expect(try Self.data(library, of: "a.wav").isEmpty == (prune == "--prune=unlisted"))
    #expect(try library.scan(Self.formats + " --zoom 99 --points 10").status == 0)
  }

  @Test func `data replaced by another program is kept`() throws {
    let library = try Self.bereft()
    library.shell(
      """
      cd library/.wavethumb && cp a.wav.dat foreign.wav.dat && cp b.wav.peaks.json gone2.wav.peaks.json
      printf '{"duration":1,"peaks":[[1]]}' > gone.wav.wavesurfer.json
      """
    )
    _ = try library.scan("\(Self.formats) --prune=unlisted")

    let left = try library.tree("library/.wavethumb").keys
    #expect(left.contains("foreign.wav.dat"))
    #expect(left.contains("gone2.wav.peaks.json"))
    #expect(try Self.data(library, of: "gone.wav") == ["gone.wav.wavesurfer.json"])
  }

  @Test func `data with other options is replaced`() throws {
    let library = try Self.bereft()
    let choices = [
      "--data wavesurfer --points 7", "--data wavesurfer --points 8", "--data dat --zoom 9",
      "--data dat --zoom 10 --force", "--style dots", Self.formats + " --bits 16 --points 9",
    ]
    for changed in choices {
      let run = try library.scan(changed + " --json")
      #expect(run.status == 0, "\(changed): \(run.errorOutput)")
      #expect(run.text.contains(#""failed":0"#), "\(changed): \(run.errorOutput)")
    }
  }

  @Test func `data of a recording that failed meanwhile is made again`() throws {
    let library = try Self.bereft()
    library.shell("cd library && mv a.wav ../kept && echo no > a.wav")
    #expect(try library.scan(Self.formats).status == 3)
    library.shell("cd library && head -c 30000 ../kept > a.wav")
    let run = try library.scan(Self.formats)
    #expect(run.status == 0, "\(run.errorOutput)")
  }

  @Test func `merge prunes unlisted data, and replaces that of the last whole`() throws {
    let library = try TemporaryLibrary()
    for name in ["gone.wav", "a.wav", "b.wav", "c.wav"] {
      try library.add("pcm16.wav", as: name)
    }
    func merged(_ options: String, prune: String) throws -> CommandRun {
      for part in 1...2 {
        _ = try library.scan("--output {}/out\(part) --shard \(part)/2 \(options)")
      }
      return try CommandRun(
        "merge \(library.root)/out1 \(library.root)/out2 --output \(library.root)/whole "
          + "--cache \(library.cache) \(prune)"
      )
    }
    #expect(try merged(Self.formats, prune: "").status == 0)

    library.shell("rm library/gone.wav")
    let run = try merged(
      Self.formats + " --zoom 99 --points 9",
      prune: "--prune --library \(library.library)"
    )
    #expect(run.status == 0, "\(run.errorOutput)")

    let names = try library.tree("whole").keys
    #expect(names.contains("a.wav.dat"), "\(names)")
    #expect(!names.contains("gone.wav.dat"), "\(names)")
  }
}
