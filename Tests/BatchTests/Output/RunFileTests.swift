import Glibc
import Outputs
import TestSupport
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbLibrary
import WavethumbOptions

@Suite struct `The run file` {
  private let tree: TemporaryTree
  // Of no file: these tests are about lines, which nobody compares with what they name.
  private let file = WrittenFile(bytes: 3, digest: ContentDigest(high: 7, low: 9))
  private let name = LedgerName.whole.run

  init() throws {
    tree = try TemporaryTree()
  }

  private func owned() throws -> OwnedFiles {
    var files = OwnedFiles()
    files.add(lines: try RunFile.lines(of: name, in: tree.folder))
    return files
  }

  @Test func `names the files of a killed run to the next`() throws {
    // Lines end with a zero byte, since a name may have a line break.
    let path = try #require(RelativePath("Show/a name\nwith lines.mp3.dat"))
    try RunFile(name, in: tree.folder).add(OwnedLine(path, file))
    // The next run continues the file, since it may be killed as well.
    let other = WrittenFile(bytes: 4, digest: file.digest)
    let next = try RunFile(name, in: tree.folder)
    #expect(next.start == OwnedLine(path, file).bytes.count)
    try next.add(OwnedLine(path, other))
    #expect(try owned().versions(of: path) == [file, other])
  }

  @Test func `has lines that hold each by itself`() throws {
    let first = try #require(RelativePath("a.dat"))
    let second = try #require(RelativePath("b.dat"))
    let third = try #require(RelativePath("c.dat"))
    let run = try RunFile(name, in: tree.folder)
    for path in [first, second, third] {
      try run.add(OwnedLine(path, file))
    }
    let whole = try tree.read(name)

    // 52 bytes before its name, the second line begins: a digest of 32 digits, the size of one, a check
    // of 16, and a space behind each. The bytes before those belong to the first line.
    let secondName = try #require(whole.firstRange(of: Array("b.dat".utf8))).lowerBound
    let secondLine = secondName - 52
    // From the end of the first line into the name of the second.
    for offset in secondLine - 8..<secondName + 4 {
      var damaged = whole
      damaged[offset] ^= 1
      try tree.write(name, bytes: damaged)
      #expect(try !RunFile.isForeign(name, in: tree.folder))
      let found = try owned()
      // A damaged end of the first line joins it with the second, which costs both.
      let hasFirst = !found.versions(of: first).isEmpty
      let hasThird = !found.versions(of: third).isEmpty
      #expect(hasFirst || hasThird)
      if offset >= secondLine {
        #expect(found.versions(of: second).isEmpty)
      }
    }
  }

  @Test func `is read at any length that a power cut leaves`() throws {
    let path = try #require(RelativePath("a.dat"))
    try RunFile(name, in: tree.folder).add(OwnedLine(path, file))
    let whole = try tree.read(name)
    // The mark is there at once, or not at all.
    for length in [0] + whole.indices.dropFirst(Array("wavethumb run 1\0".utf8).count) {
      try tree.write(name, bytes: Array(whole.prefix(length)))
      // Ours, or the next run could not go on; but a line without its end proves nothing.
      #expect(try !RunFile.isForeign(name, in: tree.folder))
      #expect(try owned().isEmpty)
    }
  }

  // A power cut leaves zeros behind the last line, and a sparse file has any number of them.
  @Test func `ends at the first line that cannot be one, and goes on from there`() throws {
    let path = try #require(RelativePath("a.dat"))
    let other = WrittenFile(bytes: 4, digest: file.digest)
    let next = try #require(RelativePath("b.dat"))
    let endless = [UInt8](repeating: UInt8(ascii: "x"), count: 100_000)
    let lost = OwnedLine(next, file).bytes
    for rest in [[0, 0, 0] + lost, endless + lost, lost.dropLast()] as [[UInt8]] {
      try RunFile(name, in: tree.folder).add(OwnedLine(path, file))
      let whole = try tree.read(name)
      try tree.write(name, bytes: whole + rest)
      #expect(try owned().versions(of: path) == [file])

      // What a run adds from now on is no part of such a line.
      try RunFile(name, in: tree.folder).add(OwnedLine(next, other))
      #expect(try owned().versions(of: path) == [file])
      #expect(try owned().versions(of: next) == [other])
      #expect(try tree.read(name) == whole + OwnedLine(next, other).bytes)
      try tree.folder.removeFile(name)
    }

    // A sparse file of 64 GiB: a run looks at its beginning.
    try RunFile(name, in: tree.folder).add(OwnedLine(path, file))
    #expect(unsafe truncate(tree.terminated(name), 64 << 30) == 0)
    #expect(try owned().versions(of: path) == [file])
  }

  @Test func `stops being read at a signal`() throws {
    let path = try #require(RelativePath("a.dat"))
    try RunFile(name, in: tree.folder).add(OwnedLine(path, file))
    #expect(throws: SystemFailure.self) {
      try RunFile.lines(of: name, in: tree.folder) { true }
    }
  }

  @Test func `is not a file that has a second name`() throws {
    // An empty file looks like a run file that was just begun.
    try tree.write("notes")
    #expect(unsafe link(tree.terminated("notes"), tree.terminated(name)) == 0)
    #expect(try RunFile.isForeign(name, in: tree.folder))
    #expect(throws: SystemFailure.self) { _ = try RunFile(name, in: tree.folder) }
    #expect(try tree.read("notes").isEmpty)
  }

  @Test func `names no path outside of the output`() throws {
    _ = try RunFile(name, in: tree.folder)
    let mark = try tree.read(name)
    // What a line names may be replaced and deleted.
    for path in ["../a.dat", "/a.dat", "b/../a.dat", "./a.dat", "b//a.dat", ""] {
      // With a right check, so that only the path is wrong.
      let start = Array("\(file.digest.hex) 3 ".utf8)
      let check = Hexadecimal.digits(StableHash.of(start + Array(path.utf8)))
      try tree.write(name, bytes: mark + start + check + Array(" \(path)".utf8) + [0])
      #expect(try owned().isEmpty)
    }
  }

  @Test func `is told from another program's`() throws {
    // A note, the run file of a version to come, and zeros that are not only zeros.
    for text in ["my notes", "wavethumb run 2", "\0x\0"] {
      try tree.write(name, bytes: Array(text.utf8))
      #expect(try RunFile.isForeign(name, in: tree.folder), "\(text)")
      try RunFile.remove(name, from: tree.folder)
      #expect(tree.exists(name))
    }
    // What a kill or a power failure leaves of a run file that was just begun.
    let nothing: [UInt8] = []
    let zeros: [UInt8] = [0, 0, 0]
    for empty in [nothing, zeros] {
      try tree.write(name, bytes: empty)
      #expect(try !RunFile.isForeign(name, in: tree.folder))
    }

    try tree.folder.removeFile(name)
    try tree.link(name, to: "elsewhere")
    #expect(try RunFile.isForeign(name, in: tree.folder))
  }

  @Test func `or a ledger proves the very bytes that it names, and no others`() throws {
    // A .dat file, which has no room for a generator mark.
    let version: UInt32 = 1
    let isOf8Bits: UInt32 = 1
    let sampleRate: UInt32 = 8000
    let framesPerPoint: UInt32 = 2
    let pointCount: UInt32 = 1
    let header = [version, isOf8Bits, sampleRate, framesPerPoint, pointCount]
    // The only point goes from -6 to 5.
    let point: [UInt8] = [250, 5]
    let dat = header.flatMap { number in StreamHeads.little(number) } + point
    let path = try #require(RelativePath("a.dat"))
    func isOurs() throws -> Bool {
      OutputFolder(try Folder(at: tree.path), names: .whole).isDisposable("a.dat")
    }
    try tree.write("a.dat", bytes: dat)
    #expect(try !isOurs())

    let written = try #require(try tree.folder.open("a.dat").writtenFile(.data, at: "a.dat"))
    let line = OwnedLine(path, written)
    try RunFile(name, in: tree.folder).add(line)
    #expect(try isOurs())

    try tree.folder.removeFile(name)
    #expect(try !isOurs())
    // The ledger of the whole, and of any part.
    for ledger in [".wavethumb-ledger", ".wavethumb-ledger.3-of-4"] as [RawPath] {
      let sections: [LedgerLayout.Section: BytePieces] = [.owned: BytePieces(line.bytes)]
      try LedgerFile.write(sections, LedgerFile.header(sections), as: ledger, in: tree.folder)
      #expect(try isOurs())
      try tree.write("a.dat", bytes: dat.dropLast() + [6])
      #expect(try !isOurs())
      try tree.write("a.dat", bytes: dat)
      try tree.folder.removeFile(ledger)
    }
  }
}
