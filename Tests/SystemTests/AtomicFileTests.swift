import Glibc
import TestSupport
import Testing

@testable import WavethumbSystem

@Suite struct `An atomic file` {
  @Test func `an atomic file replaces the old one without leftovers`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.png", text: "old")
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
    try tree.write("a.png/inside", text: "old")
    #expect(throws: SystemFailure.self) {
      try AtomicFile.write([1], as: "a.png", in: tree.folder)
    }
    #expect(try tree.names() == ["a.png"])
  }

  @Test func `an atomic file that cannot have its name leaves nothing`() throws {
    let tree = try TemporaryTree()
    // The content is written by then; a name has 255 bytes at most.
    let name = RawPath(bytes: [UInt8](repeating: UInt8(ascii: "a"), count: 256))
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

    // Without a commit, its end removes the file.
    do {
      var file = try AtomicFile("other.json", in: tree.folder)
      try file.write([1, 2])
      #expect(!tree.exists("other.json"))
    }
    #expect(try tree.names() == ["manifest.json"])
  }

  @Test func `a file system without unnamed files gets a temporary name`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.png", text: "old")
    do {
      var file = try AtomicFile("a.png", owning: tree.folder.duplicate(), writing: nil)
      try file.write([1, 2])
      #expect(try tree.names().count == 2)
      try file.commit()
      var other = try AtomicFile("b.png", owning: tree.folder.duplicate(), writing: nil)
      try other.write([1])
    }

    #expect(try tree.read("a.png") == [1, 2])
    #expect(try tree.names() == ["a.png"])
  }

  @Test func `a file that cannot be named later is copied`() throws {
    let tree = try TemporaryTree()
    // More than one piece of a copy, and no two pieces alike.
    let content = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 9) }
    // Linux gives no name to a file that had one.
    let removed = try tree.folder.create("removed", flags: O_RDWR | O_CREAT | O_EXCL)
    try tree.folder.removeFile("removed")
    var file = try AtomicFile("a.dat", owning: tree.folder.duplicate(), writing: removed)
    try file.write(content)
    try file.commit()
    #expect(try tree.read("a.dat") == content)
    #expect(try tree.names() == ["a.dat"])
  }

  @Test func `an atomic file reports a missing folder`() throws {
    let tree = try TemporaryTree()
    try tree.folder.makeFolders("gone")
    let gone = try tree.folder.folder("gone")
    try tree.folder.removeFolder("gone")
    #expect(throws: SystemFailure.self) { try AtomicFile.write([1], as: "a.png", in: gone) }
  }

  // Whether the bytes are on the disk then, no process can see.
  @Test func `the file system of a folder can be flushed`() throws {
    let tree = try TemporaryTree()
    #expect(throws: Never.self) { try tree.folder.syncFileSystem() }
  }
}
