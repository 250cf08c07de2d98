import WavethumbLibrary
import WavethumbSystem

/// Walks over the entries of all parts in the order of their paths.
// Parts by path could be put behind each other, but those by size have neighbors of all paths. Each
// part is walked by itself, so that of all paths only one for each part is spelled out.
struct JoinedWalk: Sequence, IteratorProtocol {
  struct Step {
    /// The number of the part.
    let part: Int
    let path: RawPath
    /// The number of its record in the part; nil for a name that the crawl could not enter.
    let record: Int?
    /// Its place in the manifest of the part.
    let entry: Range<Int>
  }

  private var walks: [PartWalk]
  /// The numbers of the parts that have more, in the order of their next paths, the least last.
  private var waiting: [Int] = []

  init(_ parts: [ScannedPart]) {
    walks = parts.map { PartWalk($0.records, and: $0.unrecorded) }
    for part in parts.indices where walks[part].advance() {
      insert(part)
    }
  }

  mutating func next() -> Step? {
    guard let part = waiting.popLast() else { return nil }
    let step = Step(
      part: part, path: walks[part].path, record: walks[part].record, entry: walks[part].entry)
    if walks[part].advance() {
      insert(part)
    }
    return step
  }

  /// Adds a part behind those whose next path comes later.
  private mutating func insert(_ part: Int) {
    let path = walks[part].path
    var low = 0
    var high = waiting.count
    while low < high {
      let middle = (low + high) / 2
      if path < walks[waiting[middle]].path {
        low = middle + 1
      } else {
        high = middle
      }
    }
    waiting.insert(part, at: low)
  }
}

/// Walks over the entries of one part: those with a record, and those without.
private struct PartWalk {
  private(set) var path: RawPath = ""
  private(set) var record: Int?
  private(set) var entry = 0..<0

  private let records: LedgerRecords
  private let unrecorded: [ScannedPart.Unrecorded]
  private var paths: LedgerPaths
  private var isAtPath: Bool
  private var nextUnrecorded = 0

  init(_ records: LedgerRecords, and unrecorded: [ScannedPart.Unrecorded]) {
    self.records = records
    self.unrecorded = unrecorded
    paths = LedgerPaths(records)
    isAtPath = paths.advance()
  }

  /// Advances by one entry; returns whether there was one.
  mutating func advance() -> Bool {
    let recorded = isAtPath ? RawPath(bytes: paths.path) : nil
    if nextUnrecorded < unrecorded.count {
      let other = unrecorded[nextUnrecorded]
      if recorded.map({ other.path < $0 }) ?? true {
        path = other.path
        record = nil
        entry = other.entry
        nextUnrecorded += 1
        return true
      }
    }
    guard let recorded else { return false }
    path = recorded
    record = paths.index
    entry = records.entry(paths.index)
    isAtPath = paths.advance()
    return true
  }
}
