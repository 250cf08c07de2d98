import TestSupport
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `A ledger` {
  private let tree: TemporaryTree
  private let name: RawPath = ".wavethumb-ledger"

  init() throws {
    tree = try TemporaryTree()
  }

  /// Returns a line for each number, in the order of numbers.
  private func line(_ number: Int) throws -> OwnedLine {
    // With spaces, which are between the fields of a line as well.
    let path = try #require(RelativePath(RawPath("Show \(1000 + number)/a b.wav.dat")))
    let digest = ContentDigest(high: UInt64(number), low: 7)
    return OwnedLine(path, WrittenFile(bytes: number, digest: digest))
  }

  /// Writes a ledger with these lines and returns its bytes.
  private func written(_ lines: [OwnedLine]) throws -> [UInt8] {
    let facts = LedgerFacts(
      generator: "wavethumb 9",
      settings: Array("{}".utf8),
      key: ContentDigest(high: 1, low: 2),
      manifest: ContentDigest(high: 3, low: 4),
      manifestPath: "../site/data.json"
    )
    // Records and paths are only bytes here.
    let sections: [LedgerLayout.Section: [UInt8]] = [
      .facts: facts.encoded(),
      .records: [1, 2, 3],
      .paths: [4],
      .owned: lines.flatMap(\.bytes),
    ]
    let pieces = sections.mapValues { BytePieces($0) }
    try LedgerFile.write(pieces, LedgerFile.header(pieces), as: name, in: tree.folder)
    return try tree.read(name)
  }

  private func owned() throws -> OwnedFiles {
    var files = OwnedFiles()
    try LedgerFile.addOwned(of: [name], in: tree.folder, to: &files)
    return files
  }

  /// Returns the section of a ledger that takes over the lines of this one.
  private func adopted() throws -> [UInt8] {
    try owned().section(replacing: []) { _ in true }
  }

  @Test func `survives a write and a read unchanged`() throws {
    // Forty, so that a binary search takes several steps from either end.
    let lines = try (0..<40).map(line)
    _ = try written(lines)
    let ledger = try #require(try LedgerFile.open(name, in: tree.folder))
    let facts = try #require(try ledger.facts())
    #expect(facts.generator == "wavethumb 9")
    #expect(facts.manifestPath == "../site/data.json")
    #expect(facts.manifest == ContentDigest(high: 3, low: 4))
    #expect(try ledger.section(.records) == [1, 2, 3])
    #expect(try ledger.isWhole())

    for line in lines {
      #expect(try owned().versions(of: line.path) == [line.file])
    }
    // The beginning of a path that is there.
    let beginning = try #require(RelativePath("Show 1003/a"))
    #expect(try owned().versions(of: beginning).isEmpty)
    #expect(try adopted() == lines.flatMap(\.bytes))
  }

  // A file whose line is lost stays in the output: no later run knows that it may delete it.
  @Test func `loses by one damaged byte at most the lines beside it, and no other section`() throws
  {
    let lines = try (0..<6).map(line)
    let whole = try written(lines)
    for offset in whole.indices {
      var damaged = whole
      damaged[offset] ^= 0x10
      try tree.write(name, bytes: damaged)
      let ledger = try #require(try LedgerFile.open(name, in: tree.folder), "\(offset)")
      #expect(try !ledger.isWhole())

      let found = try owned()
      let readable = lines.count { found.versions(of: $0.path) == [$0.file] }
      // A damaged header costs all lines, and a damaged zero byte joins two.
      #expect(readable >= (ledger.header == nil ? 0 : lines.count - 2), "\(offset)")

      // A damaged header costs all sections, and damage elsewhere the one in which it is.
      var intact = 0
      for section in LedgerLayout.Section.allCases where try ledger.section(section) != nil {
        intact += 1
      }
      if ledger.header == nil {
        #expect(intact == 0, "\(offset)")
      } else {
        #expect(intact >= 3, "\(offset)")
      }
    }
  }

  @Test func `that is cut is ours, and names no file of another path or content`() throws {
    let lines = try (0..<6).map(line)
    let whole = try written(lines)
    for length in LedgerLayout.mark.count..<whole.count {
      try tree.write(name, bytes: Array(whole.prefix(length)))
      #expect(try LedgerFile.open(name, in: tree.folder) != nil)
      let found = try owned()
      for line in lines where !found.versions(of: line.path).isEmpty {
        #expect(found.versions(of: line.path) == [line.file])
      }
    }
  }

  @Test func `stops being read at a signal`() throws {
    _ = try written(try (0..<6).map(line))
    let ledger = try #require(try LedgerFile.open(name, in: tree.folder) { true })
    #expect(throws: SystemFailure.self) { try ledger.section(.owned) }
  }

  @Test func `with forged lengths or lines ends no program`() throws {
    let whole = try written(try (0..<6).map(line))
    let start = LedgerLayout.mark.count
    let end = start + LedgerLayout.headerLength
    // Lengths of nothing, beyond the file, beyond memory, and negative as an integer with a sign.
    for number in [0, 1, UInt64.max, 1 << 62, 1 << 40, 700] as [UInt64] {
      for forgedSection in LedgerLayout.Section.allCases {
        // The header has a length of 8 bytes and a digest of 16 for each section.
        var forged = whole
        var length: [UInt8] = []
        length.append(number: number)
        let field = start + forgedSection.rawValue * 24
        forged.replaceSubrange(field..<field + 8, with: length)

        // With a right check of the header, or the length would not be looked at.
        var check: [UInt8] = []
        check.append(number: StableHash.of(Array(forged[start..<end - 8])))
        forged.replaceSubrange(end - 8..<end, with: check)
        try tree.write(name, bytes: forged)

        let ledger = try #require(try LedgerFile.open(name, in: tree.folder))
        for section in LedgerLayout.Section.allCases {
          _ = try ledger.section(section)
        }
        _ = try ledger.facts()
        _ = try owned()
        _ = try adopted()
      }
    }
  }

  @Test func `is told from another program's file, whatever that is`() throws {
    #expect(try LedgerFile.open(name, in: tree.folder) == nil)
    // One that a later version may have written, and one that begins like a file after a power
    // failure.
    for text in ["mine", "wavethumb ledger 2\n", "\0\0x"] {
      try tree.write(name, bytes: Array(text.utf8))
      #expect(throws: LedgerFault.self) { try LedgerFile.open(name, in: tree.folder) }
      try LedgerFile.remove(name, from: tree.folder)
      #expect(tree.exists(name))
      #expect(try owned().isEmpty)
    }
    // Through a link a run would write somewhere else.
    try tree.folder.removeFile(name)
    try tree.link(name, to: "elsewhere")
    #expect(throws: LedgerFault.self) { try LedgerFile.open(name, in: tree.folder) }
  }

  @Test func `has a name of its own for each part`() throws {
    #expect(LedgerName.whole.ledger == ".wavethumb-ledger")
    #expect(LedgerName.whole.run == ".wavethumb-run")
    let part = LedgerName(of: Shard(2, of: 3))
    #expect(part.ledger == ".wavethumb-ledger.2-of-3")
    #expect(part.run == ".wavethumb-run.2-of-3")
  }

  @Test func `is found by its name, and those of its parts`() throws {
    let part = LedgerName(of: Shard(2, of: 3))
    for name in [LedgerName.whole.ledger, LedgerName.whole.run, part.ledger, part.run] {
      try tree.write(name)
    }
    // A user's files with names that only begin like ours.
    for name in [".wavethumb-ledgers", ".wavethumb-run.tmp", ".wavethumb-ledger.x"] {
      try tree.write(RawPath(name))
    }

    let found = try FoundLedgers(in: tree.folder)
    #expect(found.ledgers == [LedgerName.whole.ledger, part.ledger])
    #expect(found.runs == [LedgerName.whole.run, part.run])
    #expect(found.ledgersOfParts == [part.ledger])
  }

  @Test func `of a part that was scanned since says that sizes prove nothing`() throws {
    func mayBeOverwritten(_ part: Shard?) throws -> Bool {
      try FoundLedgers(in: tree.folder).mayBeOverwritten(besides: part)
    }

    let part = try #require(Shard(2, of: 3))
    try tree.write(LedgerName.whole.ledger)
    #expect(try !mayBeOverwritten(nil))
    #expect(try !mayBeOverwritten(part))

    // Younger than the ledger of the whole, which takes parts over. Parts of one set have no recording in
    // common, but those of another count may have any.
    try tree.write(LedgerName(of: part).ledger)
    #expect(try mayBeOverwritten(nil))
    #expect(try !mayBeOverwritten(part))
    #expect(try !mayBeOverwritten(Shard(1, of: 3)))
    #expect(try mayBeOverwritten(Shard(1, of: 2)))

    // A part that was killed or failed may have replaced what it lists.
    try tree.write(LedgerName(of: part).run)
    #expect(try mayBeOverwritten(part))
    #expect(try !mayBeOverwritten(Shard(1, of: 3)))
  }
}
