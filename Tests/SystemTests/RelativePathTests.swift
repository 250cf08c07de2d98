import Glibc
import TestSupport
import Testing

@testable import WavethumbSystem

@Suite struct `A path from a file` {
  @Test func `a relative path has no absolute or parent components`() throws {
    let unsafe: [RawPath] = [
      "", "/", "/a", "..", "../a", "a/..", "a/../b", ".", "./a", "a/.", "a//b", "a/", "//a",
      RawPath(bytes: [0x61, 0, 0x62]), RawPath(bytes: [0]),
    ]
    for path in unsafe {
      #expect(RelativePath(path) == nil, "\(path.bytes)")
    }
    // Names with dots in them, with a space, with a line break, and one that is not UTF-8.
    for path: RawPath in ["a", "a/b", "..a/b..", "...", ".a", "a b/\n", RawPath(bytes: [0xFF])] {
      #expect(RelativePath(path)?.path == path)
    }

    let deep = try #require(RelativePath("a/b/c"))
    #expect(deep.name == "c")
    #expect(deep.parent?.path == "a/b")
    #expect(deep.parent?.parent?.parent == nil)
  }

  @Test func `a relative path is what follows the prefix of the run`() {
    #expect(RelativePath("../out/a/b", behind: "../out")?.path == "a/b")
    #expect(RelativePath("a/b", behind: "")?.path == "a/b")
    // One that leaves again, a folder whose name only begins so, and the prefix alone.
    for path: RawPath in ["../out/../b", "../outer/b", "../out", "../out/", "../out//b", "b"] {
      #expect(RelativePath(path, behind: "../out") == nil)
    }
  }

  private func treeWithLinks() throws -> TemporaryTree {
    let tree = try TemporaryTree()
    try tree.write("a/b/file", text: "text")
    try tree.link("a/link", to: "b")
    try tree.link("a/b/alias", to: "file")
    return tree
  }

  @Test func `a relative path is opened without following links`() throws {
    let tree = try treeWithLinks()
    let file = try #require(RelativePath("a/b/file"))
    #expect(try tree.folder.open(file).read(9, "file") == Array("text".utf8))
    for path in ["a/link/file", "a/b/alias"] {
      let path = try #require(RelativePath(RawPath(path)))
      #expect(throws: SystemFailure.self) { _ = try tree.folder.open(path) }
    }
    // A step back is refused even if it leads to the same folder: behind a link it would lead elsewhere.
    #expect(throws: SystemFailure.self) { try tree.folder.folderWithoutLinks("a/../a").status() }
  }

  @Test func `a file that is not ours, or a link, is not found`() throws {
    let tree = try treeWithLinks()
    let file = try #require(RelativePath("a/b/file"))
    let parent = try tree.folder.parent(of: file)
    let foreign = try OwnedFile.find("file", in: parent) { _, _ in false }
    let isForeignFound = foreign != nil
    #expect(!isForeignFound)

    // The proof would hold for what the link points to, which may be a file of the user.
    let alias = try OwnedFile.find("alias", in: parent) { _, _ in true }
    let isAliasFound = alias != nil
    #expect(!isAliasFound)
  }

  @Test func `a file that was replaced since it was found is not removed`() throws {
    let tree = try treeWithLinks()
    let file = try #require(RelativePath("a/b/file"))
    let parent = try tree.folder.parent(of: file)
    var owned = try OwnedFile.find("file", in: parent) { _, _ in true }
    // Between the proof and the removal, as another program might.
    try tree.write("a/b/file", text: "another text")

    let isReplacementGone = try owned.take()?.remove()
    #expect(isReplacementGone == false)
    #expect(tree.exists("a/b/file"))

    owned = try OwnedFile.find("file", in: parent) { _, _ in true }
    let isGone = try owned.take()?.remove()
    #expect(isGone == true)
    #expect(!tree.exists("a/b/file"))
  }
}
