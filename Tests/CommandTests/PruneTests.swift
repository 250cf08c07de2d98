import Testing

struct PruneTests {
  @Test func `--prune=unlisted deletes the pictures of an emptied folder`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a/one.wav")
    try library.add("pcm16.wav", as: "b/two.wav")
    try library.add("cbr.mp3")
    _ = try library.scan()
    library.shell("rm library/a/one.wav")
    // An empty folder may be the mount point of a disk that is not there.
    #expect(try library.scan("--prune").errorOutput.contains("\"a\" are kept"))
    #expect(try library.pictures().count == 3)

    let run = try library.scan("--prune=unlisted")
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

  @Test(arguments: ["--prune", "--prune=unlisted"])
  func `pruning keeps the pictures of another library in the same output`(option: String) throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "one.wav")
    try library.add("cbr.mp3", as: "shared.mp3")
    let other = try TemporaryLibrary()
    for number in 1...5 {
      try other.add("mono.wav", as: "\(number).wav")
    }
    let output = "--output \(library.root)/waves"
    // The other library knows a recording of the same name, which is gone.
    try other.add("vbr.mp3", as: "shared.mp3")
    #expect(try other.scan(output).status == 0)

    other.shell("rm library/shared.mp3")
    library.shell("rm -r waves")
    #expect(try library.scan(output).status == 0)
    let mine = try library.tree("waves").filter { $0.key.hasSuffix(".png") }
    #expect(mine.count == 2)

    let run = try other.scan("\(output) \(option)")
    let report = "0 of 2 recordings in the last manifest"
    #expect(run.errorOutput.contains(report))

    let kept = try library.tree("waves")
    for (name, bytes) in mine {
      #expect(kept[name] == bytes, "\(name)")
    }
  }

  @Test func `pruning deletes the old pictures of a library whose folders were renamed`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "old/one.wav")
    try library.add("cbr.mp3", as: "old/two.mp3")
    _ = try library.scan()
    library.shell("cd library && mv old new && rm -r ../cache")
    let run = try library.scan("--prune")
    #expect(run.errorOutput.contains("2 deleted"))
    let names = ["new/one.wav.mirroredBars.png", "new/two.mp3.mirroredBars.png"]
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

  @Test func `pruning ignores excluded recordings`() throws {
    let library = try TemporaryLibrary()
    let names = ["a/1.wav", "a/2.wav", "b/3.wav", "d.wav"]
    for name in names {
      try library.add("pcm16.wav", as: name)
    }
    _ = try library.scan()
    library.shell("rm -r cache")
    _ = try library.scan("--exclude a/* --prune=unlisted")
    #expect(try library.pictures() == ["b/3.wav.mirroredBars.png", "d.wav.mirroredBars.png"])

    // Recordings behind a link are excluded too, unless links are followed.
    library.shell("cd library && mkdir ../c && mv b ../c && ln -s ../c/b b")
    _ = try library.scan("--follow --exclude a/*")
    #expect(try library.pictures().count == 2)

    _ = try library.scan("--exclude a/* --prune=unlisted")
    #expect(try library.pictures() == ["d.wav.mirroredBars.png"])
  }

  @Test func `pruning keeps pictures of a dangling link`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3")
    library.shell("cd library && mkdir d && mv pcm16.wav .. && ln -s ../../pcm16.wav d/a.wav")
    _ = try library.scan()
    #expect(try library.pictures().count == 2)

    library.shell("rm pcm16.wav")
    _ = try library.scan("--prune")
    #expect(try library.pictures().count == 2)

    _ = try library.scan("--prune=unlisted")
    #expect(try library.pictures() == ["cbr.mp3.mirroredBars.png"])
  }
}
