import Codecs
import Decoding
import TestSupport
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `A ledger that is read piece by piece` {
  private let tree: TemporaryTree
  private let name: RawPath = ".wavethumb-ledger"

  init() throws {
    tree = try TemporaryTree()
  }

  private func path(_ number: Int) -> RawPath {
    let digits = String(10_000_000 + number)
    // Of a length that changes, so that paths cross the ends of buffers anywhere.
    let tail = String(repeating: "x", count: number % 41)
    return RawPath("\(digits.prefix(6))/\(digits)\(tail)")
  }

  /// Returns the sections of a ledger of so many recordings.
  private func sections(
    _ count: Int,
    in folder: SpoolFolder? = nil
  ) throws -> [LedgerLayout.Section: BytePieces] {
    var builder = LedgerRecordsBuilder(in: folder)
    for number in 0..<count {
      var tables = RecordTables()
      var record = PackedRecord()
      // None to three files, so that sizes do not keep step with records.
      let sizes = (0..<number % 4).map { UInt32(number * 10 + $0) }
      tables.setSizes(sizes[...], of: &record)
      record.digest = ContentDigest(high: UInt64(number), low: 7)
      record.size = Int64(number)
      if number % 5 == 0 {
        let failure = AudioFailure.corrupt(detail: "frame \(number % 35)")
        record.problem = tables.number(of: ManifestProblem(.decoding(.audio(failure))))
      }
      let start = number * 100
      builder.append(record, from: tables, path(number), at: start..<start + 90)
    }
    let built = builder.sections()
    return [.records: built.records, .paths: built.paths]
  }

  /// Writes a ledger as `LedgerFile` does, without waiting for the disk.
  private func write(_ sections: [LedgerLayout.Section: BytePieces]) throws {
    var bytes = LedgerLayout.mark + (try LedgerFile.head(sections).bytes)
    for section in LedgerLayout.Section.allCases {
      bytes += try sections[section]?.bytes() ?? []
      bytes.append(0)
    }
    try tree.write(name, bytes: bytes + LedgerLayout.endMark)
  }

  private func opened() throws -> LedgerFile {
    try #require(try LedgerFile.open(name, in: tree.folder))
  }

  /// Returns the number of records that are read, and whether they are proven.
  private func read(
    _ stored: StoredRecords?,
    length: Int = 100
  ) throws -> (count: Int, isProven: Bool)? {
    guard let stored else { return nil }
    var reader = LedgerReader(stored, length: length)
    var count = 0
    while try reader.next() {
      // What a merge asks for; a forged number must not trap here either.
      _ = reader.record.status
      _ = reader.record.entry
      _ = stored.problem(reader.record.problem)
      count += 1
    }
    return (count, reader.isProven)
  }

  // 5,000 recordings take 500 KB, read through buffers of 20 bytes to 16 KiB.
  @Test(arguments: [1, 20, 333, ByteWindow.defaultLength])
  func `has the records that it has in memory, whatever the length of buffers`(length: Int) throws {
    try write(sections(5000))
    let ledger = try opened()
    let records = try #require(try ledger.section(.records))
    let paths = try #require(try ledger.section(.paths))
    let inMemory = try #require(LedgerRecords(records: records, paths: paths, seal: nil))

    let stored = try #require(try StoredRecords(ledger))
    #expect(stored.count == 5000)
    #expect(stored.seal == ledger.head?.seal)

    var reader = LedgerReader(stored, length: length)
    for number in 0..<5000 {
      let isThere = try reader.next()
      #expect(isThere)
      #expect(reader.path == path(number).bytes)
      #expect(reader.path == inMemory.path(number).bytes)
      #expect(reader.record == inMemory[number])
      #expect(reader.sizes[...] == inMemory.tables.sizes(of: inMemory[number]))
      let problem = stored.problem(reader.record.problem)
      #expect(problem == inMemory.tables.problem(inMemory[number].problem))
      #expect(!reader.isProven || number == 4999)
    }

    let hasMore = try reader.next()
    #expect(!hasMore)
    #expect(reader.isProven)
  }

  // 80,000 recordings take 5 MB of records, far more than a spool holds in memory.
  @Test func `is built to the same bytes in memory and in files`() throws {
    let inMemory = try sections(80_000)
    let inFiles = try sections(80_000, in: SpoolFolder(tree.folder))
    let records = try inMemory[.records]?.bytes() ?? []
    let paths = try inMemory[.paths]?.bytes() ?? []
    #expect(records.count > Spool.maximumInMemory)
    #expect(try inFiles[.records]?.bytes() == records)
    #expect(!paths.isEmpty)
    #expect(try inFiles[.paths]?.bytes() == paths)

    // The files have no names, so that a killed run leaves none.
    #expect(try tree.names() == [])
  }

  @Test func `that has none is proven at once`() throws {
    try write(sections(0))
    // There is nothing to read, and still both sections have digests that must hold.
    let result = try read(StoredRecords(opened()))
    #expect(result?.count == 0)
    #expect(result?.isProven == true)
  }

  @Test func `proves nothing once a byte has changed after it was opened`() throws {
    try write(sections(300))
    let whole = try tree.read(name)
    let head = try #require(try opened().head)
    for section in [LedgerLayout.Section.records, .paths] {
      // The counts and the offsets of blocks were read when it was opened, and are not read again.
      let unread = section == .records ? 24 : 10 * 8
      for offset in head[section].range.dropFirst(unread) where offset % 7 == 0 {
        try tree.write(name, bytes: whole)
        let stored = try StoredRecords(opened())
        var changed = whole
        changed[offset] ^= 1
        // In place, as somebody writes who has it open: the ledger is the same file.
        try tree.overwrite(name, with: changed)
        let result = try #require(try read(stored), "\(offset)")
        let isProblem = section == .records && offset >= problems(head)
        #expect(!result.isProven || isProblem, "\(offset)")
      }
    }
  }

  /// Where the problems of 300 recordings begin, which are in memory from the start.
  private func problems(_ head: LedgerHead) -> Int {
    let sizes = (0..<300).reduce(0) { $0 + $1 % 4 }
    // Three counts, records of 64 bytes, and sizes of four.
    return head[.records].range.lowerBound + 24 + 300 * 64 + sizes * 4
  }

  @Test func `that is damaged is not opened, and one that is cut while it is read throws`() throws {
    try write(sections(2000))
    let whole = try tree.read(name)
    let head = try #require(try opened().head)
    for section in [LedgerLayout.Section.records, .paths] {
      for offset in head[section].range where offset % 4001 == 0 {
        var damaged = whole
        damaged[offset] ^= 1
        try tree.write(name, bytes: damaged)
        #expect(try StoredRecords(opened()) == nil)
      }
    }

    try tree.write(name, bytes: whole)
    let stored = try StoredRecords(opened())
    try tree.overwrite(name, with: Array(whole.prefix(whole.count / 3)))
    #expect(throws: SystemFailure.self) { try read(stored) }
  }

  @Test func `with forged numbers behind right digests ends no program`() throws {
    let built = try sections(70)
    let records = try built[.records]?.bytes() ?? []
    let paths = try built[.paths]?.bytes() ?? []
    func isReadable(records: [UInt8], paths: [UInt8]) throws -> Bool {
      try write([.records: BytePieces(records), .paths: BytePieces(paths)])
      return try read(StoredRecords(opened())) != nil
    }
    // Zero, one, and numbers above what a field of 16, 32 and 64 bits may count.
    let numbers: [UInt64] = [0, 1, 1 << 16, 1 << 31, 1 << 40, 1 << 62, .max]
    var readable = 0
    for number in numbers {
      for forged in forgeries(of: records, with: number) {
        if try isReadable(records: forged, paths: paths) {
          readable += 1
        }
      }
      for forged in forgeries(of: paths, with: number) {
        if try isReadable(records: records, paths: forged) {
          readable += 1
        }
      }
    }
    // Most forgeries contradict another number and are refused; those that are read must end.
    #expect(readable > 1000)
  }

  /// Returns the bytes with a number written over them, at every third offset.
  private func forgeries(of section: [UInt8], with number: UInt64) -> some Sequence<[UInt8]> {
    var bytes: [UInt8] = []
    bytes.append(number: number)
    return stride(from: 0, to: section.count - bytes.count, by: 3).lazy.map { offset in
      var forged = section
      forged.replaceSubrange(offset..<offset + bytes.count, with: bytes)
      return forged
    }
  }

  @Test func `has sizes in the order of its records, or is not proven`() throws {
    let built = try sections(8)
    let records = try built[.records]?.bytes() ?? []
    // Record 6 has the number of its first size replaced by that of record 7. Three counts of 8
    // bytes come before the records; the number is at offset 52 of a record of 64 bytes.
    let ofSixth = 24 + 6 * 64 + 52
    let ofSeventh = ofSixth + 64
    var forged = records
    forged.replaceSubrange(ofSixth..<ofSixth + 4, with: records[ofSeventh..<ofSeventh + 4])
    try write([.records: BytePieces(forged), .paths: built[.paths] ?? BytePieces()])
    let result = try read(StoredRecords(opened()))
    #expect(result?.count == 6)
    #expect(result?.isProven == false)
  }
}
