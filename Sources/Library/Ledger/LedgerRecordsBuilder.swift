import WavethumbBytes
package import WavethumbSystem

/// Builds the records and paths of a ledger from the recordings of a run in the order of path bytes.
package struct LedgerRecordsBuilder {
  // A guess, for room in memory: the paths of an album share most of their bytes.
  private static let bytesPerPath = 32

  package private(set) var count = 0
  private var records: [UInt8] = []
  private var sizes: [UInt8] = []
  private var blocks: [UInt8] = []
  private var paths: [UInt8] = []
  private var sizeCount = 0
  private var problems = RecordTables()
  private var lastPath: [UInt8] = []

  /// Begins with room for `count` recordings.
  package init(expecting count: Int = 0) {
    records.reserveCapacity(count * PackedRecord.length)
    // Two pictures a recording are a guess: with more of them, the bytes are copied once.
    sizes.reserveCapacity(count * 8)
    paths.reserveCapacity(count * Self.bytesPerPath)
  }

  /// Adds a recording with the sizes of its files, its problem, and the range of its entry in the
  /// manifest; returns false if its path does not follow the previous ones.
  // Paths are found by binary search, and beside a crawl by one walk: both need the order.
  @discardableResult
  package mutating func append(
    _ record: PackedRecord,
    sizes sizesOfFiles: ArraySlice<UInt32>,
    problem: ManifestProblem?,
    path: RawPath,
    at entry: Range<Int>
  ) -> Bool {
    guard count == 0 || lastPath.lexicographicallyPrecedes(path.bytes) else { return false }
    addPath(path.bytes)
    var record = record
    record.setSizes(sizesOfFiles, from: sizeCount)
    for size in sizesOfFiles {
      sizes.append(number: size)
    }
    sizeCount += sizesOfFiles.count
    if !record.isDecoded {
      record.problem = PackedRecord.unlistedProblem
      if let problem {
        record.problem = problems.number(of: problem)
      }
    }
    record.entry = entry
    record.append(to: &records)
    count += 1
    return true
  }

  /// Adds a recording whose numbers refer to tables.
  @discardableResult
  package mutating func append(
    _ record: PackedRecord,
    from tables: RecordTables,
    _ path: RawPath,
    at entry: Range<Int>
  ) -> Bool {
    append(
      record,
      sizes: tables.sizes(of: record),
      problem: tables.problem(record.problem),
      path: path,
      at: entry
    )
  }

  /// Returns the two sections that `LedgerRecords` reads.
  package consuming func sections() -> (records: BytePieces, paths: BytePieces) {
    let problemText = RecordsLayout.text(of: problems.problems)
    var counts: [UInt8] = []
    for number in [count, sizeCount, problemText.count] {
      counts.append(number: Int64(number))
    }
    var recordSection = BytePieces(counts)
    recordSection.append(records)
    recordSection.append(sizes)
    recordSection.append(problemText)
    var pathSection = BytePieces()
    pathSection.append(blocks)
    pathSection.append(paths)
    return (recordSection, pathSection)
  }

  private mutating func addPath(_ path: [UInt8]) {
    var shared = 0
    // The first path of a block shares nothing with the one before, so that a walk may begin with it.
    if count % RecordsLayout.pathsInBlock == 0 {
      blocks.append(number: UInt64(paths.count))
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
