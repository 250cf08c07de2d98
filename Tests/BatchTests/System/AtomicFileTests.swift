import Glibc
import Testing

@testable import Batch

@Suite struct `A file written whole` {
  @Test func `replaces the old one and leaves nothing beside it`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.png", "old")
    try AtomicFile.write(Array("new".utf8), as: "a.png", in: tree.folder)
    #expect(try tree.read("a.png") == Array("new".utf8))
    #expect(try tree.names() == ["a.png"])
  }

  @Test func `is readable by all whom the umask allows`() throws {
    let tree = try TemporaryTree()
    try AtomicFile.write([1], as: "a.png", in: tree.folder)
    var found = stat()
    #expect(unsafe stat(tree.terminated("a.png"), &found) == 0)
    let mask = umask(0)
    umask(mask)
    #expect(found.st_mode & 0o777 == 0o666 & ~mask)
  }

  @Test func `leaves the old one where its place is taken by a folder`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.png/inside", "old")
    #expect(throws: SystemFailure.self) {
      try AtomicFile.write([1], as: "a.png", in: tree.folder)
    }
    #expect(try tree.names() == ["a.png"])
  }

  @Test func `names the place that has no room`() throws {
    let tree = try TemporaryTree()
    let name = RawPath(bytes: [UInt8](repeating: 0x61, count: 256))
    #expect(throws: SystemFailure(.rename, errno: ENAMETOOLONG, at: tree.path.appending(name))) {
      try AtomicFile.write([1], as: name, in: tree.folder)
    }
    #expect(try tree.names() == [])
  }

  @Test func `is there only after it is committed`() throws {
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

  @Test func `asks the file system to keep what was written`() throws {
    let tree = try TemporaryTree()
    try tree.folder.syncFileSystem()
  }
}

@Suite struct `A killed run's left-overs` {
  @Test func `are swept at any depth, and nothing else is`() throws {
    let tree = try TemporaryTree()
    try tree.write("a/b/.wavethumb-0-1-1.tmp")
    try tree.write(".wavethumb-x.tmp")
    try tree.write("a/.wavethumb-x.txt")
    try tree.write("a/mine.tmp")
    try tree.write("c/.wavethumb-folder.tmp/kept")
    try tree.link("link", to: "a")
    #expect(LeftOvers.sweep(tree.folder) == 2)
    #expect(try tree.names() == ["a", "c", "link"])
    #expect(try tree.names("a") == [".wavethumb-x.txt", "b", "mine.tmp"])
    #expect(try tree.names("a/b") == [])
    #expect(tree.exists("c/.wavethumb-folder.tmp/kept"))
  }

  @Test func `stay in folders that were not asked for`() throws {
    let tree = try TemporaryTree()
    try tree.write("a/.wavethumb-x.tmp")
    #expect(LeftOvers.sweep(tree.folder, withSubfolders: false) == 0)
  }

  @Test func `are not taken from a process that lives`() throws {
    let tree = try TemporaryTree()
    let name = TemporaryName.unused()
    try tree.write(name)
    #expect(TemporaryName.isInUse(name.bytes) == true)
    #expect(LeftOvers.sweep(tree.folder) == 0)
    #expect(tree.exists(name))
  }

  @Test func `are told by the marker of the run`() throws {
    let tree = try TemporaryTree()
    try RunMarker.set(in: tree.folder)
    #expect(tree.isMarked)
    #expect(LeftOvers.sweep(tree.folder) == 0)
    try RunMarker.clear(in: tree.folder)
    try RunMarker.clear(in: tree.folder)
    #expect(!tree.isMarked)
  }
}

extension TemporaryTree {
  fileprivate var isMarked: Bool { RunMarker.isSet(in: folder) }
}

@Suite struct `The output's lock` {
  @Test func `refuses a second process and names the first`() async throws {
    let tree = try TemporaryTree()
    let (path, holder) = (tree.path.lossyText, Int(getpid()))
    let lock = try OutputLock(in: tree.folder)
    await #expect(processExitsWith: .exitCode(75)) {
      [path = path as String, holder = holder as Int] in
      let folder = try Folder(at: RawPath(path))
      do {
        _ = try OutputLock(in: folder)
      } catch OutputLock.Refusal.held(holder) {
        exit(75)
      }
    }
    let isEnforced = lock.isEnforced
    #expect(isEnforced)
    #expect(try tree.read(".lock") == [])
  }

  @Test func `is free again when its holder is gone`() throws {
    let tree = try TemporaryTree()
    _ = try OutputLock(in: tree.folder)
    _ = try OutputLock(in: tree.folder)
  }

  @Test func `is never taken through a link`() throws {
    let tree = try TemporaryTree()
    try tree.write("precious", "mine")
    try tree.link(".lock", to: "precious")
    #expect(throws: OutputLock.Refusal.self) { _ = try OutputLock(in: tree.folder) }
  }
}

@Suite struct `The surroundings` {
  @Test func `have a processor, a home and a folder we are in`() {
    #expect(Processors.usable >= 1)
    #expect(Environment.homeByPasswordFile?.isAbsolute == true)
    #expect(Environment.currentFolder?.isAbsolute == true)
    #expect(Environment.value("WAVETHUMB_NOT_SET") == nil)
  }
}
