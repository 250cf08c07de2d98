import Glibc
import TestSupport
import Testing

@testable import System

@Suite struct `An atomic file` {
  @Test func `an atomic file replaces the old one without leftovers`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.png", "old")
    try AtomicFile.write(Array("new".utf8), as: "a.png", in: tree.folder)
    #expect(try tree.read("a.png") == Array("new".utf8))
    #expect(try tree.names() == ["a.png"])
  }

  @Test func `an atomic file has a mode by the umask`() throws {
    let tree = try TemporaryTree()
    try AtomicFile.write([1], as: "a.png", in: tree.folder)
    var found = stat()
    #expect(unsafe stat(tree.terminated("a.png"), &found) == 0)
    let mask = umask(0)
    umask(mask)
    #expect(found.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test func `an atomic file fails if a folder has its name`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.png/inside", "old")
    #expect(throws: SystemFailure.self) {
      try AtomicFile.write([1], as: "a.png", in: tree.folder)
    }
    #expect(try tree.names() == ["a.png"])
  }

  @Test func `an atomic file reports a full disk`() throws {
    let tree = try TemporaryTree()
    let name = RawPath(bytes: [UInt8](repeating: 0x61, count: 256))
    #expect(throws: SystemFailure(.rename, errno: ENAMETOOLONG, at: tree.path.appending(name))) {
      try AtomicFile.write([1], as: name, in: tree.folder)
    }
    #expect(try tree.names() == [])
  }

  @Test func `an atomic file exists only after commit`() throws {
    let tree = try TemporaryTree()
    do {
      var file = try AtomicFile("manifest.json", in: tree.folder)
      try file.write([1, 2])
      #expect(!tree.exists("manifest.json"))
      try file.write([3])
      try file.commit(durable: true)
    }
    #expect(try tree.read("manifest.json") == [1, 2, 3])
    do {
      var file = try AtomicFile("other.json", in: tree.folder)
      try file.write([1, 2])
      #expect(try tree.names().count == 2)
    }
    #expect(try tree.names() == ["manifest.json"])
  }

  @Test func `an atomic file is flushed to disk`() throws {
    let tree = try TemporaryTree()
    try tree.folder.syncFileSystem()
  }
}
