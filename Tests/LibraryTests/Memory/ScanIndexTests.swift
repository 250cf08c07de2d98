import Bytes
import Codecs
import Decoding
import System
import Testing

@testable import Library

@Suite struct `The index of a scan` {
  @Test func `an index survives a write and a read unchanged`() throws {
    let index = try #require(ScanIndex(encoded(500)))
    #expect(index.count == 500)
    #expect(index.key == key)
    for number in 0..<500 {
      let (record, tables) = sample(number)
      let read = index[number]
      #expect(index.tables.sizes(of: read) == tables.sizes(of: record))
      #expect(index.tables.device(read.device) == tables.device(record.device))
      #expect(index.tables.device(read.folderDevice) == tables.device(record.folderDevice))
      #expect(index.tables.problem(read.problem) == tables.problem(record.problem))
      #expect(read.entry == entry(number) && read.status == record.status)
      #expect(read.identity == record.identity && read.digest == record.digest)
      #expect(read.notes == record.notes && read.markers == record.markers)
      #expect(read.coverFault == record.coverFault)
      #expect(index.path(number) == path(number))
      #expect(index.index(of: path(number)) == number)
    }
    #expect(index.index(of: "") == nil)
    #expect(index.index(of: "zzz") == nil)
    #expect(index.index(of: path(3).appending("x")) == nil)
  }

  @Test func `an index rejects paths that are out of order`() {
    var builder = ScanIndexBuilder(key)
    let (record, tables) = sample(1)
    let isTaken = (["b", "b", "a", ""] as [RawPath]).map { path in
      builder.append(record, from: tables, path, at: 0..<1)
    }
    #expect(isTaken == [true, false, false, false])
    let index = ScanIndex(builder.encoded())
    #expect(index?.count == 1)
  }

  @Test func `an index holds problems up to the size of its table`() throws {
    var builder = ScanIndexBuilder(key)
    for number in 0..<2000 {
      var tables = RecordTables()
      var record = PackedRecord()
      let problem = ManifestProblem(.decoding(.audio(.corrupt(detail: "frame \(number % 1000)"))))
      record.problem = tables.number(of: problem)
      builder.append(record, from: tables, path(number), at: 0..<1)
    }
    let index = try #require(ScanIndex(builder.encoded()))
    let named = (0..<2000).count { index.tables.problem(index[$0].problem) != nil }
    #expect(named > 100 && named < 1000 && named % 2 == 0)
    #expect((0..<2000).allSatisfy { !index[$0].isMade })
    #expect(index.tables.problem(index[1].problem)?.detail == "frame 1")
  }

  @Test func `an index may be empty`() throws {
    let memory = try #require(ScanIndex(encoded(0)))
    #expect(memory.count == 0)
    #expect(memory.index(of: "a") == nil)
    var walk = ScanIndexWalk(memory)
    #expect(walk.find("a") == nil)
    walk.finish()
    #expect(walk.missing.isEmpty)
  }

  @Test func `a walk over the index finds missing and new recordings`() throws {
    let memory = try #require(ScanIndex(encoded(100)))
    var walk = ScanIndexWalk(memory)
    for number in stride(from: 0, to: 90, by: 2) {
      #expect(walk.find(path(number)) == number)
      #expect(walk.find(path(number).appending("new")) == nil)
    }
    walk.finish()
    #expect(walk.missing == Array(stride(from: 1, to: 90, by: 2)) + Array(90..<100))
  }

  @Test func `an index with a changed byte is rejected`() {
    let whole = encoded(40)
    for place in whole.indices {
      var damaged = whole
      damaged[place] ^= 0x10
      #expect(ScanIndex(damaged) == nil)
    }
    for length in 0..<whole.count {
      #expect(ScanIndex(Array(whole[..<length])) == nil)
    }
  }

  @Test func `a forged index stops no run`() {
    let whole = encoded(70)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<600 {
      var forged = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        forged[Int.random(in: 24..<whole.count)] = UInt8.random(in: 0...255, using: &generator)
      }
      var sum: [UInt8] = []
      sum.append(number: ScanIndex.checksum(forged))
      forged.replaceSubrange(16..<24, with: sum)
      guard let memory = ScanIndex(forged) else { continue }
      var walk = ScanIndexWalk(memory)
      for number in 0..<memory.count {
        let record = memory[number]
        _ = (
          memory.path(number), memory.tables.sizes(of: record),
          memory.tables.problem(record.problem)
        )
        _ = (memory.tables.device(record.device), record.entry, record.coverFault)
        _ = walk.find(path(number))
      }
      _ = memory.index(of: path(33))
      walk.finish()
    }
  }

  @Test func `an index takes about a hundred bytes per file plus its path`() {
    #expect(encoded(1000).count < 1000 * (100 + 24))
  }

  private let key = ScanIndexKey(
    library: RawPath(bytes: [0x2F, 0xFF]), output: "/out", settings: [1, 2],
    manifest: FileIdentity(device: 1, inode: 2, size: 3, modified: -4, changed: 5))

  private func encoded(_ count: Int) -> [UInt8] {
    var builder = ScanIndexBuilder(key)
    for number in 0..<count {
      let (record, tables) = sample(number)
      builder.append(record, from: tables, path(number), at: entry(number))
    }
    return builder.encoded()
  }

  private func path(_ number: Int) -> RawPath {
    let digits = String(1_000_000 + number)
    return RawPath("Show \(digits.prefix(5))/episode \(digits).mp3")
  }

  private func entry(_ number: Int) -> Range<Int> {
    (number * 1000)..<(number * 1000 + 700)
  }

  private func sample(_ number: Int) -> (PackedRecord, RecordTables) {
    var record = PackedRecord()
    var tables = RecordTables()
    tables.setSizes((0..<(number % 4)).map { UInt32(number * 10 + $0) }[...], of: &record)
    switch number % 3 {
    case 0:
      if number % 7 == 0 {
        record.notes.insert(.truncated)
      }
      if number % 11 == 0 {
        record.notes.insert(.silent)
      }
      if number % 13 == 0 {
        record.coverFault = .undecodable
      }
    case 1: record.problem = tables.number(of: .unknown(.failed))
    default:
      record.problem = tables.number(of: .unknown(.unsupported))
      record.notes.insert(.unsupported)
    }
    record.markers = UInt64(number) << 32
    record.setIdentity(
      FileIdentity(
        device: 0, inode: .max - UInt64(number), size: Int64(number) << 33,
        modified: -Int64(number), changed: .max))
    record.device = tables.number(ofDevice: UInt64(number % 3) << 40)
    record.folderDevice = tables.number(ofDevice: UInt64(number % 2))
    record.digest = number % 9 == 0 ? nil : ContentDigest(high: .max, low: UInt64(number))
    if number % 5 == 0 {
      record.notes.insert(.racy)
    }
    return (record, tables)
  }
}
