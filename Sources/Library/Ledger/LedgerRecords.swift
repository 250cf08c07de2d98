package import WavethumbBytes
package import WavethumbSystem

/// The recordings of the last run by path: what the ledger says of each, and what the run saw, with
/// everything needed to detect changes. The bytes of the ledger are read in place.
///
/// It is a class because it is passed on for every recording, and each copy would retain ten arrays.
package final class LedgerRecords: Sendable {
  package let count: Int
  /// The tables that the records refer to.
  package let tables: RecordTables
  /// The sections as they are in the ledger.
  // Kept as bytes: a million records as values would take half as much again, and time to be made.
  package let records: [UInt8]
  package let paths: [UInt8]

  /// Where every 32nd path is in `paths`.
  private let blocks: [Int]
  // Sightings are not in the ledger, since inodes and times differ from machine to machine: a ledger
  // in a checkout would change with each clone.
  private let sightings: Sightings?
  /// Whether the sightings are of this very ledger, and in the order of its records.
  package let isInOrder: Bool
  /// Otherwise for each record the number of its sighting, or -1.
  private let order: [Int32]

  /// Creates records from sections of a ledger, with sightings of a ledger of this digest or of
  /// another; nil if the sections are damaged.
  package init?(
    records: [UInt8],
    paths: [UInt8],
    digest: ContentDigest?,
    sightings: Sightings? = nil
  ) {
    // No count is larger than the bytes hold: a ledger that somebody sent allocates no more than its
    // own size.
    let header = Array(records.prefix(RecordsLayout.headerLength))
    guard let counts = RecordsLayout.Counts(header, sectionLength: records.count) else {
      return nil
    }
    let sizesStart = RecordsLayout.headerLength + counts.records * PackedRecord.length
    let problemsStart = sizesStart + counts.sizes * 4
    let blockCount = RecordsLayout.blockCount(counts.records)
    guard let problems = RecordsLayout.problems(in: Array(records[problemsStart...])),
      blockCount * 8 <= paths.count
    else { return nil }
    count = counts.records
    tables = RecordTables(
      sizes: records.numbers(in: sizesStart..<problemsStart),
      devices: sightings?.devices ?? [],
      problems: problems
    )
    let offsets: [UInt64] = paths.numbers(in: 0..<blockCount * 8)
    let start = blockCount * 8
    let left = UInt64(paths.count - start)
    // No offset leads beyond the section, whatever somebody has written there.
    blocks = offsets.map { offset in start + Int(min(offset, left)) }
    self.records = records
    self.paths = paths
    isInOrder = sightings?.facts.ledger == digest && sightings?.count == count
    self.sightings = sightings
    if let sightings, !isInOrder {
      order = Self.order(
        of: sightings,
        along: LedgerPaths(paths, count: count, from: blocks.first ?? paths.count)
      )
    } else {
      order = []
    }
  }

  /// Finds the sightings of a ledger that another run has written since: it may have been moved,
  /// restored, or written with another cache.
  private static func order(of sightings: Sightings, along paths: LedgerPaths) -> [Int32] {
    var numbers: [UInt64: Int32] = [:]
    numbers.reserveCapacity(sightings.count)
    for number in 0..<sightings.count {
      numbers[sightings[number].path] = Int32(clamping: number)
    }
    var walk = paths
    var order: [Int32] = []
    while walk.advance() {
      order.append(numbers[StableHash.of(walk.path)] ?? -1)
    }
    return order
  }

  package subscript(index: Int) -> PackedRecord {
    var record = storedRecord(index)
    if let sightings, let number = sightingNumber(of: index), number < sightings.count {
      record.add(sightings[number])
    }
    return record
  }

  /// Where the entry of a record is in the manifest.
  package func entry(_ index: Int) -> Range<Int> { storedRecord(index).entry }

  /// Returns what the ledger says of a recording.
  private func storedRecord(_ index: Int) -> PackedRecord {
    precondition(index >= 0 && index < count)
    return PackedRecord(records, at: RecordsLayout.headerLength + index * PackedRecord.length)
  }

  private func sightingNumber(of index: Int) -> Int? {
    if isInOrder { return index }
    // A damaged section may have fewer paths than records.
    guard index < order.count, order[index] >= 0 else { return nil }
    return Int(order[index])
  }

  /// Calls `body` with the path and the record of each recording in turn, until it returns false.
  package func forEach(_ body: (RawPath, PackedRecord) -> Bool) {
    var walk = LedgerPaths(startingAt: 0, of: self)
    while walk.advance(), body(RawPath(bytes: walk.path), self[walk.index]) {}
  }

  /// Returns the path of a file; to read all paths in order, a walk is faster.
  package func path(_ index: Int) -> RawPath {
    var walk = LedgerPaths(startingAt: index / RecordsLayout.pathsInBlock, of: self)
    for _ in 0...(index % RecordsLayout.pathsInBlock) where !walk.advance() {
      break
    }
    return RawPath(bytes: walk.path)
  }

  /// Finds a path by binary search; for sorted paths a walk is faster.
  package func index(of path: RawPath) -> Int? {
    var low = 0
    var high = blocks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      let isBefore = path < self.path(middle * RecordsLayout.pathsInBlock)
      if isBefore {
        high = middle
      } else {
        low = middle
      }
    }
    // The path is in the block that begins before it, if at all.
    var walk = LedgerPaths(startingAt: low, of: self)
    while walk.advance(), walk.index < (low + 1) * RecordsLayout.pathsInBlock {
      if walk.path == path.bytes { return walk.index }
    }
    return nil
  }

  /// Returns where the paths of a block begin in `paths`; they end with the bytes.
  func start(ofBlock block: Int) -> Int {
    guard block < blocks.count else { return paths.count }
    return blocks[block]
  }
}

extension [UInt8] {
  /// Reads the numbers that fill a range.
  fileprivate func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
    in range: Range<Int>
  ) -> [Number] {
    let length = MemoryLayout<Number>.size
    let offsets = stride(from: range.lowerBound, to: range.upperBound, by: length)
    return offsets.map { offset in number(at: offset) }
  }
}

/// Builds the records and paths of a ledger from the recordings of a run in the order of path bytes.
package struct LedgerRecordsBuilder {
  // For room in memory: the paths of an album share most of their bytes.
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
    // Two pictures a recording are untuned: with more of them, the bytes are copied once.
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

/// The sizes, devices and problems that packed records of a run refer to by number.
// So a record has one length, which a file of a million of them needs to be read by number.
package struct RecordTables: Sendable {
  /// The maximum size of all problems; the rest are only in the manifest's entries.
  // Recordings are read in any order, so that a limit which a library reaches would make its ledger
  // depend on that order: some forty thousand different problems are more than any has.
  private static let maximumProblemBytes = 8 << 20
  /// The size of a file that cannot be made.
  // Not 0: labels of a recording without any are an empty file.
  package static let sizeOfNoFile = UInt32.max

  private(set) var sizes: [UInt32] = []
  private(set) var devices: [UInt64] = []
  private(set) var problems: [ManifestProblem] = []
  private var numbers: [ManifestProblem: UInt32] = [:]
  private var problemBytes = 0

  package init() {}

  /// Creates tables to which nothing is added.
  package init(sizes: [UInt32] = [], devices: [UInt64], problems: [ManifestProblem] = []) {
    self.sizes = sizes
    self.devices = devices
    self.problems = problems
  }

  package mutating func setSizes(_ written: ArraySlice<UInt32>, of record: inout PackedRecord) {
    record.setSizes(written, from: sizes.count)
    sizes += written
  }

  /// Returns the number of a device: there are few devices, and their identifiers are long.
  package mutating func number(ofDevice device: UInt64) -> UInt16 {
    // From the end, as recordings of one disk follow each other.
    if let known = devices.lastIndex(of: device) { return UInt16(clamping: known) }
    // The last number is that of no device, which `device` answers with 0.
    guard devices.count < Int(UInt16.max) else { return .max }
    devices.append(device)
    return UInt16(clamping: devices.count - 1)
  }

  /// Returns the number of a problem, from 1; `unlistedProblem` if the table has no room for it.
  package mutating func number(of problem: ManifestProblem) -> UInt32 {
    if let number = numbers[problem] { return number }
    // The names of the members and the short values take less than 200. Untuned.
    let bytes = problem.message.utf8.count + problem.cause.utf8.count + 200
    guard problemBytes + bytes <= Self.maximumProblemBytes else {
      return PackedRecord.unlistedProblem
    }
    problemBytes += bytes
    problems.append(problem)
    numbers[problem] = UInt32(problems.count)
    return UInt32(problems.count)
  }

  /// Returns the record with the numbers of these tables instead of those of other tables.
  package mutating func adopt(_ record: PackedRecord, from others: RecordTables) -> PackedRecord {
    var record = record
    setSizes(others.sizes(of: record), of: &record)
    if !record.isDecoded {
      let problem = others.problem(record.problem)
      record.problem = PackedRecord.unlistedProblem
      if let problem {
        record.problem = number(of: problem)
      }
    }
    record.device = number(ofDevice: others.device(record.device))
    record.folderDevice = number(ofDevice: others.device(record.folderDevice))
    return record
  }
}

/// Looks up the numbers of packed records.
// Anyone may have written a ledger, so that each number is compared with its table.
extension RecordTables {
  /// Returns the size of each file of a recording, `sizeOfNoFile` for files that cannot be made.
  package func sizes(of record: PackedRecord) -> ArraySlice<UInt32> {
    let first = Int(record.firstSize)
    let end = first + Int(record.sizeCount)
    guard end <= sizes.count else { return [] }
    return sizes[first..<end]
  }

  package func device(_ number: UInt16) -> UInt64 {
    guard Int(number) < devices.count else { return 0 }
    return devices[Int(number)]
  }

  /// Returns the problem with this number; nil if the table had no room for it.
  package func problem(_ number: UInt32) -> ManifestProblem? {
    guard number > 0, number <= problems.count else { return nil }
    return problems[Int(number) - 1]
  }
}
