import Bytes
import System
import Testing

@testable import Library

@Suite struct `What a run remembers` {
  @Test func `comes back as it was left`() throws {
    let memory = try #require(RunMemory(encoded(500)))
    #expect(memory.count == 500)
    #expect(memory.circumstances == circumstances)
    for number in 0..<500 {
      #expect(memory.record(number, path(number)) == record(number))
      #expect(memory.path(number) == path(number))
      #expect(memory.index(of: path(number)) == number)
    }
    #expect(memory.index(of: "") == nil)
    #expect(memory.index(of: "zzz") == nil)
    #expect(memory.index(of: path(3).appending("x")) == nil)
  }

  @Test func `may be nothing at all`() throws {
    let memory = try #require(RunMemory(encoded(0)))
    #expect(memory.count == 0)
    #expect(memory.index(of: "a") == nil)
    var walk = RunMemoryWalk(memory)
    #expect(walk.find("a") == nil)
    walk.finish()
    #expect(walk.missing.isEmpty)
  }

  @Test func `is walked beside a crawl, which tells missing and new recordings`() throws {
    let memory = try #require(RunMemory(encoded(100)))
    var walk = RunMemoryWalk(memory)
    for number in stride(from: 0, to: 90, by: 2) {
      #expect(walk.find(path(number)) == number)
      #expect(walk.find(path(number).appending("new")) == nil)
    }
    walk.finish()
    #expect(walk.missing == Array(stride(from: 1, to: 90, by: 2)) + Array(90..<100))
  }

  @Test func `is not believed when a byte has changed`() {
    let whole = encoded(40)
    for place in whole.indices {
      var damaged = whole
      damaged[place] ^= 0x10
      #expect(RunMemory(damaged) == nil)
    }
    for length in 0..<whole.count { #expect(RunMemory(Array(whole[..<length])) == nil) }
  }

  @Test func `stops no run, even when its checksum was made to fit`() {
    let whole = encoded(70)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<600 {
      var forged = whole
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        forged[Int.random(in: 24..<whole.count)] = UInt8.random(in: 0...255, using: &generator)
      }
      var sum: [UInt8] = []
      sum.append(number: RunMemory.checksum(forged))
      forged.replaceSubrange(16..<24, with: sum)
      guard let memory = RunMemory(forged) else { continue }
      var walk = RunMemoryWalk(memory)
      for number in 0..<memory.count {
        _ = memory.record(number, memory.path(number))
        _ = walk.find(path(number))
      }
      _ = memory.index(of: path(33))
      walk.finish()
    }
  }

  @Test func `takes about a hundred bytes a file beside what its path adds`() {
    #expect(encoded(1000).count < 1000 * (100 + 24))
  }

  private let circumstances = RunCircumstances(
    library: RawPath(bytes: [0x2F, 0xFF]), output: "/out", settings: [1, 2],
    manifest: FileIdentity(device: 1, inode: 2, size: 3, modified: -4, changed: 5))

  private func encoded(_ count: Int) -> [UInt8] {
    var builder = RunMemoryBuilder(circumstances)
    for number in 0..<count {
      builder.append(record(number), at: entry(number))
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

  private func record(_ number: Int) -> RecordingRecord {
    var record = RecordingRecord(path(number), source: nil)
    var made = RecordingRecord.Made()
    made.sizes = (0..<(number % 4)).map { UInt32(number * 10 + $0) }
    made.isTruncated = number % 7 == 0
    made.isSilent = number % 11 == 0
    made.markers = UInt64(number) << 32
    switch number % 3 {
    case 0: record.result = .success(made)
    case 1: record.result = .failure(.remembered(.unknown(.failed)))
    default: record.result = .failure(.remembered(.unknown(.unsupported)))
    }
    record.identity = FileIdentity(
      device: UInt64(number % 3) << 40, inode: .max - UInt64(number), size: Int64(number) << 33,
      modified: -Int64(number), changed: .max)
    record.folderDevice = UInt64(number % 2)
    record.digest = number % 9 == 0 ? nil : ContentDigest(high: .max, low: UInt64(number))
    record.isYoung = number % 5 == 0
    record.entry = .kept(entry(number))
    return record
  }
}
