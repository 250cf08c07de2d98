import Glibc
import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `A glob` {
  /// Pattern, path, and whether it matches, as verified with `git check-ignore`.
  @Test(arguments: [
    ("*.mp3", "a.mp3", true),
    ("*.mp3", "b/a.mp3", true),
    ("*.mp3", "a.mp3.wav", false),
    ("/*.mp3", "a.mp3", true),
    ("/*.mp3", "b/a.mp3", false),
    ("a/*.mp3", "a/b.mp3", true),
    ("a/*.mp3", "a/b/c.mp3", false),
    ("a/*.mp3", "x/a/b.mp3", false),
    ("**/a/*.mp3", "x/a/b.mp3", true),
    ("**/a/*.mp3", "a/b.mp3", true),
    ("a/**", "a", false),
    ("a/**", "a/b", true),
    ("a/**", "a/b/c", true),
    ("a/**/c", "a/c", true),
    ("a/**/c", "a/b/c", true),
    ("a/**/c", "a/b/b/c", true),
    ("a/**/c", "a/b/d", false),
    ("a/**/b/**/c", "a/x/b/y/b/z/c", true),
    ("**", "a/b", true),
    ("/**", "a/b", true),
    ("a**b", "axxb", true),
    ("/a**b", "a/b", false),
    ("?.mp3", "a.mp3", true),
    ("?.mp3", "ab.mp3", false),
    ("a?b/c", "a/b/c", false),
    ("[ab].mp3", "a.mp3", true),
    ("[!ab].mp3", "a.mp3", false),
    ("[^ab].mp3", "c.mp3", true),
    ("[a-c]x", "bx", true),
    ("[a-c]x", "dx", false),
    ("[]a]x", "]x", true),
    ("[a-]x", "-x", true),
    ("[[:digit:]]x", "7x", true),
    ("[[:digit:]]x", "ax", false),
    ("[![:space:]]x", "ax", true),
    ("[\\]]x", "]x", true),
    ("[z-a]x", "zx", false),
    ("x[/]y", "x/y", false),
    ("\\*.mp3", "*.mp3", true),
    ("\\*.mp3", "a.mp3", false),
    ("a\\?b", "a?b", true),
    ("*a*a*a*a*b", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", false),
    ("a*b*c", "a1b2b3c", true),
    ("foo/bar", "foo/bar", true),
    ("foo/bar", "x/foo/bar", false),
    ("é", "é", true),
  ])
  func `a glob matches as in git`(pattern: String, path: String, expected: Bool) throws {
    let glob = try #require(Glob(Array(pattern.utf8)))
    #expect(glob.matches(Array(path.utf8), in: 0..<path.utf8.count, isFolder: false) == expected)
  }

  @Test(arguments: ["", "/", "[a", "a\\", "[[:nonsense:]]x", "[a\\"])
  func `a glob that cannot match is invalid`(pattern: String) {
    #expect(Glob(Array(pattern.utf8)) == nil)
  }

  @Test func `a glob with a final separator matches folders only`() throws {
    let glob = try #require(Glob(Array("a/".utf8)))
    #expect(glob.matches(Array("x/a".utf8), in: 0..<3, isFolder: true))
    #expect(!glob.matches(Array("x/a".utf8), in: 0..<3, isFolder: false))
  }

  @Test func `matching a glob takes limited time`() throws {
    // A matcher that tries every length of every `**` again needs a time exponential in their number.
    let pattern = String(repeating: "**/*a*", count: 40) + "/b"
    let path = Array(repeating: String(repeating: "a", count: 60), count: 60).joined(separator: "/")
    let glob = try #require(Glob(Array(pattern.utf8)))
    #expect(!glob.matches(Array(path.utf8), in: 0..<path.utf8.count, isFolder: false))
  }
}

@Suite struct `An ignore file` {
  @Test func `the last matching rule decides`() throws {
    let tree = try TemporaryTree()
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
    try tree.write("c/.wavethumbignore", text: "# nothing but words\n")
    try tree.write("c/x.mp3")
    #expect(try tree.crawl().paths == ["c/x.mp3"])
  }

  @Test func `ignore files may have Windows line ends and trailing spaces`() throws {
    let tree = try TemporaryTree()
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
    try tree.makePipe("b/.wavethumbignore")
    #expect(try tree.crawl().paths == ["a/x.mp3", "b/x.mp3"])
  }

  @Test func `an ignore file cannot override --exclude`() throws {
    let tree = try TemporaryTree()
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
    #expect(try tree.doubt("disk/Show/b.mp3") == .emptiedFolder("disk"))
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
