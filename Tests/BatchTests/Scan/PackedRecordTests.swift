import Testing
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbBatch

/// Tests the record kept in memory for each of possibly millions of recordings.
@Suite struct `Packed records` {
  @Test func `jobs, costs and records are small`() {
    // A field more is easily added, and 8 bytes are 8 MB in a library of a million.
    #expect(MemoryLayout<RecordingJob>.stride <= 16)
    #expect(MemoryLayout<JobCost>.stride <= 24)
    #expect(MemoryLayout<PackedRecord>.stride <= 96)
  }

  @Test func `a file that was racy is not when it is looked at again later`() {
    var record = PackedRecord()
    let second: Int64 = 1_000_000_000
    record.setIdentity(
      FileIdentity(device: 1, inode: 2, size: 3, modified: 10 * second, changed: 10 * second)
    )
    record.flags.insert(.racy)
    // Ten seconds after the last write, more than the two of the coarsest clock.
    record.markRacy(since: 20 * second, until: 21 * second)
    #expect(!record.flags.contains(.racy))
    record.markRacy(since: 11 * second, until: 21 * second)
    #expect(record.flags.contains(.racy))
  }
}
