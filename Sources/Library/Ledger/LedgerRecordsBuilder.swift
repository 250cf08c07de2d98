import WavethumbBytes
package import WavethumbSystem

/// Builds the records and paths of a ledger from the recordings of a run in the order of path bytes.
package struct LedgerRecordsBuilder: Sendable {
  // Each recording has a record, and one size per picture: two pictures are a guess, with more of them
  // the array grows once.
  private static let bytesPerRecording = PackedRecord.length + 8

  package private(set) var count = 0
  /// The bytes so far, so that the records of a million recordings are never held twice.
  private var records: [UInt8]
  private var tables = RecordTables()
  private var blocks: [Int] = []
  private var paths: [UInt8] = []
  private var lastPath: [UInt8] = []

  package init(expecting count: Int = 0) {
    // Room for the counts, which are known at the end.
    records = [UInt8](repeating: 0, count: RecordsLayout.headLength)
    records.reserveCapacity(RecordsLayout.headLength + count * Self.bytesPerRecording)
  }

  /// Adds a recording with the place of its entry in the manifest; returns false if its path does
  /// not follow the previous ones.
  @discardableResult
  package mutating func append(
    _ record: PackedRecord, from lookup: RecordTables, _ path: RawPath, at entry: Range<Int>
  ) -> Bool {
    guard count == 0 || lastPath.lexicographicallyPrecedes(path.bytes) else { return false }
    addPath(path.bytes)
    var record = record
    tables.adoptListed(&record, from: lookup)
    record.entry = entry
    record.append(to: &records)
    count += 1
    return true
  }

  /// Returns the two sections that `LedgerRecords` reads.
  package consuming func sections() -> (records: [UInt8], paths: [UInt8]) {
    let problems = RecordsLayout.text(of: tables.problems)
    // Without reserved capacity the array would double, and it may have hundreds of megabytes.
    records.reserveCapacity(records.count + tables.sizes.count * 4 + problems.count)
    for size in tables.sizes {
      records.append(number: size)
    }
    records += problems
    var counts: [UInt8] = []
    for number in [count, tables.sizes.count, problems.count] {
      counts.append(number: Int64(number))
    }
    records.replaceSubrange(0..<RecordsLayout.headLength, with: counts)
    var section: [UInt8] = []
    section.reserveCapacity(blocks.count * 8 + paths.count)
    for block in blocks {
      section.append(number: UInt64(block))
    }
    section += paths
    return (records, section)
  }

  private mutating func addPath(_ path: [UInt8]) {
    var shared = 0
    if count % RecordsLayout.pathsInBlock == 0 {
      blocks.append(paths.count)
    } else {
      let limit = min(path.count, lastPath.count)
      while shared < limit && path[shared] == lastPath[shared] {
        shared += 1
      }
    }
    CompactNumber.append(shared, to: &paths)
    CompactNumber.append(path.count - shared, to: &paths)
    paths.append(contentsOf: path[shared...])
    lastPath = path
  }
}
