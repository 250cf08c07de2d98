import Codecs
import Decoding
import TestSupport
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `The records of a ledger` {
  private typealias Sections = (records: [UInt8], paths: [UInt8])

  private let key = Sightings.Key(
    library: ContentDigest(high: 8, low: 9),
    output: "/out",
    ledger: "ledger"
  )
  private let ledger = ContentDigest(high: 3, low: 4)

  @Test func `survive a write and a read unchanged, with what was seen`() throws {
    // Sixteen blocks of paths, the last of which is not full.
    let index = try #require(try records(500))
    #expect(index.count == 500)
    #expect(index.isInOrder)
    for number in 0..<500 {
      let (record, tables) = sample(number)
      let read = index[number]
      #expect(index.tables.sizes(of: read) == tables.sizes(of: record))
      #expect(index.tables.device(read.device) == tables.device(record.device))
      #expect(index.tables.device(read.folderDevice) == tables.device(record.folderDevice))
      #expect(index.tables.problem(read.problem) == tables.problem(record.problem))
      #expect(read.entry == entry(number))
      #expect(read.status == record.status)
      #expect(read.identity == record.identity)
      #expect(read.digest == record.digest)
      #expect(read.flags == record.flags)
      #expect(read.markers == record.markers)
      #expect(read.coverFault == record.coverFault)
      #expect(index.path(number) == path(number))
      #expect(index.index(of: path(number)) == number)
    }

    // Before all paths, behind all, and between two.
    #expect(index.index(of: "") == nil)
    #expect(index.index(of: "zzz") == nil)
    #expect(index.index(of: path(3).appending("x")) == nil)
  }

  // A ledger with any of them would change with a checkout, a restore or a `touch`.
  @Test func `have no inode, time or device`() throws {
    let built = try (0..<2).map { run in
      var builder = LedgerRecordsBuilder()
      for number in 0..<20 {
        var (record, tables) = sample(number)
        record.inode += UInt64(run)
        record.modified += Int64(run)
        record.changed -= Int64(run)
        record.device = tables.number(ofDevice: UInt64(run) + 99)
        if run == 1 {
          record.flags.formSymmetricDifference([.racy, .kept])
        }
        builder.append(record, from: tables, path(number), at: entry(number))
      }
      return try bytes(builder)
    }
    #expect(built[0].records == built[1].records)
    #expect(built[0].paths == built[1].paths)
  }

  @Test func `find what was seen of another ledger by path and content`() throws {
    // A ledger of fewer recordings, as an earlier checkout has.
    var builder = LedgerRecordsBuilder()
    for number in stride(from: 0, to: 100, by: 3) {
      let (record, tables) = sample(number)
      var changed = record
      if number % 2 == 0 {
        changed.digest = ContentDigest(high: 5, low: 1 << 50)
      }
      builder.append(changed, from: tables, path(number), at: entry(number))
    }
    let sections = try bytes(builder)

    let index = try #require(
      LedgerRecords(
        records: sections.records,
        paths: sections.paths,
        digest: ContentDigest(high: 9, low: 9),
        sightings: try sightings(100)
      )
    )
    #expect(!index.isInOrder)
    #expect(index.count == 34)

    for number in 0..<index.count {
      let (record, _) = sample(number * 3)
      // Inode and time that were seen with another content say nothing about this one: a scan would
      // keep the picture of a recording that has changed.
      let isSameContent = number % 2 == 1
      #expect(index[number].identity == (isSameContent ? record.identity : nil))
    }
  }

  @Test func `reject paths that are out of order`() throws {
    var builder = LedgerRecordsBuilder()
    let (record, tables) = sample(1)
    // Twice the same, backwards, and empty, which is before every path.
    let isAppended = (["b", "b", "a", ""] as [RawPath]).map { path in
      builder.append(record, from: tables, path, at: 0..<1)
    }
    #expect(isAppended == [true, false, false, false])
    #expect(try read(bytes(builder))?.count == 1)
  }

  @Test func `hold thousands of different problems in any order of reading`() throws {
    var builder = LedgerRecordsBuilder()
    // A thousand, each of two recordings: a problem that is there already must not take another
    // place.
    for number in 0..<2000 {
      var tables = RecordTables()
      var record = PackedRecord()
      let problem = ManifestProblem(.decoding(.audio(.corrupt(detail: "frame \(number % 1000)"))))
      record.problem = tables.number(of: problem)
      builder.append(record, from: tables, path(number), at: 0..<1)
    }
    let index = try #require(try read(bytes(builder)))
    for number in 0..<2000 {
      #expect(index.tables.problem(index[number].problem)?.detail == "frame \(number % 1000)")
      #expect(!index[number].isDecoded)
    }
  }

  @Test func `may be none`() throws {
    let index = try #require(try records(0))
    #expect(index.count == 0)
    #expect(index.index(of: "a") == nil)
    var walk = LedgerWalk(index)
    #expect(walk.find("a") == nil)
    walk.finish()
    #expect(walk.missing.isEmpty)
  }

  @Test func `are walked along a crawl to find missing and new recordings`() throws {
    var walk = LedgerWalk(try #require(try records(100)))
    // The crawl finds every second of the first ninety, each with a new recording behind it.
    for number in stride(from: 0, to: 90, by: 2) {
      #expect(walk.find(path(number)) == number)
      #expect(walk.find(path(number).appending("new")) == nil)
    }
    walk.finish()

    let between = Array(stride(from: 1, to: 90, by: 2))
    let behind = Array(90..<100)
    #expect(walk.missing == between + behind)
  }

  @Test(arguments: 1...9 as ClosedRange<UInt64>)
  func `that are forged or cut stop no run`(seed: UInt64) throws {
    let whole = try sections(70)
    var generator = SeededNumbers(seed: seed)
    var readCount = 0
    for round in 0..<100 {
      var forged = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let byte = UInt8.random(in: 0...255, using: &generator)
        // In the records and in the paths in turn, since damage of either hides that of the other.
        if round % 2 == 0 {
          let offset = Int.random(in: 0..<forged.records.count, using: &generator)
          forged.records[offset] = byte
        } else {
          let offset = Int.random(in: 0..<forged.paths.count, using: &generator)
          forged.paths[offset] = byte
        }
      }
      if round % 5 == 0 {
        let cut = Int.random(in: 0...forged.paths.count, using: &generator)
        forged.paths.removeLast(cut)
      }
      if let index = read(forged, sightings: try sightings(70)) {
        readCount += 1
        readEverything(in: index)
      }
    }
    // Most bytes may have any value. Without this, a reader that refuses all would pass.
    #expect(readCount > 0)
  }

  /// Reads all that a run reads of each record, which must not trap whatever the numbers are.
  private func readEverything(in index: LedgerRecords) {
    var walk = LedgerWalk(index)
    for number in 0..<index.count {
      let record = index[number]
      _ = index.path(number)
      _ = index.tables.sizes(of: record)
      _ = index.tables.problem(record.problem)
      _ = index.tables.device(record.device)
      _ = record.entry
      _ = record.coverFault
      _ = walk.find(path(number))
    }
    _ = index.index(of: path(33))
    walk.finish()
  }

  // A ledger of a million recordings is read whole, so that each byte is a megabyte.
  @Test func `take less than a hundred bytes for a file`() throws {
    // A record has 64 bytes and sizes of 6 on average; the rest is for its path, of which most are
    // the same as in the one before.
    let whole = try sections(1000)
    #expect(whole.records.count + whole.paths.count < 1000 * 96)
  }

  private func records(_ count: Int) throws -> LedgerRecords? {
    read(try sections(count), sightings: try sightings(count))
  }

  private func read(_ sections: Sections, sightings: Sightings? = nil) -> LedgerRecords? {
    LedgerRecords(
      records: sections.records,
      paths: sections.paths,
      digest: ledger,
      sightings: sightings
    )
  }

  private func bytes(_ builder: consuming LedgerRecordsBuilder) throws -> Sections {
    let sections = builder.sections()
    return (sections.records.bytes(), sections.paths.bytes())
  }

  private func sections(_ count: Int) throws -> Sections {
    var builder = LedgerRecordsBuilder()
    for number in 0..<count {
      let (record, tables) = sample(number)
      builder.append(record, from: tables, path(number), at: entry(number))
    }
    return try bytes(builder)
  }

  private func sightings(_ count: Int) throws -> Sightings? {
    var builder = SightingsBuilder(key)
    for number in 0..<count {
      let (record, tables) = sample(number)
      let sighting = record.sighting(path(number), from: tables, in: &builder)
      builder.append(sighting)
    }
    let facts = Sightings.Facts(ledger: ledger, manifest: nil, hasNoLeftovers: false)
    return Sightings(builder.encoded(facts).bytes())
  }

  private func path(_ number: Int) -> RawPath {
    // All of the same length, so that the order of numbers is that of paths.
    let digits = String(1_000_000 + number)
    return RawPath("Show \(digits.prefix(5))/episode \(digits).mp3")
  }

  private func entry(_ number: Int) -> Range<Int> {
    (number * 1000)..<(number * 1000 + 700)
  }

  /// Returns a record of its own for each number: all states, numbers at the ends of their ranges, and
  /// 0 to 3 outputs.
  private func sample(_ number: Int) -> (PackedRecord, RecordTables) {
    var record = PackedRecord()
    var tables = RecordTables()
    let sizes = (0..<number % 4).map { UInt32(number * 10 + $0) }
    tables.setSizes(sizes[...], of: &record)
    switch number % 3 {
    case 0:
      if number % 7 == 0 {
        record.flags.insert(.truncated)
      }
      if number % 11 == 0 {
        record.flags.insert(.silent)
      }
      if number % 13 == 0 {
        record.coverFault = .undecodable
      }
    case 1: record.problem = tables.number(of: .unknown(.failed))
    default:
      record.problem = tables.number(of: .unknown(.unsupported))
      record.flags.insert(.unsupported)
    }
    record.markers = UInt64(number) << 32
    record.setIdentity(
      FileIdentity(
        device: 0,
        inode: .max - UInt64(number) - 9,
        size: Int64(number) << 33,
        modified: -Int64(number),
        changed: .max - Int64(number)
      )
    )
    record.device = tables.number(ofDevice: UInt64(number % 3) << 40)
    record.folderDevice = tables.number(ofDevice: UInt64(number % 2))
    if number % 9 != 0 {
      record.digest = ContentDigest(high: .max, low: UInt64(number))
    }
    if number % 5 == 0 {
      record.flags.insert(.racy)
    }
    return (record, tables)
  }
}
