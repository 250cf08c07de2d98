import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Gathers the records of a run, from which manifest and ledger are written.
///
/// Unchanged records are read from the last ledger, so that they take no memory.
// The text of entries waits in a file, and 96 bytes a recording stay: with records of 216 bytes, of
// which a scan held up to three for each file, a first scan of 100,000 recordings peaked at 94 MiB
// instead of 62.
struct RunRecords {
  /// What a record is of: a file of the crawl, or a name that it could not enter.
  private enum Origin {
    case file(Int)
    case problem(Int)
  }

  private static let none: Int32 = -1

  private(set) var counts = ManifestCounts()
  /// The entries of recordings that this run has processed.
  private let entries: Spool

  private let start: Int64
  private let files: CrawledFiles
  /// For each file of the crawl its index in the last ledger, or -1.
  private let ledgerIndexes: [Int32]
  private let lastRecords: LedgerRecords?
  /// For each file of the crawl the number of its record, or `none`.
  private var numbers: [Int32]
  private var packed: [PackedRecord] = []
  private var tables = RecordTables()
  /// The problems of the crawl, in the order of path bytes.
  private var problems: [(path: RawPath, record: PackedRecord)] = []
  /// The indexes of files and, below 0, of problems in the order of path bytes; none if there are
  /// files only.
  private var order: [Int32] = []
  private var hasUndone = false

  /// `start` is the start of the run in nanoseconds since 1970.
  init(_ plan: ScanPlan, start: Int64, in output: borrowing Folder) throws(SystemFailure) {
    entries = try Spool(in: output)
    self.start = start
    files = plan.listing.files
    ledgerIndexes = plan.ledgerIndexes
    lastRecords = plan.previous.records
    numbers = Array(repeating: Self.none, count: files.count)
    packed.reserveCapacity(plan.jobs.count)
    counts = plan.unchanged
  }

  /// Whether this run has done anything that the last manifest does not list.
  var hasChanges: Bool { !packed.isEmpty || !problems.isEmpty || hasUndone }
  var count: Int { files.count + problems.count }

  /// Whether these records would produce the ledger and the sightings of the last run: all come from
  /// them, and none has changed.
  func matches(_ previous: PreviousRun) -> Bool {
    previous.mayBeRepeated && previous.records?.count == count && !hasChanges
  }

  /// The path of each record, in the order of path bytes once the records are closed.
  func path(_ number: Int) -> RawPath {
    switch origin(number) {
    case .file(let file): files.path(file)
    case .problem(let number): problems[number].path
    }
  }

  func entry(_ number: Int) throws(SystemFailure) -> EntrySource {
    let record = record(number)
    if record.flags.contains(.kept) { return .kept(record.entry) }
    return .text(try entries.bytes(record.entry))
  }

  func record(_ number: Int) -> PackedRecord { source(number).record }

  /// Adds a recording to the ledger and to the sightings of this run.
  ///
  /// Names that the crawl could not enter are no recordings, and a pending one has no record yet.
  func append(
    _ number: Int,
    to builder: inout LedgerRecordsBuilder,
    sightings: inout SightingsBuilder,
    at entry: Range<Int>
  ) {
    guard case .file(let file) = origin(number) else { return }
    let (record, last) = source(number)
    if record.flags.contains(.pending) { return }
    let path = files.path(file)
    let tables = last?.tables ?? tables
    if builder.append(record, from: tables, path, at: entry) {
      let sighting = record.sighting(path, from: tables, in: &sightings)
      sightings.append(sighting)
    }
  }

  /// Adds what came of a job.
  mutating func add(_ result: RecordingResult, of job: RecordingJob) {
    if let kept = result.kept { return add(kept, of: result, at: job.index) }
    counts.count(result.status)
    // An unchanged entry has the text of the last manifest.
    if result.text.isEmpty, let lastRecords, let index = ledgerIndex(job.index) {
      var record = tables.adopt(lastRecords[index], from: lastRecords.tables)
      record.flags.insert(.kept)
      if let digest = result.entry.digest {
        record.digest = digest
      }
      add(record, identity: result.identity, at: job.index)
    } else {
      let text = entries.append(result.text)
      let record = PackedRecord(result.entry, at: text, &tables)
      add(record, identity: result.identity, at: job.index)
    }
  }

  /// Adds a recording whose entry is that of the last run: it has to be decoded in the next one.
  private mutating func add(
    _ kept: ManifestEntry,
    of result: RecordingResult,
    at index: Int
  ) {
    counts.count(kept.status ?? .ok)
    var record = PackedRecord(kept, at: entries.append(result.text), &tables)
    // Without sizes it is not up to date, and the digest is that of the file as it is now.
    tables.setSizes([], of: &record)
    record.digest = result.entry.digest
    add(record, identity: result.identity, at: index)
  }

  /// Adds the recordings that a stopped run did not reach: each keeps its entry, marked stale if
  /// its pictures have other settings; one without an entry is pending.
  mutating func close(_ plan: inout ScanPlan) throws(SystemFailure) {
    // One time for all, and the latest: it leaves more files in doubt than one for each, never fewer.
    let now = WallClock.now
    for number in packed.indices {
      packed[number].markRacy(since: start, until: now)
    }
    // The ledger is assembled next, and for a million recordings its bytes need the memory.
    plan.forgetJobs()
    for file in numbers.indices where numbers[file] == Self.none && !plan.isUnchanged(file) {
      hasUndone = true
      try addUndone(file, plan.previous)
    }
    for problem in plan.listing.problems {
      let entry = RecordingResult(problem.path, problem.problem).entry
      if let status = entry.status {
        counts.count(status)
      }
      let text = entries.append(entry.text())
      let record = PackedRecord(entry, at: text, &tables)
      problems.append((path: problem.path, record: record))
    }
    for kept in plan.keptEntries {
      if let status = kept.entry.status {
        counts.count(status)
      } else {
        counts.pending += 1
      }
      var record = PackedRecord(kept.entry, at: kept.range, &tables)
      record.flags.insert(.kept)
      problems.append((path: kept.entry.path, record: record))
    }
    mergeProblems()
  }

  /// The index of a file in the ledger of the last run.
  private func ledgerIndex(_ file: Int) -> Int? {
    let index = ledgerIndexes[file]
    guard index >= 0 else { return nil }
    return Int(index)
  }

  private func origin(_ number: Int) -> Origin {
    if order.isEmpty { return .file(number) }
    if order[number] < 0 { return .problem(-1 - Int(order[number])) }
    return .file(Int(order[number]))
  }

  private func source(_ number: Int) -> (record: PackedRecord, last: LedgerRecords?) {
    switch origin(number) {
    case .problem(let number): return (problems[number].record, nil)
    case .file(let file):
      if numbers[file] != Self.none { return (packed[Int(numbers[file])], nil) }
      guard let lastRecords, let index = ledgerIndex(file) else { return (PackedRecord(), nil) }
      var record = lastRecords[index]
      record.flags.insert(.kept)
      return (record, lastRecords)
    }
  }

  private mutating func add(_ record: PackedRecord, identity: FileIdentity?, at file: Int) {
    var record = record
    if let identity {
      record.setIdentity(identity)
      record.device = tables.number(ofDevice: identity.device)
      record.folderDevice = tables.number(ofDevice: files.folderDevice(file))
    }
    numbers[file] = Int32(packed.count)
    packed.append(record)
  }

  private mutating func addUndone(_ file: Int, _ previous: PreviousRun) throws(SystemFailure) {
    guard let lastRecords, let index = ledgerIndex(file) else { return addPending(file) }
    let last = lastRecords[index]
    // Its record and entry are read from the last run like those of an unchanged one.
    if previous.hasSameSettings { return counts.count(last.status) }
    guard var entry = try previous.entry(index) else { return addPending(file) }
    entry.isStale = entry.facts != nil
    counts.count(last.status)
    var record = tables.adopt(last, from: lastRecords.tables)
    record.entry = entries.append(entry.text(pathToOutput: previous.pathToOutput))
    // Without sizes it is not up to date: this ledger has the settings of this run, with which the files
    // of the recording were not made.
    if entry.isStale {
      tables.setSizes([], of: &record)
    }
    add(record, identity: nil, at: file)
  }

  private mutating func addPending(_ file: Int) {
    let entry = ManifestEntry(path: files.path(file), content: .pending)
    counts.pending += 1
    let text = entries.append(entry.text())
    add(PackedRecord(entry, at: text, &tables), identity: nil, at: file)
  }

  /// Inserts the problems among the sorted files.
  private mutating func mergeProblems() {
    guard !problems.isEmpty else { return }
    problems.sort { one, other in one.path < other.path }
    order.reserveCapacity(count)
    var file = 0
    for (number, problem) in problems.enumerated() {
      let next = files.firstIndex(notBefore: problem.path)
      order += (file..<next).map(Int32.init)
      order.append(Int32(-1 - number))
      file = next
    }
    order += (file..<files.count).map(Int32.init)
  }
}
