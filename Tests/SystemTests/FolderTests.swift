import Glibc
import TestSupport
import Testing

@testable import WavethumbSystem

@Suite struct `A folder` {
  @Test func `folders are created with their parents, by the umask`() throws {
    let tree = try TemporaryTree()
    try tree.folder.makeFolders("a/b/c")
    // Two runs may create the same folders: what is there already is no failure.
    try tree.folder.makeFolders("a/b/c")

    let mask = try FileMask.current()
    for path: RawPath in ["a", "a/b", "a/b/c"] {
      #expect(try tree.folder.status(of: path).kind == .folder)
      #expect(try tree.mode(of: path) == 0o777 & ~mask)
    }
  }

  @Test func `a file in place of a folder is reported`() throws {
    let tree = try TemporaryTree()
    try tree.write("a")
    #expect(throws: SystemFailure(.makeFolder, errno: ENOTDIR, at: tree.path.appending("a"))) {
      try tree.folder.makeFolders("a")
    }
    #expect(throws: SystemFailure(.makeFolder, errno: ENOTDIR, at: tree.path.appending("a/b"))) {
      try tree.folder.makeFolders("a/b")
    }
  }

  @Test func `a folder opened as "." keeps its path`() throws {
    let tree = try TemporaryTree()
    #expect(try tree.folder.folderWithoutLinks(".").path == tree.path)
    let inside = try tree.folder.folderWithoutLinks("./a", creating: true)
    #expect(inside.path == tree.path.appending("a"))
    #expect(try tree.folder.folderWithoutLinks("a").path == inside.path)
  }

  // C would end the name there, and open another file.
  @Test func `a name with a zero byte is rejected`() throws {
    let tree = try TemporaryTree()
    try tree.write("a")
    let name = RawPath(bytes: [0x61, 0, 0x62])
    #expect(throws: SystemFailure(.open, errno: EINVAL, at: tree.path.appending(name))) {
      _ = try tree.folder.open(name)
    }
  }

  // Without O_NONBLOCK the test would wait for a writer for ever, as would a scan of such a library.
  @Test func `a pipe is opened without waiting`() throws {
    let tree = try TemporaryTree()
    try tree.makePipe("pipe.mp3")
    let descriptor = try tree.folder.open("pipe.mp3")
    #expect(try descriptor.status("pipe.mp3").kind == .pipe)
  }

  @Test func `names of every kind are listed byte by byte`() throws {
    let tree = try TemporaryTree()
    try tree.write("new\nline")
    try tree.write(RawPath(bytes: [0xFF, 0xFE]))
    try tree.folder.makeFolders("folder")
    try tree.link("link", to: "nowhere")
    let descriptor = try tree.folder.open(".")
    var reader = FolderReader()
    var found = [RawPath: FileStatus.Kind?]()
    while let entry = try reader.entry(in: descriptor, ".") {
      found[RawPath(bytes: Array(reader.names[entry.name]))] = entry.kind
    }

    let expected: [RawPath: FileStatus.Kind?] = [
      "new\nline": .file,
      RawPath(bytes: [0xFF, 0xFE]): .file,
      "folder": .folder,
      // As it is, and not what it points to: a crawl decides for itself which links it follows.
      "link": .link,
    ]
    #expect(found == expected)
  }

  @Test func `more names than one read holds are listed`() throws {
    let tree = try TemporaryTree()
    // Each needs 48 bytes: 144,000 in all, several buffers of a reader.
    for number in 0..<3000 {
      try tree.write(RawPath("a rather long name, \(number)"))
    }
    #expect(try tree.names().count == 3000)
  }

  @Test func `failures of the whole output are recognised`() {
    // Each next recording would meet them as well.
    #expect(SystemFailure(.write, errno: ENOSPC, at: "a").endsTheRun)
    #expect(SystemFailure(.rename, errno: EROFS, at: "a").endsTheRun)
    #expect(SystemFailure(.write, errno: EIO, at: "a").endsTheRun)

    // Those of one name or one folder.
    #expect(!SystemFailure(.open, errno: ENAMETOOLONG, at: "a").endsTheRun)
    #expect(!SystemFailure(.open, errno: EACCES, at: "a").endsTheRun)
  }

  @Test func `the reason of a failure is the system's`() {
    #expect(SystemFailure(.write, errno: ENOSPC, at: "a").reason == "No space left on device")
  }
}

@Suite struct `A file's identity` {
  private let seen = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)

  @Test func `files match by inode, size and times on any device`() {
    var other = seen
    // A disk that is mounted again may have another number, and is not decoded again for that.
    other.device = 9
    #expect(seen.matches(other, ignoringInode: false))
    // Its time of change shows a file whose modification time was set back.
    other.changed = 9
    #expect(!seen.matches(other, ignoringInode: false))
    #expect(seen.matches(other, ignoringInode: true))
    other.modified = 9
    #expect(!seen.matches(other, ignoringInode: true))
  }

  @Test func `a file is racy within two seconds, not with a clock ahead`() {
    let second: Int64 = 1_000_000_000
    var file = seen
    file.modified = 100 * second
    file.changed = 100 * second
    // Written before the run, but within the two seconds of the coarsest clock, that of FAT.
    #expect(file.isRacy(since: 101 * second, until: 105 * second))
    // While the run read it: a second write in the same tick would leave the times as they are.
    #expect(file.isRacy(since: 99 * second, until: 105 * second))
    // Long before the run, and in the future of a run whose clock is behind.
    #expect(!file.isRacy(since: 103 * second, until: 105 * second))
    #expect(!file.isRacy(since: 10 * second, until: 20 * second))
    // No clock shows these; the arithmetic must not overflow.
    #expect(!file.isRacy(since: .max, until: .max))
    #expect(!file.isRacy(since: .min, until: .min))
  }
}
