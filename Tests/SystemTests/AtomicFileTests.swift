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

  // A file made by `mkstemp` would have 0600 whatever the mask: a web server could read no picture.
  @Test func `an atomic file has a mode by the umask`() throws {
    let tree = try TemporaryTree()
    try AtomicFile.write([1], as: "a.png", in: tree.folder)
    let mask = try FileMask.current()
    #expect(try tree.mode(of: "a.png") == 0o666 & ~mask)
  }

  // The file has a temporary name by then, since only a rename replaces another: it must not stay.
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
    // One byte more than a name may have, which the kernel says only when the content is written.
    let name = RawPath(bytes: [UInt8](repeating: UInt8(ascii: "a"), count: 256))
    #expect(throws: SystemFailure(.rename, errno: ENAMETOOLONG, at: tree.path.appending(name))) {
      try AtomicFile.write([1], as: name, in: tree.folder)
    }
    #expect(try tree.names() == [])
  }

  @Test func `an atomic file exists only after commit`() throws {
    let tree = try TemporaryTree()
    // In a scope of its own, at whose end the file is closed.
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
      // The old picture and the temporary file; one name would mean that an unnamed file was used.
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
    // More than one piece of a copy, and no two pieces alike: one that is left out, or copied twice,
    // shows.
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

  // Somebody may delete the output while a run writes. The run must say so, not create it again.
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
