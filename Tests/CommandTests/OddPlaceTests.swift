import Testing
import WavethumbSystem

@Suite struct `Odd places and names` {
  @Test func `no line of JSON changes the writing direction of a terminal`() throws {
    let library = try TemporaryLibrary()
    // One that turns the direction of what follows, and an invisible one beyond 16 bits.
    try library.add("mono.wav", as: "a\u{202E}\u{E0041}b.wav")
    let events = try library.scan("--json")
    let list = try CommandRun("list \(library.output) --json")
    for run in [events, list] {
      #expect(run.status == 0)
      #expect(!run.text.unicodeScalars.contains("\u{202E}"))
      #expect(run.text.contains("a\\u202e\\udb40\\udc41b.wav"))
    }
  }

  // Files of ours between recordings, and recordings that no scan finds.
  @Test
  func `an output that shares a folder with recordings is refused before anything is written`()
    throws
  {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    try library.add("mono.wav", as: "sub/deep/c.wav")
    library.shell("mkdir library/empty; ln -s library/sub link; ln -s library whole")
    let before = library.shell("find . | sort")
    // The library by its path and through a link, a folder above it, one with recordings, and one in
    // which recordings are deeper.
    let places = [
      "library", "whole", "library/sub/..", ".", "library/sub", "library/sub/deep", "link",
    ]
    for place in places {
      for options in ["", " --shard 1/2", " --check", " --dry-run"] {
        let run = try library.scan("--output {}/\(place)" + options)
        #expect(run.status == 2, "\(place) \(options) \(run.errorOutput)")
        #expect(run.errorOutput.contains("folder"), "\(place)")
        #expect(run.errorLines.count == 1)
      }
    }
    #expect(library.shell("find . | sort") == before)

    // A new or empty folder is fine, wherever it is.
    for place in ["library/empty", "library/new/folder", "apart"] {
      let run = try library.scan("--output {}/\(place)")
      #expect(run.status == 0, "\(place) \(run.errorOutput)")
      // And stays so, with pictures in it.
      #expect(try library.scan("--output {}/\(place)").status == 0)
    }
  }

  // Whoever scanned so before this was refused keeps the output.
  @Test func `an output with a ledger stays one, whatever came into it`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    #expect(try library.scan("--output {}/apart").status == 0)
    library.shell("mv apart/.wavethumb-ledger apart/manifest.json library")
    let run = try library.scan("--output {}/library")
    #expect(run.status == 0)
    #expect(run.errorOutput.contains("share a folder"))
    let quiet = try library.scan("--output {}/library -q")
    #expect(quiet.errorOutput.isEmpty)
  }

  @Test func `an output is no library, and names its own`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    #expect(try library.scan().status == 0)
    #expect(try library.scan("--output {}/apart").status == 0)
    let before = library.shell("find . | sort")
    let inside = try CommandRun("scan \(library.output) --cache \(library.cache)")
    #expect(inside.status == 2)
    #expect(inside.errorOutput.contains("use wavethumb scan \(library.library)\n"))
    let apart = try CommandRun("scan \(library.root)/apart --cache \(library.cache)")
    #expect(apart.status == 2)
    #expect(apart.errorOutput.contains("is the output of a scan"))
    #expect(library.shell("find . | sort") == before)
  }

  @Test func `a command without /proc says what is missing`() throws {
    // A mount namespace of its own, in which another file system covers /proc. Containers may forbid it.
    let script = """
      unshare -rm true 2>/dev/null || { echo skipped; exit; }
      unshare -rm sh -c 'mount -t tmpfs none /proc && exec "$0" list x' '\(ProcessSetup.binary)'
      """
    let run = try CommandRun(script: script, in: "/tmp")
    if run.text == "skipped\n" { return }
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("/proc is not mounted"))
  }

  @Test func `paths that are too long for the kernel are reported and skipped`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    var folder = try Folder(at: RawPath(library.library))
    for _ in 0..<2100 {
      try folder.makeFolders("d")
      folder = try folder.folder("d")
    }
    try folder.create("c.wav").write(try library.contents("library/a.wav"), "c.wav")
    let run = try library.scan()
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("too long"), "\(run.errorOutput)")
    #expect(try library.pictures() == ["a.wav.mirroredBars.png"])
    #expect(try library.scan("--check").status == 3)
  }
}
