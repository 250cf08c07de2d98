import Testing

struct PruneTests {
  @Test func `pruning keeps the pictures of an emptied folder, unless it is forced`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a/one.wav")
    try library.add("pcm16.wav", as: "b/two.wav")
    try library.add("cbr.mp3")
    _ = try library.scan()
    library.shell("rm library/a/one.wav")
    // An empty folder may be the mount point of a disk that is not there.
    for prune in ["--prune", "--prune=unlisted"] {
      #expect(try library.scan(prune).errorOutput.contains("\"a\" are kept"))
      #expect(try library.pictures().count == 3)
    }

    let run = try library.scan("--prune --force")
    #expect(!run.errorOutput.contains("kept"))
    #expect(try library.pictures() == ["b/two.wav.mirroredBars.png", "cbr.mp3.mirroredBars.png"])
  }

  @Test func `every scan without --prune reports files of recordings that it did not find`() throws
  {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "old/one.wav")
    try library.add("cbr.mp3", as: "old/two.mp3")
    try library.add("vbr.mp3")
    _ = try library.scan()
    library.shell("mv library/old library/new")
    let report = "2 files of recordings that this scan did not find are kept; --prune"
    for _ in 1...2 {
      #expect(try library.scan().errorOutput.contains(report))
    }

    #expect(try library.scan("-q").errorOutput.isEmpty)
    #expect(try library.scan("--prune").errorOutput.contains("2 deleted"))
    #expect(try !library.scan().errorOutput.contains("kept"))

    // A quiet run looks for none, so the next one has to.
    library.shell("rm library/vbr.mp3")
    _ = try library.scan("-q")
    try library.add("mono.mp3")
    for _ in 1...2 {
      #expect(try library.scan().errorOutput.contains("1 file of recordings that"))
    }
  }

  @Test func `a scan finds the file of a recording that could not be opened before it was gone`()
    throws
  {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", "vbr.mp3")
    _ = try library.scan()
    // A link to itself, which is there but opens nothing.
    library.shell("cd library && rm vbr.mp3 && ln -s vbr.mp3 vbr.mp3")
    #expect(try library.scan().errorOutput.contains("1 failed"))
    library.shell("rm library/vbr.mp3")
    #expect(try library.scan().errorOutput.contains("1 file of recordings that"))
  }

  @Test func `only after a killed run a scan looks for such files without a lost recording`() throws
  {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan()
    library.shell("cd library/.wavethumb; cp cbr.mp3.mirroredBars.png gone.mp3.mirroredBars.png")
    #expect(try !library.scan().errorOutput.contains("kept"))

    // Its run file is what a killed run leaves.
    library.shell("touch library/.wavethumb/.wavethumb-run")
    for _ in 1...2 {
      #expect(try library.scan().errorOutput.contains("1 file of recordings that"))
    }
  }

  @Test func `pruning deletes the picture of the last recording`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3")
    _ = try library.scan()
    library.shell("rm library/*.*")
    let refused = try library.scan("--prune -q")
    #expect(refused.status == 1)
    #expect(refused.errorOutput.contains("is its disk mounted"))
    #expect(try library.scan("--check").status == 1)
    #expect(try library.pictures().count == 2)

    _ = try library.scan("--prune=unlisted --force")
    #expect(try library.pictures().isEmpty)

    // Again with an output that was empty before.
    try library.add("pcm16.wav")
    _ = try library.scan()
    library.shell("rm library/pcm16.wav")
    _ = try library.scan("--prune=unlisted --force")
    #expect(try library.pictures().isEmpty)
  }

  @Test func `pruning keeps the pictures of an unchanged folder, as of a lost disk`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "disk/one.wav")
    try library.add("cbr.mp3", "vbr.mp3")
    // A link is mounted like a disk: the folder beneath has an old time and nothing in it.
    library.shell(
      """
      cd library
      mkdir beneath
      touch -d 2001-01-01 beneath
      mv disk seen
      ln -s seen disk
      """
    )
    _ = try library.scan("--follow --exclude seen --output {}/waves")
    // The locations of recordings are unknown, and the folder is older than the pictures.
    library.shell(
      """
      rm -r cache
      rm library/disk
      mv library/beneath library/disk
      sleep 0.1
      touch waves/disk/*
      """
    )

    let run = try library.scan("--exclude seen --output {}/waves --prune=unlisted")
    #expect(run.errorOutput.contains("\"disk\" are kept"))
    #expect(try library.tree("waves/disk").count == 1)
  }

  // Of another library, or of one in which all folders were renamed.
  @Test func `a scan that finds no recording of the last one ends before it writes`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "one.wav")
    let other = try TemporaryLibrary()
    try other.add("mono.wav", as: "two.wav")
    let output = "--output \(library.root)/waves"
    #expect(try library.scan(output).status == 0)
    let before = try library.tree("waves")
    for options in ["", "--prune", "--check", "--dry-run", "--style dots -q"] {
      let run = try other.scan("\(output) \(options)")
      #expect(run.status == 1, "\(options)")
      #expect(run.errorOutput.contains("none of the 1 recording of the last scan"))
      #expect(run.errorOutput.contains("--output, or --force"))
      #expect(try library.tree("waves") == before, "\(options)")
    }
    #expect(try other.scan("\(output) --force").status == 0)
    #expect(try library.tree("waves")["two.wav.mirroredBars.png"] != nil)
  }

  @Test func `a scan without a ledger prunes nothing`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3", "mono.wav")
    #expect(try library.scan().status == 0)
    library.shell("rm library/mono.wav library/.wavethumb/.wavethumb-ledger")
    for options in ["--prune --dry-run", "--prune"] {
      let run = try library.scan(options)
      #expect(run.errorOutput.contains("nothing is pruned"))
      #expect(try library.pictures().count == 3)
    }
    #expect(try library.scan("--prune").errorOutput.contains("1 deleted"))
    #expect(try library.pictures().count == 2)
  }

  @Test func `pruning deletes the old pictures of a library whose folders were renamed`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "old/one.wav")
    try library.add("cbr.mp3", as: "old/two.mp3")
    try library.add("mono.wav")
    _ = try library.scan()
    library.shell("cd library && mv old new && rm -r ../cache")
    let run = try library.scan("--prune")
    #expect(run.errorOutput.contains("2 deleted"))
    let names = [
      "mono.wav.mirroredBars.png", "new/one.wav.mirroredBars.png", "new/two.mp3.mirroredBars.png",
    ]
    #expect(try library.pictures() == names)
  }

  @Test func `pruning other styles needs no force`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3")
    _ = try library.scan("--style all")
    _ = try library.scan("--style dots --prune=unlisted")
    #expect(try library.pictures() == ["cbr.mp3.dots.png", "pcm16.wav.dots.png"])
  }

  @Test func `pruning opens no file if none is obsolete`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3")
    _ = try library.scan()
    // A read would set the time of the last access.
    library.shell("touch -a -d 2001-01-01 library/.wavethumb/*.png")
    _ = try library.scan("--prune=unlisted")
    let times = library.shell("find library/.wavethumb -name '*.png' -printf '%AY '")
    #expect(times == "2001 2001 ")
  }

  // Whatever options exclude: a recording that is there keeps its pictures.
  @Test func `pruning keeps pictures of excluded recordings and behind links`() throws {
    let library = try TemporaryLibrary()
    for name in ["a/1.wav", "a/2.wav", "b/3.wav", "d.wav", "e.wav"] {
      try library.add("pcm16.wav", as: name)
    }
    _ = try library.scan()
    _ = try library.scan("--exclude a/* --prune")
    #expect(try library.pictures().count == 5)
    // Unless what the manifest does not list is to go as well.
    _ = try library.scan("--exclude a/* --prune=unlisted")
    #expect(try library.pictures().count == 3)

    // A folder that is not entered says nothing about its recordings.
    _ = try library.scan("--style mirroredBars")
    library.shell("rm library/a/1.wav")
    let excluded = try library.scan("--exclude a --prune")
    #expect(excluded.errorOutput.contains("\"a\" are kept"))
    library.shell("cd library && mkdir ../c && mv b ../c && ln -s ../c/b b && rm ../c/b/3.wav")
    let linked = try library.scan("--style mirroredBars --prune")
    #expect(linked.errorOutput.contains("\"b\" are kept"))
    #expect(try library.pictures().count == 4)
  }

  @Test func `pruning keeps pictures of a dangling link`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3", "mono.wav")
    library.shell("cd library && mkdir d && mv pcm16.wav .. && ln -s ../../pcm16.wav d/a.wav")
    _ = try library.scan()
    #expect(try library.pictures().count == 3)

    library.shell("rm pcm16.wav")
    for options in ["--prune", "--prune=unlisted", "--prune --force"] {
      _ = try library.scan(options)
      #expect(try library.pictures().count == 3, "\(options)")
    }
  }
}
