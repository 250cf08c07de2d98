import Testing
import WavethumbBytes

/// An output that does not distinguish upper and lower case, as on FAT.
///
/// Such a file system cannot be mounted in a test. A scan recognizes it by its lock, which has a
/// second name in capitals: here as a hard link.
@Suite struct `An output that ignores case` {
  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "Song.wav")
    try library.add("pcm16.wav", as: "song.wav")
    try library.add("cbr.mp3", as: "other.mp3")
    library.shell("mkdir library/.wavethumb; cd library/.wavethumb; : > .lock; ln .lock .LOCK")
    return library
  }

  @Test func `the second recording of a name fails by name, at every run`() throws {
    let library = try library()
    for _ in 1...2 {
      let run = try library.scan("-q")
      #expect(run.status == 3, "\(run.errorOutput)")
      #expect(run.errorOutput.contains("song.wav"))
      #expect(run.errorOutput.contains("would replace that of \"Song.wav\""))
      let pictures = ["Song.wav.mirroredBars.png", "other.mp3.mirroredBars.png"]
      #expect(try library.pictures() == pictures)
    }

    let failed = try library.entries().filter { $0["status"]?.string == "failed" }
    #expect(failed.map { $0["path"]?.string } == ["song.wav"])

    // With a name of its own it has a picture too.
    library.shell("mv library/song.wav library/third.wav")
    #expect(try library.scan("-q").status == 0)
    #expect(try library.pictures().count == 3)
  }

  @Test func `pictures that share a name since an earlier scan are reported`() throws {
    let library = try library()
    // As if the output had been copied to a disk that ignores case.
    library.shell("rm library/.wavethumb/.LOCK")
    #expect(try library.scan("-q").status == 0)
    library.shell("cd library/.wavethumb; ln .lock .LOCK")

    let run = try library.scan("-q")
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("song.wav"))
  }

  @Test func `a picture that the disk spells in other letters is not pruned`() throws {
    let library = try library()
    library.shell("rm library/song.wav")
    _ = try library.scan("-q")
    library.shell("cd library/.wavethumb; cp Song.wav.mirroredBars.png song.wav.mirroredBars.png")
    // On FAT the directory has one file of these two names, in the letters of whoever wrote it first.
    for option in ["--prune", "--prune=unlisted"] {
      #expect(try library.scan("\(option) -q").status == 0)
      #expect(try library.pictures().count == 3)
    }
  }

  @Test func `a merge refuses parts whose pictures share a name`() throws {
    let library = try library()
    #expect(try library.scan("--output {}/parts --shard 1/1 -q").status == 0)
    library.shell("cd parts; ln .lock .LOCK")
    let merge = try CommandRun("merge parts --cache cache", in: library.root)
    #expect(merge.status == 1, "\(merge.errorOutput)")
    #expect(merge.errorOutput.contains("\"song.wav\" and \"Song.wav\" would have one name"))
  }
}
