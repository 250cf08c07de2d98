import Bytes
import Outputs
import System
import TestSupport
import Testing

@testable import Batch
@testable import Library

@Suite struct `The journal of a run` {
  private let tree: TemporaryTree
  private let file = WrittenFile(bytes: 3, digest: ContentDigest(high: 7, low: 9))

  init() throws {
    tree = try TemporaryTree()
  }

  @Test func `the next run knows the files of a killed run`() throws {
    let path = try #require(RelativePath("Show/a name\nwith lines.mp3.dat"))
    try RunJournal(in: tree.folder).add(path, file)
    // The next run continues the previous journal, since it may be killed as well.
    let other = WrittenFile(bytes: 4, digest: file.digest)
    try RunJournal(in: tree.folder).add(path, other)
    #expect(RunJournal.read(in: tree.folder) == [path: [file, other]])
  }

  @Test func `an incomplete journal line is ignored`() throws {
    let path = try #require(RelativePath("a.dat"))
    try RunJournal(in: tree.folder).add(path, file)
    let whole = try tree.read(RunJournal.name)
    for length in [0, 1, 20, whole.count - 1] {
      try tree.write(RunJournal.name, bytes: Array(whole.prefix(length)))
      #expect(RunJournal.read(in: tree.folder).isEmpty)
      #expect(try !RunJournal.isForeign(in: tree.folder))
    }
    try tree.write(RunJournal.name, bytes: whole + whole.prefix(10))
    #expect(RunJournal.read(in: tree.folder) == [path: [file]])
    #expect(try !RunJournal.isForeign(in: tree.folder))
  }

  @Test func `a journal with paths outside the output, or of another program, is rejected`() throws
  {
    let line = "\(file.digest.hex) 3 "
    for path in ["../a.dat", "/a.dat", "b/../a.dat", "./a.dat", "b//a.dat", ""] {
      try tree.write(RunJournal.name, bytes: Array((line + path).utf8) + [0])
      #expect(RunJournal.read(in: tree.folder).isEmpty)
      #expect(try RunJournal.isForeign(in: tree.folder))
    }
    for text in ["my notes", "0123 notes", "A" + line.dropFirst(), "\0x\0"] {
      try tree.write(RunJournal.name, bytes: Array(text.utf8))
      #expect(try RunJournal.isForeign(in: tree.folder), "\(text)")
    }
    try tree.folder.removeFile(RunJournal.name)
    try tree.link(RunJournal.name, to: "elsewhere")
    #expect(try RunJournal.isForeign(in: tree.folder))
  }

  @Test func `only the journalled bytes count as ours`() throws {
    // The header of a .dat file, which has no room for a generator mark.
    let dat: [UInt8] = [1, 0, 0, 0, 1, 0, 0, 0, 64, 31, 0, 0, 2, 0, 0, 0, 1, 0, 0, 0, 250, 5]
    try tree.write("a.dat", bytes: dat)
    let output = OutputFolder(try Folder(at: tree.path))
    #expect(!output.isDisposable("a.dat"))
    let written = try #require(
      try tree.folder.open("a.dat").writtenFile(.data, "a.dat"))
    output.addEarlier([try #require(RelativePath("a.dat")): [written]])
    #expect(output.isDisposable("a.dat"))
    try tree.write("a.dat", bytes: dat.dropLast() + [6])
    #expect(!output.isDisposable("a.dat"))
  }

  @Test func `the journal of a failed run is removed once the cache lists its files`()
    throws
  {
    let path = try #require(RelativePath("a.dat"))
    for isKept in [false, true] {
      try RunJournal(in: tree.folder).add(path, file)
      let output = OutputFolder(try Folder(at: tree.path))
      try output.begin()
      try tree.write("a.dat", "abc")
      var known: [UInt8] = []
      output.endWithoutManifest {
        known = output.unlisted { _ in false }
        return isKept
      }
      #expect(known == WrittenFileLines.line(path, file))
      #expect(tree.exists(RunJournal.name) != isKept)
    }
  }
}
