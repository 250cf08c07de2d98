import Testing
import WavethumbBytes
import WavethumbSystem

/// Tests outputs of untrusted libraries, with links that lead outside.
@Suite struct `An output with malicious links` {
  /// Creates a library of two recordings with an empty output, and a folder beside it.
  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    try library.add("pcm24.wav", as: "b.wav")
    library.shell("mkdir elsewhere library/.wavethumb")
    return library
  }

  // Links to nothing outside and to a recording, a pipe, and a folder.
  @Test(arguments: [
    "ln -s ../../elsewhere/file",
    "ln -s ../b.wav",
    "mkfifo",
    "mkdir",
  ])
  func `a folder, link or pipe with a picture's name is kept`(command: String) throws {
    let library = try library()
    let name = "b.wav.mirroredBars.png"
    library.shell("cd library/.wavethumb; \(command) \(name)")
    let kind = library.shell("stat -c %F library/.wavethumb/\(name)")
    let run = try library.scan()
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(library.shell("stat -c %F library/.wavethumb/\(name)") == kind)
    #expect(try library.manifest()["counts"]?["failed"]?.int == 1)
    // A write through the link would have made the file that it names.
    #expect(library.shell("ls -A elsewhere").isEmpty)
  }

  @Test func `a merge keeps a link with a picture's name`() throws {
    let library = try library()
    for number in 1...2 {
      _ = try library.scan("--output {}/out\(number) --shard \(number)/2")
    }
    library.shell(
      """
      mkdir all
      cp out*/b.wav.mirroredBars.png elsewhere/file
      ln -s ../elsewhere/file all/b.wav.mirroredBars.png
      """
    )
    let run = try CommandRun("merge out1 out2 --output all --no-cache", in: library.root)
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(library.shell("stat -c %F all/b.wav.mirroredBars.png") == "symbolic link\n")
  }

  @Test func `nothing is written or deleted behind a linked folder`() throws {
    let library = try library()
    library.shell("ln -s ../../elsewhere library/.wavethumb/Show")
    #expect(try library.scan().status == 3)
    #expect(library.shell("ls -A elsewhere").isEmpty)

    // A picture of ours, which pruning would delete in the output.
    library.shell("cp library/.wavethumb/b.wav.mirroredBars.png elsewhere/x.wav.mirroredBars.png")
    _ = try library.scan("--prune=unlisted --force")
    #expect(library.shell("ls elsewhere") == "x.wav.mirroredBars.png\n")
  }

  @Test(arguments: ["", " --check", " --dry-run"])
  func `a link named .wavethumb in the library is rejected`(options: String) throws {
    let library = try library()
    library.shell("rmdir library/.wavethumb; ln -s ../elsewhere library/.wavethumb")
    let run = try library.scan(options)
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("--output DIR"))
    #expect(library.shell("ls -A elsewhere").isEmpty)
    // Naming a link on the command line means its target.
    #expect(try library.scan("--output {}/library/.wavethumb").status == 0)
  }

  @Test(arguments: ["ln -s ../../elsewhere/list", "mkfifo"])
  func `a folder, link or pipe with the manifest's name is kept`(command: String) throws {
    let library = try library()
    library.shell("cd library/.wavethumb; \(command) manifest.json")
    library.shell("echo mine > elsewhere/list")
    let run = try library.scan()
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("--manifest"))
    #expect(library.shell("cat elsewhere/list") == "mine\n")
  }

  // To open a pipe waits for a writer, here for ever.
  @Test(arguments: [".lock", ".wavethumb-run", ".wavethumb-ledger"])
  func `a pipe with a name of ours is not waited for`(name: String) throws {
    let library = try library()
    library.shell("mkfifo library/.wavethumb/\(name)")
    let run = try library.scan()
    #expect(run.status == 0 || run.status == 1, "\(run.errorOutput)")
  }

  @Test(arguments: ["render library/b.wav --no-cache -o", "thumbnail library/b.wav"])
  func `a link that leads nowhere is kept`(command: String) throws {
    let library = try library()
    library.shell("ln -s elsewhere/mine mine.png")
    let run = try CommandRun(command + " mine.png", in: library.root)
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("was not made by wavethumb"))
    #expect(library.shell("readlink mine.png") == "elsewhere/mine\n")
  }

  @Test(arguments: ["summaries-2", "runs-1", "summaries-2/*"])
  func `no link in the cache leads elsewhere`(pattern: String) throws {
    let library = try library()
    #expect(try library.scan().status == 0)
    // A folder or file of the cache is moved away, and a link to it takes its place.
    library.shell(
      """
      cd cache
      name=$(ls -d \(pattern) | head -n 1)
      mv $name ../elsewhere/file
      ln -s '\(library.root)/elsewhere/file' $name
      find ../elsewhere -type f -exec touch -d 2001-01-01 {} +
      """
    )
    let properties = "-printf '%p %i %s %T@\\n'"
    let listing = "find elsewhere cache -type l -o -path 'elsewhere*' \(properties)"
    let before = library.shell(listing)
    for options in ["", "--color red", "--size 90x20 --style line"] {
      #expect(try library.scan(options).status == 0)
    }

    try library.add("mono.wav", as: "c.wav")
    #expect(try library.scan().status == 0)
    _ = try CommandRun("cache --clear --cache \(library.cache)")
    #expect(library.shell(listing) == before)
  }

  @Test func `render keeps a link with a default name`() throws {
    let library = try library()
    library.shell("ln -s elsewhere/mine b.wav.mirroredBars.png")
    let run = try CommandRun("render library/b.wav --no-cache", in: library.root)
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("was not made by wavethumb"))
    #expect(library.shell("ls -A elsewhere").isEmpty)
  }
}
