import Glibc
import WavethumbLibrary
import WavethumbSystem

/// Walks over the entries of all parts in the order of their paths, in constant memory.
// Parts by path could be put behind each other, but those by size have neighbors of all paths. Each
// part is walked by itself, so that of all paths only one for each part is spelled out.
//
// Every walk reads ledgers anew, and throws unless each of them still has the bytes that were checked.
// That shows only at the end of a part: nothing that a walk returns may reach the disk under its name
// before the walk is over.
struct JoinedWalk {
  struct Step {
    /// The number of the part.
    let part: Int
    let path: RawPath
    /// Nil for a name that the crawl could not enter.
    let record: PackedRecord?
    /// The sizes of the files of the recording.
    let sizes: [UInt32]
    /// Its place in the manifest of the part.
    let entry: Range<Int>
  }

  private var walks: [PartWalk]
  private var order = MergeOrder()
  private var hasBegun = false

  init(_ parts: [ScannedPart]) { walks = parts.map(PartWalk.init) }

  /// Returns the next entry; nil after the last.
  mutating func next() throws(SystemFailure) -> Step? {
    if !hasBegun {
      hasBegun = true
      for part in walks.indices {
        try advance(part)
      }
    }
    guard let part = order.takeFirst() else { return nil }
    let walk = walks[part]
    let step = Step(
      part: part, path: walk.path, record: walk.record, sizes: walk.sizes, entry: walk.entry)
    try advance(part)
    return step
  }

  /// Returns the text of the entry of a step, which must be asked for at each step or at none.
  mutating func text(of step: Step) throws(SystemFailure) -> [UInt8] {
    try walks[step.part].texts.next(at: step.entry)
  }

  /// Moves a part to its next entry, and puts it behind those whose next path comes later.
  private mutating func advance(_ part: Int) throws(SystemFailure) {
    guard try walks[part].advance() else { return }
    order.insert(part) { other in walks[other].path < walks[part].path }
  }
}

/// Walks over the entries of one part: those with a record, and those without.
private struct PartWalk {
  private(set) var path: RawPath = ""
  private(set) var record: PackedRecord?
  private(set) var sizes: [UInt32] = []
  private(set) var entry = 0..<0
  var texts: EntryTexts

  private let ledger: RawPath
  private var records: LedgerReader
  private var unrecorded: UnrecordedEntries.Walk
  private var hasBegun = false
  private var isAtRecord = false
  private var isAtUnrecorded = false

  init(_ part: ScannedPart) {
    texts = EntryTexts(of: part)
    ledger = part.records.path
    records = LedgerReader(part.records)
    unrecorded = part.unrecorded.walk()
  }

  /// Advances by one entry; returns whether there was one.
  mutating func advance() throws(SystemFailure) -> Bool {
    if !hasBegun {
      hasBegun = true
      try advanceRecords()
      isAtUnrecorded = try unrecorded.advance()
    }
    if isAtRecord {
      let recorded = RawPath(bytes: records.path)
      if !isAtUnrecorded || recorded < unrecorded.path {
        path = recorded
        record = records.record
        sizes = records.sizes
        entry = records.record.entry
        try advanceRecords()
        return true
      }
    }
    guard isAtUnrecorded else { return false }
    path = unrecorded.path
    record = nil
    sizes = []
    entry = unrecorded.entry
    isAtUnrecorded = try unrecorded.advance()
    return true
  }

  private mutating func advanceRecords() throws(SystemFailure) {
    isAtRecord = try records.next()
    if !isAtRecord, !records.isProven {
      throw SystemFailure(.read, errno: EIO, at: ledger)
    }
  }
}
