import WavethumbBytes
package import WavethumbSystem

/// Builds the records and paths of a ledger from the recordings of a run in the order of path bytes.
package struct LedgerRecordsBuilder {
  // A guess, for room in memory: the paths of an album share most of their bytes.
  private static let bytesPerPath = 32

  package private(set) var count = 0
  private let records: Spool
  private let sizes: Spool
  private let blocks: Spool
  private let paths: Spool
  private var sizeCount = 0
  private var problems = RecordTables()
  private var lastPath: [UInt8] = []

  /// Begins in memory, with room for `count` recordings, or in spools of a folder.
  // A scan holds its records in memory anyway; a merge holds none.
  package init(expecting count: Int = 0, in folder: SpoolFolder? = nil) {
    records = Spool(in: folder, expecting: count * PackedRecord.length)
    // Two pictures a recording are a guess: with more of them, the bytes are copied once.
    sizes = Spool(in: folder, expecting: count * 8)
    blocks = Spool(in: folder)
    paths = Spool(in: folder, expecting: count * Self.bytesPerPath)
  }

  /// Adds a recording with the sizes of its files, its problem, and the range of its entry in the
  /// manifest; returns false if its path does not follow the previous ones.
  // Paths are found by binary search, and beside a crawl by one walk: both need the order. A manifest
  // that is read because there is no ledger may have any.
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
    sizes.append { bytes in
      for size in sizesOfFiles {
        bytes.append(number: size)
      }
    }
    sizeCount += sizesOfFiles.count
    if !record.isDecoded {
      record.problem = PackedRecord.unlistedProblem
      if let problem {
        record.problem = problems.number(of: problem)
      }
    }
    record.entry = entry
    records.append { bytes in record.append(to: &bytes) }
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

  /// Returns the two sections that `LedgerRecords` and `StoredRecords` read.
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
      let start = UInt64(paths.count)
      blocks.append { bytes in bytes.append(number: start) }
    } else {
      let limit = min(path.count, lastPath.count)
      while shared < limit && path[shared] == lastPath[shared] {
        shared += 1
      }
    }
    paths.append { bytes in
      CompactNumber.append(shared, to: &bytes)
      CompactNumber.append(path.count - shared, to: &bytes)
      bytes.append(contentsOf: path[shared...])
    }
    lastPath = path
  }
}
