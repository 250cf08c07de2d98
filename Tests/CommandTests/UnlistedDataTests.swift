import Testing
import WavethumbBatch

/// Tests data in formats without a generator mark, after no manifest lists it any more.
@Suite struct `Unlisted data` {
  private static let formats = "--data dat --data peaks --data wavesurfer"
  private static let dataOfLost = [
    "gone.wav.dat",
    "gone.wav.peaks.json",
    "gone.wav.wavesurfer.json",
  ]

  /// Returns a scanned library of three recordings, the first of which was removed.
  private static func libraryWithLoss() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    for name in ["gone.wav", "a.wav", "b.wav"] {
      try library.add("pcm16.wav", as: name)
    }
    #expect(try library.scan(formats).status == 0)
    library.shell("rm library/gone.wav")
    return library
  }

  /// Returns the names of a recording's data files.
  private static func data(of recording: String, in library: TemporaryLibrary) throws -> [String] {
    let names = try library.tree("library/.wavethumb").keys.filter { name in
      name.hasPrefix(recording + ".") && !name.hasSuffix(".png")
    }
    return names.sorted()
  }

  // What is ours is noted in the output, so that a run without a cache prunes as well.
  @Test(arguments: ["", "--no-cache"])
  func `pruning deletes data of a missing recording`(cache: String) throws {
    let library = try Self.libraryWithLoss()
    let trial = try library.scan("\(Self.formats) --prune --dry-run -v \(cache)")
    for name in Self.dataOfLost {
      #expect(trial.errorOutput.contains(name))
    }
    #expect(try Self.data(of: "gone.wav", in: library) == Self.dataOfLost)
    _ = try library.scan("\(Self.formats) --prune \(cache)")
    #expect(try Self.data(of: "gone.wav", in: library).isEmpty)
    #expect(try Self.data(of: "a.wav", in: library).count == 3)
  }

  @Test(arguments: ["--prune", "--prune=unlisted"])
  func `unlisted data is recognised after scans that kept it`(prune: String) throws {
    let library = try Self.libraryWithLoss()
    // The second of these scans asks for no data, and its manifest lists none.
    _ = try library.scan(Self.formats)
    _ = try library.scan("--style dots")
    #expect(try Self.data(of: "gone.wav", in: library) == Self.dataOfLost)

    _ = try library.scan("--style dots \(prune)")
    #expect(try Self.data(of: "gone.wav", in: library).isEmpty)
    // Data of an existing recording, made with other options, is removed on request only.
    let isEmpty = try Self.data(of: "a.wav", in: library).isEmpty
    #expect(isEmpty == (prune == "--prune=unlisted"))
    #expect(try library.scan(Self.formats + " --zoom 99 --points 10").status == 0)
  }

  @Test func `data replaced by another program is kept`() throws {
    let library = try Self.libraryWithLoss()
    library.shell(
      """
      cd library/.wavethumb
      # Bytes of ours under names that no run has written.
      cp a.wav.dat foreign.wav.dat
      cp b.wav.peaks.json gone2.wav.peaks.json
      # Other bytes under a name of ours.
      printf '{"duration":1,"peaks":[[1]]}' > gone.wav.wavesurfer.json
      """
    )
    _ = try library.scan("\(Self.formats) --prune=unlisted")

    let kept = try library.tree("library/.wavethumb").keys
    #expect(kept.contains("foreign.wav.dat"))
    #expect(kept.contains("gone2.wav.peaks.json"))
    #expect(try Self.data(of: "gone.wav", in: library) == ["gone.wav.wavesurfer.json"])
  }

  @Test func `data with other options is replaced`() throws {
    let library = try Self.libraryWithLoss()
    // Each run finds the data of the one before under the same names; one of them writes none.
    let choices = [
      "--data wavesurfer --points 7",
      "--data wavesurfer --points 8",
      "--data dat --zoom 9",
      "--data dat --zoom 10 --force",
      "--style dots",
      Self.formats + " --bits 16 --points 9",
    ]
    for options in choices {
      let run = try library.scan(options + " --json")
      #expect(run.status == 0, "\(options): \(run.errorOutput)")
      #expect(run.text.contains(#""failed":0"#), "\(options): \(run.errorOutput)")
    }
  }

  @Test func `data of a recording that failed meanwhile is made again`() throws {
    let library = try Self.libraryWithLoss()
    library.shell("cd library && mv a.wav ../kept && echo no > a.wav")
    #expect(try library.scan(Self.formats).status == 3)

    // Cut, so that its data differs from that which is still there.
    library.shell("cd library && head -c 30000 ../kept > a.wav")
    let run = try library.scan(Self.formats)
    #expect(run.status == 0, "\(run.errorOutput)")
  }

  @Test func `merge prunes unlisted data, and replaces that of the last whole`() throws {
    let library = try TemporaryLibrary()
    for name in ["gone.wav", "a.wav", "b.wav", "c.wav"] {
      try library.add("pcm16.wav", as: name)
    }
    func merge(scanOptions: String, mergeOptions: String = "") throws -> CommandRun {
      for part in 1...2 {
        _ = try library.scan("--output {}/out\(part) --shard \(part)/2 \(scanOptions)")
      }
      let line = "merge out1 out2 --output whole --cache cache \(mergeOptions)"
      return try CommandRun(line, in: library.root)
    }
    #expect(try merge(scanOptions: Self.formats).status == 0)

    library.shell("rm library/gone.wav")
    let run = try merge(
      scanOptions: Self.formats + " --zoom 99 --points 9",
      mergeOptions: "--prune --library library"
    )
    #expect(run.status == 0, "\(run.errorOutput)")

    let names = try library.tree("whole").keys
    #expect(names.contains("a.wav.dat"))
    #expect(!names.contains("gone.wav.dat"), "\(names)")
  }
}
