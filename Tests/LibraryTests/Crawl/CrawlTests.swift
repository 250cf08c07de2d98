import Glibc
import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `A crawl` {
  @Test func `a crawl yields candidates in the order of path bytes`() throws {
    let tree = try TemporaryTree()
    // A space, a dot, a slash and a zero, in this order of bytes: a folder is where its slash is.
    for name in ["b.mp3", "a/z.wav", "a b.ogg", "a.flac", "a/b/c.opus", "a0.au", "A.mp3"] {
      try tree.write(RawPath(name), text: "x")
    }
    let seen = try tree.crawl()
    #expect(
      seen.paths == ["A.mp3", "a b.ogg", "a.flac", "a/b/c.opus", "a/z.wav", "a0.au", "b.mp3"]
    )
    #expect(seen.problems.isEmpty)
  }

  @Test func `a crawl of parts finds each file once, and counts all`() throws {
    let tree = try TemporaryTree()
    for number in 0..<40 {
      try tree.write(RawPath("\(number % 3)/\(number).mp3"), text: "x")
    }
    try tree.write("0/.wavethumbignore", text: "ignored.mp3\n")
    try tree.write("0/ignored.mp3", text: "x")
    for name in ["link.wav", "other.wav"] {
      try tree.link(RawPath(name), to: "1/1.mp3")
    }
    let whole = try tree.crawl().paths
    var found: [RawPath] = []
    for number in 1...5 {
      let rules = Crawl.Rules(part: Shard(number, of: 5))
      let crawl = try tree.crawl(rules)
      #expect(!crawl.paths.isEmpty)
      // A fifth each, by a hash: none has half.
      #expect(crawl.paths.count < whole.count / 2)
      found += crawl.paths

      // Forty files and two links, of all parts: a part that counted only its own would take a
      // folder without any of them for one whose disk is gone, and keep the pictures of what was
      // deleted.
      #expect(crawl.recordings(inFirst: 4) == [42, 14, 13, 13])
    }

    #expect(found.sorted() == whole)
  }

  @Test func `candidates are recognised by extension in any case`() throws {
    let tree = try TemporaryTree()
    for name in ["a.MP3", "b.WaVe", "c.txt", "d", "e.png", "f.mp33", "g.m4a", "h.au", "mp3", "i."] {
      try tree.write(RawPath(name))
    }
    let crawl = try tree.crawl()
    #expect(crawl.paths == ["a.MP3", "b.WaVe", "g.m4a", "h.au"])
    // `d` and `mp3`; `i.` has a point.
    #expect(crawl.withoutExtension == 2)
  }

  @Test func `every documented extension is recognised`() {
    // Written out, and not taken from the table: an extension that is lost there is missed here.
    let readable =
      "mp3 mp2 mp1 mpga bit wav wave bwf rf64 w64 flac ogg oga opus aif aiff aifc caf au snd sd2 voc"
    let unsupported = "m4a m4b mp4 aac alac wma ape wv mpc mka webm ac3 dts amr spx tta"
    for name in (readable + " " + unsupported).split(separator: " ") {
      #expect(isCandidate("x.\(name)"))
    }
    for name in ["", ".", "x", "x.", "x.p3", "x.xmp3", "x.json", "x.png"] {
      #expect(!isCandidate(name))
    }
  }

  @Test func `sound and video are told apart by extension`() {
    for name in ["a.m4a", "a.MKA", "b/c.wma", "x.mp3", "x.tta"] {
      #expect(CandidateName.isSound(RawPath(name)), "\(name)")
    }
    for name in ["a.mp4", "a.webm", "a", "", "a.m4a/b.mp4", "m4a", "a.m4a.png"] {
      #expect(!CandidateName.isSound(RawPath(name)), "\(name)")
    }
  }

  @Test func `a crawl reports the identity of each file`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.mp3", text: "12345")
    // With nanoseconds, of which a double would lose some: the next scan would see another file.
    try tree.setTime("a.mp3", seconds: 1_000_000_000, nanoseconds: 123_456_789)
    let files = try tree.crawl().files
    #expect(files.count == 1)
    let identity = files.identity(0)
    #expect(identity == (try tree.folder.status(of: "a.mp3").identity))
    #expect(identity.size == 5)
    #expect(identity.modified == 1_000_000_000_123_456_789)
  }

  @Test func `a crawl skips dot names, trash folders and our output`() throws {
    let tree = try TemporaryTree()
    // `._a.mp3` is what macOS writes beside a file on other disks. The last two only resemble such
    // names.
    for name in [
      ".hidden.mp3", "._a.mp3", ".git/a.mp3", ".wavethumb/a.mp3", "lost+found/a.mp3",
      "System Volume Information/a.mp3", "x/@eaDir/a.mp3", "#recycle/a.mp3", "$RECYCLE.BIN/a.mp3",
      "out/pictures/a.mp3", "kept/lost.mp3", "#recycled/a.mp3",
    ] {
      try tree.write(RawPath(name))
    }
    let output = try tree.folder.status(of: "out").folder

    let seen = try tree.crawl(Crawl.Rules(output: output))
    #expect(seen.paths == ["#recycled/a.mp3", "kept/lost.mp3"])
    #expect(seen.problems.isEmpty)
  }

  @Test func `a crawl accepts any bytes in names`() throws {
    let tree = try TemporaryTree()
    // No UTF-8, signs that a terminal obeys, one letter in two spellings, and the longest name that
    // file systems take, of 255 bytes.
    let names: [RawPath] = [
      RawPath(bytes: [0xFF, 0xFE] + Array(".mp3".utf8)), "new\nline.mp3", "esc\u{1B}[2J.mp3",
      "e\u{301}.mp3", "\u{E9}.mp3", RawPath(String(repeating: "x", count: 251) + ".mp3"),
    ]
    for name in names {
      try tree.write(name)
    }
    #expect(try tree.crawl().paths == names.sorted())
  }

  @Test func `a crawl reports pipes, sockets and devices without opening them`() throws {
    let tree = try TemporaryTree()
    try tree.makePipe("pipe.mp3")
    try tree.makePipe("pipe.txt")
    try tree.link("gone.mp3", to: "nowhere")
    try tree.link("self.mp3", to: "self.mp3")
    try tree.link("null.wav", to: "/dev/null")
    try tree.link("gone.txt", to: "nowhere")
    // Opening a pipe would wait for ever. `pipe.txt` and `gone.txt` are no candidates, and so are
    // not reported.
    #expect(
      try tree.crawl().problemsByPath == [
        "gone.mp3": .notAFile(.danglingLink), "null.wav": .notAFile(.device),
        "pipe.mp3": .notAFile(.pipe),
        "self.mp3": .notAFile(.linkLoop),
      ]
    )
  }

  @Test func `a crawl follows links to files and identifies their targets`() throws {
    let tree = try TemporaryTree()
    try tree.write("real/a.bin", text: "abc")
    try tree.link("a.mp3", to: "real/a.bin")
    let crawl = try tree.crawl()
    #expect(crawl.paths == ["a.mp3"])
    // A link does not change when its target is written again, and its picture would stay as it
    // was.
    #expect(crawl.files.identity(0) == (try tree.folder.status(of: "real/a.bin").identity))
  }

  // Exit tests can capture values from Swift 6.3 on.
  #if compiler(>=6.3)
    @Test func `a crawl reports an unreadable folder and continues`() async throws {
      let tree = try TemporaryTree()
      try tree.write("a/x.mp3")
      try tree.write("b/x.mp3")
      try tree.write("c/x.mp3")
      try tree.setMode("b", to: 0)

      let path = tree.path.lossyText
      await #expect(processExitsWith: .success) { [path = path as String] in
        // File modes do not restrict root.
        if geteuid() == 0 {
          try #require(setuid(65534) == 0)
        }
        var crawl = try Crawl(RawPath(path))
        crawl.run()
        let problem = CrawlProblem(path: "b", problem: .unreadableFolder(errno: EACCES))
        try #require(crawl.paths == ["a/x.mp3", "c/x.mp3"] && crawl.problems == [problem])
        try #require(crawl.files.folders[2].isUnreadable)
      }
    }
  #endif

  @Test func `a crawl reports why a library cannot be opened`() throws {
    let tree = try TemporaryTree()
    let missing = tree.path.appending("missing")
    #expect(throws: SystemFailure(.open, errno: ENOENT, at: missing)) { _ = try Crawl(missing) }
    try tree.write("file")
    #expect(throws: SystemFailure(.open, errno: ENOTDIR, at: tree.path.appending("file"))) {
      _ = try Crawl(tree.path.appending("file"))
    }
  }

  @Test func `a crawl goes to any depth with few open folders`() throws {
    let tree = try TemporaryTree()
    // Deeper than the 1,024 files that a process may open, and longer than a path may be: 4,096
    // bytes.
    let levels = 2000
    try tree.makeDeep(levels: levels)
    var crawl = try Crawl(tree.path)
    // Up to the first file, which is the deepest, as `d/` comes before `x.mp3`. A crawl keeps 32
    // folders open; the others are those of tests that run at the same time.
    crawl.run { $0 == 0 }
    #expect(try openDescriptors() < 200)

    crawl.run()
    let paths = crawl.paths
    #expect(crawl.problems.isEmpty)
    #expect(paths.count == levels + 1)
    #expect(paths == paths.sorted())
    // `d/` for each level, and `x.mp3`.
    #expect(paths.map(\.bytes.count).max() == levels * 2 + 5)
    #expect(crawl.files.folders.count == levels + 1)
    #expect(crawl.files.folders[0].recordings == levels + 1)
  }

  @Test func `a crawl can be stopped, even without recordings`() throws {
    let tree = try TemporaryTree()
    for name in ["a/b/c/x.txt", "d/x.mp3"] {
      try tree.write(RawPath(name))
    }
    // Asked before each step, and not after each recording: a library may have a million folders
    // without any, and a signal is to end it at once. The first step enters `a`, the second `a/b`.
    var crawl = try Crawl(tree.path)
    var steps = 0
    crawl.run { _ in
      steps += 1
      return steps < 3
    }
    #expect(crawl.files.count == 0)
    #expect(crawl.files.folders.count == 3)
  }

  @Test func `a crawl counts the recordings in and below each folder`() throws {
    let tree = try TemporaryTree()
    for name in ["a/b/1.mp3", "a/b/2.mp3", "a/3.mp3", "c/d/x.txt"] {
      try tree.write(RawPath(name))
    }
    let folders = try tree.crawl().files.folders
    let counts = (0..<folders.count).map {
      "\(folders.path($0).lossyText) \(folders[$0].recordings)"
    }
    #expect(counts == [" 3", "a 3", "a/b 2", "c 0", "c/d 0"])
  }

  private func openDescriptors() throws -> Int {
    let own = try Folder(at: "/proc/self/fd").open(".")
    var reader = FolderReader()
    var count = 0
    while try reader.entry(in: own, "/proc/self/fd") != nil {
      count += 1
    }
    return count
  }

  private func isCandidate(_ name: String) -> Bool {
    CandidateName.isCandidate(Array(name.utf8), in: 0..<name.utf8.count)
  }
}
