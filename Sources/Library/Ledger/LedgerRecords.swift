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

  /// Creates records from sections of a ledger, with sightings of a ledger of this seal or of
  /// another; nil if the sections are damaged.
  package init?(
    records: [UInt8],
    paths: [UInt8],
    seal: ContentDigest?,
    sightings: Sightings? = nil
  ) {
    // No count is larger than the bytes hold: a ledger that somebody sent allocates no more than its
    // own size.
    let head = Array(records.prefix(RecordsLayout.headLength))
    guard let counts = RecordsLayout.Counts(head, sectionLength: records.count) else { return nil }
    let sizesStart = RecordsLayout.headLength + counts.records * PackedRecord.length
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
    isInOrder = sightings?.facts.ledger == seal && sightings?.count == count
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
    return PackedRecord(records, at: RecordsLayout.headLength + index * PackedRecord.length)
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
