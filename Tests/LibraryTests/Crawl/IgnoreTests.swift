import Glibc
import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `A glob` {
  private func glob(
    _ pattern: String,
    matches path: String,
    isFolder: Bool = false
  ) throws -> Bool {
    let glob = try #require(Glob(Array(pattern.utf8)))
    return glob.matches(Array(path.utf8), in: 0..<path.utf8.count, isFolder: isFolder)
  }

  // Both lists as verified with `git check-ignore`.
  @Test(arguments: [
    // Without a separator at any depth, and with one from the folder of the file.
    ("*.mp3", "a.mp3"),
    ("*.mp3", "b/a.mp3"),
    ("/*.mp3", "a.mp3"),
    ("a/*.mp3", "a/b.mp3"),
    ("foo/bar", "foo/bar"),
    // Two stars between separators are any number of folders, also none.
    ("**/a/*.mp3", "x/a/b.mp3"),
    ("**/a/*.mp3", "a/b.mp3"),
    ("a/**", "a/b"),
    ("a/**", "a/b/c"),
    ("a/**/c", "a/c"),
    ("a/**/c", "a/b/c"),
    ("a/**/c", "a/b/b/c"),
    ("a/**/b/**/c", "a/x/b/y/b/z/c"),
    ("**", "a/b"),
    ("/**", "a/b"),
    // Within a name they are one star.
    ("a**b", "axxb"),
    ("a*b*c", "a1b2b3c"),
    ("?.mp3", "a.mp3"),
    // Brackets, in which a first `]` and a last hyphen are literal.
    ("[ab].mp3", "a.mp3"),
    ("[^ab].mp3", "c.mp3"),
    ("[a-c]x", "bx"),
    ("[]a]x", "]x"),
    ("[a-]x", "-x"),
    ("[[:digit:]]x", "7x"),
    ("[![:space:]]x", "ax"),
    ("[\\]]x", "]x"),
    ("\\*.mp3", "*.mp3"),
    ("a\\?b", "a?b"),
    ("é", "é"),
  ])
  func `a glob matches what it matches in git`(pattern: String, path: String) throws {
    #expect(try glob(pattern, matches: path))
  }

  @Test(arguments: [
    ("*.mp3", "a.mp3.wav"),
    ("/*.mp3", "b/a.mp3"),
    ("a/*.mp3", "x/a/b.mp3"),
    ("foo/bar", "x/foo/bar"),
    // No sign of a name stands for a separator: not a star, a question mark or a bracket.
    ("a/*.mp3", "a/b/c.mp3"),
    ("/a**b", "a/b"),
    ("a?b/c", "a/b/c"),
    ("x[/]y", "x/y"),
    // At the end two stars need something below.
    ("a/**", "a"),
    ("a/**/c", "a/b/d"),
    ("?.mp3", "ab.mp3"),
    ("[!ab].mp3", "a.mp3"),
    ("[a-c]x", "dx"),
    ("[[:digit:]]x", "ax"),
    ("\\*.mp3", "a.mp3"),
    // Each star could take any number of letters: a matcher that tries them all takes very long.
    ("*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"),
  ])
  func `a glob does not match what it does not match in git`(
    pattern: String,
    path: String
  ) throws {
    #expect(try !glob(pattern, matches: path))
  }

  // By `git check-ignore`: it compares the first end before it sees a range.
  @Test func `a range that runs backwards has its first end only, as in git`() throws {
    #expect(try glob("[z-a]x", matches: "zx"))
    #expect(try !glob("[!z-a]x", matches: "zx"))
    for path in ["mx", "ax"] {
      #expect(try !glob("[z-a]x", matches: path), "\(path)")
      #expect(try glob("[!z-a]x", matches: path), "\(path)")
    }
  }

  // Nothing, an open bracket, a class that does not exist, and a backslash with nothing behind it.
  @Test(arguments: ["", "/", "[a", "a\\", "[[:nonsense:]]x", "[a\\"])
  func `a glob that cannot match is invalid`(pattern: String) {
    #expect(Glob(Array(pattern.utf8)) == nil)
  }

  @Test func `a glob with a final separator matches folders only`() throws {
    #expect(try glob("a/", matches: "x/a", isFolder: true))
    #expect(try !glob("a/", matches: "x/a", isFolder: false))
  }

  @Test func `matching a glob takes limited time`() throws {
    // A matcher that tries every length of every `**` again needs a time exponential in their
    // number.
    let pattern = String(repeating: "**/*a*", count: 40) + "/b"
    let path = Array(repeating: String(repeating: "a", count: 60), count: 60).joined(separator: "/")
    #expect(try !glob(pattern, matches: path))
  }
}

@Suite struct `An ignore file` {
  @Test func `the last matching rule decides`() throws {
    let tree = try TemporaryTree()
    // A comment, a rule and its exception, one for this folder only, one for folders only, and a
    // name that begins like a comment.
    try tree.write(
      ".wavethumbignore",
      text: "# drafts\n*.wav\n!keep.wav\n/top.mp3\ndrafts/\n\\#odd.mp3\n"
    )
    for name in [
      "a.wav", "keep.wav", "top.mp3", "b/top.mp3", "b/keep.wav", "b/a.wav", "drafts/x.mp3",
      "b/drafts/x.mp3", "drafts.mp3", "#odd.mp3",
    ] {
      try tree.write(RawPath(name))
    }
    #expect(try tree.crawl().paths == ["b/keep.wav", "b/top.mp3", "drafts.mp3", "keep.wav"])
  }

  @Test func `deeper ignore files override outer ones`() throws {
    let tree = try TemporaryTree()
    // Each rule is relative to the folder of its file: `/own.mp3` is that of `b` only.
    try tree.write(".wavethumbignore", text: "*.wav\n/b/c/*.mp3\n")
    try tree.write("b/.wavethumbignore", text: "!*.wav\n/own.mp3\n")
    for name in ["a.wav", "b/a.wav", "b/own.mp3", "b/c/own.mp3", "b/d/own.mp3"] {
      try tree.write(RawPath(name))
    }
    #expect(try tree.crawl().paths == ["b/a.wav", "b/d/own.mp3"])
  }

  @Test func `an empty ignore file excludes its folder`() throws {
    let tree = try TemporaryTree()
    try tree.write("a/.wavethumbignore", text: "")
    try tree.write("a/x.mp3")
    try tree.write("a/b/x.mp3")
    // A file of comments has no rules, and is not empty.
    try tree.write("c/.wavethumbignore", text: "# nothing but words\n")
    try tree.write("c/x.mp3")
    #expect(try tree.crawl().paths == ["c/x.mp3"])
  }

  @Test func `ignore files may have Windows line ends and trailing spaces`() throws {
    let tree = try TemporaryTree()
    // With a byte order mark, as editors on Windows write it. The last rule has an escaped space,
    // and so is of another name than `c.mp3`.
    try tree.write(".wavethumbignore", text: "\u{FEFF}a.mp3\r\nb.mp3  \r\nc.mp3\\ \r\n")
    for name in ["a.mp3", "b.mp3", "c.mp3", "d.mp3"] {
      try tree.write(RawPath(name))
    }
    #expect(try tree.crawl().paths == ["c.mp3", "d.mp3"])
  }

  @Test func `a folder or pipe named as an ignore file is none`() throws {
    let tree = try TemporaryTree()
    try tree.write("a/.wavethumbignore/x")
    try tree.write("a/x.mp3")
    try tree.write("b/x.mp3")
    // Reading a pipe would wait for somebody who writes into it.
    try tree.makePipe("b/.wavethumbignore")
    #expect(try tree.crawl().paths == ["a/x.mp3", "b/x.mp3"])
  }

  @Test func `an ignore file cannot override --exclude`() throws {
    let tree = try TemporaryTree()
    // The command line is newer than any file.
    try tree.write(".wavethumbignore", text: "!old/\n")
    for name in ["old/a.mp3", "b/old/a.mp3", "b/a.mp3", "b/c.wav"] {
      try tree.write(RawPath(name))
    }
    let excluded = ["old", "b/*.wav"].compactMap { Glob(Array($0.utf8)) }
    #expect(try tree.crawl(Crawl.Rules(excluded: excluded)).paths == ["b/a.mp3"])
  }
}

// What looks like a removal of many recordings may be a disk that is not mounted.
@Suite struct `Safeguards of pruning` {
  @Test func `pruning is doubtful in an empty library`() throws {
    let tree = try TemporaryTree()
    #expect(try tree.doubt("a/b.mp3") == .emptiedFolder(""))
  }

  @Test func `pruning is doubtful in a folder that lost all recordings`() throws {
    let tree = try TemporaryTree()
    try tree.write("kept/a.mp3")
    try tree.folder.makeFolders("disk")
    // The mount point of a disk stays when the disk is gone.
    #expect(try tree.doubt("disk/Show/b.mp3") == .emptiedFolder("disk"))
    // Among others that are still there, and in a folder that was deleted as a whole.
    #expect(try tree.doubt("kept/b.mp3") == nil)
    #expect(try tree.doubt("gone/b.mp3") == nil)
  }

  @Test func `pruning is doubtful on another device`() throws {
    let tree = try TemporaryTree()
    try tree.write("a/a.mp3")
    let device = try tree.folder.status().identity.device
    #expect(try tree.doubt("a/b.mp3", device: device) == nil)
    #expect(try tree.doubt("a/b.mp3", device: device &+ 1) == .otherDevice("a"))
  }

  @Test func `pruning accepts that an ignored recording is gone`() throws {
    let tree = try TemporaryTree()
    // The folder has no recordings left, but its ignore file shows that its disk is mounted.
    try tree.write("a/.wavethumbignore")
    try tree.write("a/b.mp3")
    #expect(try tree.doubt("a/b.mp3") == nil)
  }
}

extension TemporaryTree {
  fileprivate func doubt(_ path: RawPath, device: UInt64? = nil) throws -> PruneGuard.Doubt? {
    PruneGuard(try crawl().files.folders).doubt(path, device: device)
  }
}
