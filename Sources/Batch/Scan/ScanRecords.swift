import Library
import System

/// Gathers what came of each recording of a run: what manifest and memory are written from.
///
/// What has not changed is read from the last run again, so that nothing is held for it.
struct ScanRecords {
  private enum Place {
    case file(Int)
    case problem(Int)
  }

  private static let none: Int32 = -1

  private(set) var counts = ManifestCounts()
  /// The entries of recordings that this run has looked at.
  let entries: EntryStore

  private let start: Int64
  private let known: KnownFiles
  /// For each file of the crawl the number of its record, or that this run has none for it.
  private var numbers: [Int32]
  private var packed: [PackedRecord] = []
  private var sizes: [UInt32] = []
  /// What the crawl could not look at, in the order of path bytes.
  private var problems: [(path: RawPath, record: PackedRecord)] = []
  /// The places of files and, below 0, of problems in the order of path bytes; none where there are
  /// files only.
  private var order: [Int32] = []
  private var hasUndone = false

  /// `start` is the time of the run's beginning in nanoseconds since 1970.
  init(_ plan: ScanPlan, start: Int64, in output: borrowing Folder) throws(SystemFailure) {
    entries = try EntryStore(in: output)
    self.start = start
    known = plan.known
    numbers = Array(repeating: Self.none, count: known.files.count)
    packed.reserveCapacity(plan.jobs.count)
    sizes.reserveCapacity(plan.jobs.count)
    counts = plan.unchanged
  }

  /// Whether this run has done anything that the last manifest does not tell.
  var hasNews: Bool { !packed.isEmpty || !problems.isEmpty || hasUndone }

  var count: Int { known.files.count + problems.count }

  /// The path of each record, in the order of path bytes once the records are closed.
  func path(_ index: Int) -> RawPath {
    switch place(index) {
    case .file(let file): known.files.path(file)
    case .problem(let number): problems[number].path
    }
  }

  /// Where the entry of each record is to be had.
  func entry(_ index: Int) -> RecordingRecord.Entry {
    switch place(index) {
    case .file(let file): packedRecord(file)?.entry ?? known.entry(file) ?? .text([])
    case .problem(let number): problems[number].record.entry
    }
  }

  /// Each record, except for the reason of a failure.
  func record(_ index: Int) -> RecordingRecord {
    switch place(index) {
    case .problem(let number):
      return problems[number].record.record(at: problems[number].path, sizes)
    case .file(let file):
      let path = known.files.path(file)
      guard let packed = packedRecord(file) else {
        return known.facts(file) ?? RecordingRecord(path, source: nil)
      }
      var record = packed.record(at: path, sizes)
      record.folderDevice = known.files[file].folderDevice
      return record
    }
  }

  /// Takes what came of a job of the plan.
  mutating func take(_ record: RecordingRecord, of job: RecordingJob) {
    counts.count(record.status)
    add(record, at: job.index)
  }

  /// Adds the recordings that a stopped run did not reach: each keeps its entry, as stale where its
  /// pictures are of other settings; one without an entry is pending.
  mutating func close(_ plan: inout ScanPlan, after lastRun: LastRun) throws(SystemFailure) {
    let now = WallClock.now
    for number in packed.indices { packed[number].judgeAge(since: start, until: now) }
    // Of a million recordings the jobs take as much room as the memory that is made of them.
    plan.forgetJobs()
    for index in numbers.indices where numbers[index] == Self.none && !plan.isUnchanged(index) {
      hasUndone = true
      try addUndone(index, after: lastRun)
    }
    for problem in plan.listing.problems {
      let record = RecordingRecord(failed: problem.path, FileProblem(problem.kind))
      counts.count(record.status)
      problems.append((problem.path, PackedRecord(record, entries, &sizes)))
    }
    mergeProblems()
  }

  private func place(_ index: Int) -> Place {
    if order.isEmpty { return .file(index) }
    return order[index] < 0 ? .problem(-1 - Int(order[index])) : .file(Int(order[index]))
  }

  private func packedRecord(_ file: Int) -> PackedRecord? {
    numbers[file] == Self.none ? nil : packed[Int(numbers[file])]
  }

  private mutating func add(_ record: RecordingRecord, at index: Int) {
    numbers[index] = Int32(packed.count)
    packed.append(PackedRecord(record, entries, &sizes))
  }

  private mutating func addUndone(_ index: Int, after lastRun: LastRun) throws(SystemFailure) {
    if var past = known.facts(index) {
      if lastRun.hasSameSettings { return counts.count(past.status) }
      if var entry = try lastRun.entry(of: past) {
        entry.isStale = entry.made != nil
        past.entry = .text(entry.text(way: lastRun.way))
        if var made = past.made {
          made.sizes = []
          past.result = .success(made)
        }
        counts.count(past.status)
        return add(past, at: index)
      }
    }
    let path = known.files.path(index)
    var record = RecordingRecord(path, source: nil)
    record.entry = .text(ManifestEntry(path: path, content: .pending).text())
    counts.pending += 1
    add(record, at: index)
  }

  /// Puts the problems among the files, which are in order.
  private mutating func mergeProblems() {
    guard !problems.isEmpty else { return }
    problems.sort { $0.path < $1.path }
    order.reserveCapacity(count)
    var file = 0
    for (number, problem) in problems.enumerated() {
      while file < known.files.count, known.files.path(file) < problem.path {
        order.append(Int32(file))
        file += 1
      }
      order.append(Int32(-1 - number))
    }
    while file < known.files.count {
      order.append(Int32(file))
      file += 1
    }
  }
}
