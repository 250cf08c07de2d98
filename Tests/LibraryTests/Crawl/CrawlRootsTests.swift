import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `Roots of a crawl` {
  @Test func `a root below another one, and one that comes twice, is none`() {
    let roots = CrawlRoots(["b/c", "a", "a/b", "a!", "b/c/d", "a", "b/cc"])
    #expect((0..<roots.count).map { roots[$0] } == ["a", "a!", "b/c", "b/cc"])
  }

  @Test func `roots cover what is below them`() {
    let roots = CrawlRoots(["a", "a!b", "b/c", "z/1.mp3"])
    for path in ["a", "a/x", "a/b/c.mp3", "a!b", "b/c", "b/c/d", "z/1.mp3"] {
      #expect(roots.cover(Array(path.utf8)), "\(path)")
    }
    for path in ["", "A", "a!", "ab", "a b", "b", "b/cc", "b/b", "z", "z/1.mp", "z/1.mp33", "zz"] {
      #expect(!roots.cover(Array(path.utf8)), "\(path)")
    }
    #expect(!CrawlRoots([]).cover(Array("a".utf8)))
  }

  @Test func `a crawl at roots finds what a crawl of all finds below them`() throws {
    let tree = try TemporaryTree()
    let names = [
      "a/1.mp3", "a/b/2.mp3", "a/b/3.txt", "a b/4.mp3", "c/5.mp3", "c/d/e/6.mp3", "7.mp3",
      "c/.h/8.mp3",
      "i/9.mp3", "i/j/10.mp3",
    ]
    for name in names {
      try tree.write(RawPath(name), text: "x")
    }
    try tree.write("i/.wavethumbignore", text: "j\n")
    let all = try tree.crawl().paths
    for listed: [RawPath] in [
      ["a"], ["a/b", "c/d"], ["7.mp3", "c/5.mp3"], ["c/d/e/6.mp3", "a b"], ["i"], ["i/j"], ["c/.h"],
      ["c/.h/8.mp3"], ["a/b/3.txt"], ["missing", "a/missing", "7.mp3/x"], [],
    ] {
      let roots = CrawlRoots(listed)
      let crawl = try tree.crawl(Crawl.Rules(roots: roots))
      #expect(crawl.paths == all.filter { roots.cover($0.bytes) }, "\(listed)")
      #expect(crawl.problems.isEmpty, "\(listed)")
    }
  }

  @Test func `a root is met unless it is passed over or absent`() throws {
    let tree = try TemporaryTree()
    for name in ["a/1.mp3", "a/b/2.mp3", "out/3.mp3", "x.txt", "e/f"] {
      try tree.write(RawPath(name), text: "x")
    }
    try tree.link("link", to: "a")
    try tree.link("gone.mp3", to: "nowhere")
    let output = try tree.folder.status(of: "out").folder
    let roots = CrawlRoots(["a/1.mp3", "a/b", "out", "x.txt", "link/1.mp3", "gone.mp3", "e", "no"])
    let crawl = try tree.crawl(Crawl.Rules(output: output, roots: roots))
    let met = crawl.metRoots.map { roots[$0].lossyText }.sorted()
    #expect(met == ["a/1.mp3", "a/b", "e", "gone.mp3"])
    #expect(crawl.problemsByPath == ["gone.mp3": .notAFile(.danglingLink)])

    let followed = try tree.crawl(Crawl.Rules(followsLinks: true, roots: roots))
    #expect(followed.paths == ["a/1.mp3", "a/b/2.mp3", "link/1.mp3", "out/3.mp3"])
  }

  @Test func `a recording with the name of a folder above a root is not listed`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.mp3", text: "x")
    #expect(try tree.crawl(Crawl.Rules(roots: CrawlRoots(["a.mp3/b.mp3"]))).paths.isEmpty)
  }
}
