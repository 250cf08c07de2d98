import Bytes
import Library
import System
import TestSupport
import Testing

@testable import Batch

/// What a run holds for each recording, of which there may be millions.
@Suite struct `Packed records` {
  @Test func `a job, a cost and a record are held in a few words each`() {
    #expect(MemoryLayout<PlannedJob>.stride <= 16)
    #expect(MemoryLayout<JobCost>.stride <= 24)
    #expect(MemoryLayout<PackedRecord>.stride <= 96)
  }

  @Test(arguments: [true, false])
  func `a packed record makes the same memory of the run`(isMade: Bool) throws {
    var record = RecordingRecord(
      "a/b.wav", source: .decoded, problem: isMade ? nil : .unreadable(errno: 5))
    if isMade {
      var made = RecordingRecord.Made()
      (made.sizes, made.isTruncated, made.isSilent) = ([7, 0, 9], true, true)
      (made.markers, made.cover) = (3, 4)
      record.result = .success(made)
    } else {
      record.placeholders = [11]
    }
    record.identity = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
    record.digest = ContentDigest(high: 6, low: 7)
    record.isYoung = true
    record.entry = .text(Array("entry".utf8))
    let tree = try TemporaryTree()
    let entries = try EntryStore(in: tree.folder)
    var sizes: [UInt32] = [1, 2]
    let packed = PackedRecord(record, entries, &sizes)
    #expect(packed.entry == .stored(0..<5))
    let again = packed.record(at: record.path, sizes)
    #expect(Self.memory(of: again) == Self.memory(of: record))
    #expect(again.made == record.made && again.placeholders == record.placeholders)
  }

  @Test func `a file that was young is old when it is looked at again later`() throws {
    var record = RecordingRecord("a.wav", source: .digest)
    let second: Int64 = 1_000_000_000
    record.identity = FileIdentity(
      device: 1, inode: 2, size: 3, modified: 10 * second, changed: 10 * second)
    record.isYoung = true
    let tree = try TemporaryTree()
    var sizes: [UInt32] = []
    var packed = PackedRecord(record, try EntryStore(in: tree.folder), &sizes)
    packed.judgeAge(since: 20 * second, until: 21 * second)
    #expect(!packed.record(at: record.path, sizes).isYoung)
    packed.judgeAge(since: 11 * second, until: 21 * second)
    #expect(packed.record(at: record.path, sizes).isYoung)
  }

  private static func memory(of record: RecordingRecord) -> [UInt8] {
    let circumstances = RunCircumstances(
      library: "/lib", output: "/out", settings: [],
      manifest: FileIdentity(device: 0, inode: 0, size: 0, modified: 0, changed: 0))
    var builder = RunMemoryBuilder(circumstances)
    builder.append(record, at: 1..<2)
    return builder.encoded()
  }
}
