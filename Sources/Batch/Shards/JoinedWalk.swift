import Glibc
import WavethumbLibrary
import WavethumbSystem

/// Walks over the entries of all parts in the order of their paths, in constant memory.
// Parts by path could be put behind each other, but those by size have neighbors of all paths. Each
// part is walked by itself, so that of all paths only one for each part is spelled out.
//
// Every walk reads ledgers anew, and throws unless each of them still has the bytes that were checked.
// That shows only at the end of a part: manifest and ledger get their names after it. Files that are
// copied before are each checked by themselves.
struct JoinedWalk {
  struct Step {
    /// The number of the part.
    let part: Int
    let path: RawPath
    /// Nil for a name that the crawl could not enter.
    let record: PackedRecord?
    /// The sizes of the files of the recording.
    let sizes: [UInt32]
    /// Where its entry is in the manifest of the part.
    let entry: Range<Int>
  }

  private var walks: [PartWalk]
  private var order = MergeOrder()
  private var hasBegun = false

  init(_ parts: [ScannedPart]) {
    walks = parts.indices.map { number in PartWalk(parts[number], number: number) }
  }

  /// Returns the next entry; nil after the last.
  mutating func next() throws(SystemFailure) -> Step? {
    if !hasBegun {
      hasBegun = true
      for part in walks.indices {
        try advance(part)
      }
    }
    guard let part = order.popFirst() else { return nil }
    let step = walks[part].step
    try advance(part)
    return step
  }

  /// Returns the text of the entry of a step, which must be asked for at each step or at none.
  mutating func text(of step: Step) throws(SystemFailure) -> [UInt8] {
    try walks[step.part].texts.next(at: step.entry)
  }

  /// Moves a part to its next entry, and puts it behind those whose next path comes later.
  private mutating func advance(_ part: Int) throws(SystemFailure) {
    try walks[part].advance()
    guard let path = walks[part].step?.path else { return }
    order.insert(part) { other in
      guard let step = walks[other].step else { return true }
      return step.path < path
    }
  }
}

/// Walks over the entries of one part: those with a record, and those without.
private struct PartWalk {
  /// The entry to which the walk has advanced; nil before the first and after the last.
  private(set) var step: JoinedWalk.Step?
  var texts: EntryTexts

  private let number: Int
  private let ledger: RawPath
  private var records: LedgerReader
  private var unrecorded: UnrecordedEntries.Walk
  private var hasBegun = false
  private var isAtRecord = false
  private var isAtUnrecorded = false

  init(_ part: ScannedPart, number: Int) {
    self.number = number
    texts = EntryTexts(of: part)
    ledger = part.records.path
    records = LedgerReader(part.records)
    unrecorded = part.unrecorded.walk()
  }

  /// Advances by one entry.
  mutating func advance() throws(SystemFailure) {
    if !hasBegun {
      hasBegun = true
      try advanceRecords()
      isAtUnrecorded = try unrecorded.advance()
    }
    let isRecordNext =
      isAtRecord && (!isAtUnrecorded || RawPath(bytes: records.path) < unrecorded.path)
    if isRecordNext {
      step = JoinedWalk.Step(
        part: number,
        path: RawPath(bytes: records.path),
        record: records.record,
        sizes: records.sizes,
        entry: records.record.entry
      )
      try advanceRecords()
    } else if isAtUnrecorded {
      step = JoinedWalk.Step(
        part: number,
        path: unrecorded.path,
        record: nil,
        sizes: [],
        entry: unrecorded.entry
      )
      isAtUnrecorded = try unrecorded.advance()
    } else {
      step = nil
    }
  }

  private mutating func advanceRecords() throws(SystemFailure) {
    isAtRecord = try records.next()
    if !isAtRecord, !records.isProven {
      throw SystemFailure(.read, errno: EIO, at: ledger)
    }
  }
}
