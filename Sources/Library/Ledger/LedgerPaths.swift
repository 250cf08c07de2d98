package import WavethumbSystem

/// Walks over the paths of a ledger, in the order of their bytes.
// Each path is stored as what it adds to the one before, since the tracks of an album share most of
// theirs. So a walk is the natural reading, and a single path is read from the start of its block.
package struct LedgerPaths: Sendable {
  /// The path to which the walk has advanced.
  package private(set) var path: [UInt8] = []
  /// The number of its record.
  package private(set) var index: Int

  private let bytes: [UInt8]
  private let count: Int
  private var next: Int

  /// Begins before the first path of all records.
  package init(_ records: LedgerRecords) { self.init(startingAt: 0, of: records) }

  init(startingAt block: Int, of records: LedgerRecords) {
    self.init(
      records.paths,
      count: records.count,
      from: records.start(ofBlock: block),
      block: block
    )
  }

  /// Walks over `count` paths in a section of a ledger, from a block that begins at `start`.
  init(_ section: [UInt8], count: Int, from start: Int, block: Int = 0) {
    // Before the first path of the block, to which `advance` moves.
    index = block * RecordsLayout.pathsInBlock - 1
    bytes = section
    self.count = count
    next = start
  }

  /// Advances by one path; returns whether there was one.
  package mutating func advance() -> Bool {
    guard index + 1 < count,
      let step = RecordsLayout.PathStep(bytes, at: next, after: path.count),
      step.rest <= bytes.count - next - step.headerLength
    else {
      index = count
      return false
    }
    next += step.headerLength
    path.removeLast(path.count - step.shared)
    path.append(contentsOf: bytes[next..<(next + step.rest)])
    next += step.rest
    index += 1
    return true
  }
}

/// Walks over a ledger in parallel with a crawl, which yields its files in the same order.
package struct LedgerWalk: Sendable {
  /// The numbers of files that the crawl has not found.
  package private(set) var missing: [Int] = []

  private var paths: LedgerPaths
  private var isAtPath: Bool

  package init(_ records: LedgerRecords) {
    paths = LedgerPaths(records)
    isAtPath = paths.advance()
  }

  /// Returns the number of a file in the ledger; paths must be passed in the order of their bytes.
  package mutating func find(_ path: RawPath) -> Int? {
    while isAtPath {
      if paths.path == path.bytes {
        defer { isAtPath = paths.advance() }
        return paths.index
      }
      // It comes before all that is left of the ledger, and is new.
      if path.bytes.lexicographicallyPrecedes(paths.path) { return nil }
      missing.append(paths.index)
      isAtPath = paths.advance()
    }
    return nil
  }

  /// Counts the remaining files of the ledger as missing.
  package mutating func finish() {
    while isAtPath {
      missing.append(paths.index)
      isAtPath = paths.advance()
    }
  }
}
