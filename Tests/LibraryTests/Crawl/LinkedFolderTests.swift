import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbLibrary

@Suite struct `A crawl of linked folders` {
  @Test func `linked folders are counted and not entered`() throws {
    let tree = try TemporaryTree()
    try tree.write("real/a.mp3")
    try tree.link("linked", to: "real")
    // The count is for the report: who has links and no `--follow` would miss the recordings behind
    // them.
    let seen = try tree.crawl()
    #expect(seen.paths == ["real/a.mp3"])
    #expect(seen.problems.isEmpty)
    #expect(seen.linkedFolders == 1)
  }

  @Test func `linked folders are entered on request, each path once`() throws {
    let tree = try TemporaryTree()
    let other = try TemporaryTree()
    try other.write("b.mp3")
    try tree.write("real/a.mp3")
    try tree.link("linked", to: "real")
    try tree.link("away", to: other.path)
    // One file has two paths, and a picture for each.
    let seen = try tree.crawl(Crawl.Rules(followsLinks: true))
    #expect(seen.paths == ["away/b.mp3", "linked/a.mp3", "real/a.mp3"])
    #expect(seen.problems.isEmpty)
  }

  @Test func `a link to a containing folder is reported`() throws {
    let tree = try TemporaryTree()
    try tree.write("a/b/x.mp3")
    // Followed, each would lead into itself again until the path is too long for the kernel.
    try tree.link("a/b/up", to: "..")
    try tree.link("a/b/top", to: tree.path)
    try tree.link("a/b/here", to: ".")

    let seen = try tree.crawl(Crawl.Rules(followsLinks: true))
    #expect(seen.paths == ["a/b/x.mp3"])
    #expect(
      seen.problemsByPath == [
        "a/b/here": .notAFile(.linkLoop), "a/b/top": .notAFile(.linkLoop),
        "a/b/up": .notAFile(.linkLoop),
      ]
    )
  }

  // Two links from each level to the next are 2^24 paths, none of which leads back to a folder
  // above it.
  @Test func `multiplying links come to an end`() throws {
    let tree = try TemporaryTree()
    for level in 0..<24 {
      try tree.write(RawPath("l\(level)/x.mp3"))
      for side in ["left", "right"] {
        try tree.link(RawPath("l\(level)/\(side)"), to: tree.path.appending("l\(level + 1)"))
      }
    }
    let seen = try tree.crawl(Crawl.Rules(followsLinks: true))
    // A folder is entered once by its own name and up to 16 times through links.
    #expect(seen.paths.count <= 24 * 17)
    #expect(seen.problemsByPath.values.contains(.notAFile(.linkLoop)))

    // Which of the paths are left out depends on their order only, so that a scan redraws nothing.
    #expect(seen.paths == (try tree.crawl(Crawl.Rules(followsLinks: true))).paths)
  }

  @Test func `the crawl returns from a deep linked folder`() throws {
    let tree = try TemporaryTree()
    let other = try TemporaryTree()
    // More levels than folders stay open. Those above are closed, and opened again on the way back;
    // behind the link `..` leads elsewhere, and the folder has to be found by its path.
    try other.makeDeep(levels: 100)
    try tree.link("a/deep", to: other.path)
    try tree.write("a/z.mp3")
    try tree.write("b.mp3")
    let seen = try tree.crawl(Crawl.Rules(followsLinks: true))
    #expect(seen.problems.isEmpty)
    // One in each level and at the end, and two beside the link.
    #expect(seen.paths.count == 103)
    #expect(seen.paths.last == "b.mp3")
  }

  @Test func `a link to our output is never entered`() throws {
    let tree = try TemporaryTree()
    let output = try TemporaryTree()
    try output.write("x.mp3")
    try tree.link("pictures", to: output.path)
    // By device and inode, since the link has another name.
    let identity = try output.folder.status().folder
    let seen = try tree.crawl(Crawl.Rules(followsLinks: true, output: identity))
    #expect(seen.paths.isEmpty)
    #expect(seen.problems.isEmpty)
  }
}
