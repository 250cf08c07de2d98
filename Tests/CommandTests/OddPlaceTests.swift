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

  @Test func `recordings in an output folder within the library are reported`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    try library.add("mono.wav", as: "sub/b.wav")
    try library.add("mono.wav", as: "sub/deep/c.wav")
    let output = "--output \(library.library)/sub"
    let first = try library.scan(output)
    #expect(first.status == 0)
    #expect(first.errorOutput.contains("2 recordings in the output folder"))
    // A second run finds what the first had to read: `c.wav` alone.
    #expect(try library.scan(output).errorOutput.contains("1 recording in the output folder"))

    let apart = try library.scan("--output {}/apart")
    #expect(!apart.errorOutput.contains("in the output folder"))
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

  // Each command has a minute of processor time, which a walk from the top at each of 5,000 levels takes.
  @Test func `the folders of a picture that is pruned may be thousands deep`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    try library.add("mono.wav", as: "b.wav")
    var folder = try Folder(at: RawPath(library.library))
    for _ in 0..<5000 {
      try folder.makeFolders("d")
      folder = try folder.folder("d")
    }
    try folder.create("c.wav").write(try library.contents("library/a.wav"), "c.wav")
    #expect(try library.scan("-q").status == 0)
    let pictures = library.shell("find library/.wavethumb -name c.wav.mirroredBars.png | wc -l")
    #expect(pictures == "1\n")

    library.shell("rm -r library/d")
    #expect(try library.scan("--prune -q").status == 0)
    let folders = library.shell("find library/.wavethumb -type d | wc -l")
    #expect(folders == "1\n")
  }
}
