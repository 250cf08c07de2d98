import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Reports what a scan with `--analyze` has found, and checks its recordings against `--expect`.
struct ExpectationCheck {
  private let options: ScanOptions
  private let paths: ScanPaths
  private let known: KnownDeviations
  private let namesOnlyNew: Bool
  private var expected: ExpectationChecker
  private var findings = FindingGroups()
  private var table: DeviationTable
  private var workflow: WorkflowReport?
  private var annotations: [String] = []
  private var knownCount = 0

  /// Prepares a check; the manifest of the last run is still there.
  init(before options: ScanOptions, interruption: Interruption) {
    self.options = options
    paths = ScanPaths(options)
    expected = ExpectationChecker(options.expectations)
    let leavesKnownOut = options.sparesKnownFailures || options.verbosity == .quiet
    namesOnlyNew = !options.expectations.isEmpty && leavesKnownOut
    if namesOnlyNew {
      known = KnownDeviations(
        in: paths,
        from: options.expectations,
        interruption: interruption
      )
    } else {
      known = .none
    }
    let listsAll = options.verbosity == .everyFile
    let maximumRows = listsAll ? Int.max : WorkflowReport.maximumListed
    table = DeviationTable(maximumRows: maximumRows)
    workflow = .ofEnvironment(library: options.library)
  }

  /// Prints a line for each kind of finding that was asked for and a table of the recordings that
  /// miss an expectation, and returns the exit status.
  mutating func run(report: Report, after status: ExitStatus) -> ExitStatus {
    // The recordings of a folder may be in several parts: only the whole can be compared.
    guard options.pictures.analyzes, !options.isDryRun, options.shard == nil else { return status }
    switch status {
    case .success, .someFailed, .stale: break
    // The manifest of a stopped run makes its deviations known, so that no later run names them.
    case .hungUp, .interrupted, .terminated:
      if !namesOnlyNew { return status }
    case .couldNotRun, .usage, .unexpected, .outputHeld: return status
    }
    do {
      try ManifestReader.forEach(
        in: paths.manifest,
        pathToOutput: paths.fromManifestToOutput
      ) { entry in
        add(entry, report: report)
      }
    } catch {
      return report.fail(.unreadable(error.path.bytes, errno: error.errno))
    }
    print()
    // Failed recordings and stale files weigh more than a recording that is too quiet.
    guard status == .success else { return status }
    let countsKnown = knownCount > 0 && !options.sparesKnownFailures
    let isMissed = table.missed > 0 || countsKnown
    return isMissed ? .unexpected : .success
  }

  private mutating func add(_ entry: ManifestEntry, report: Report) {
    if options.reportsFindings {
      findings.add(entry)
    }
    guard entry.facts != nil, !expected.conditions.isEmpty else { return }
    let missed = expected.missed(by: entry)
    let new = missed.filter { condition in !known.contains(condition, of: entry) }
    let deviations = new.map { condition in
      Deviation(entry, from: condition, among: expected.conditions)
    }
    table.add(deviations)
    if options.writesEvents, !missed.isEmpty {
      let all = missed.map { Deviation(entry, from: $0, among: expected.conditions) }
      report.write(
        EventLine.line { json in
          json.member("event", "deviation")
          json.path(entry.path)
          json.member("isNew", !new.isEmpty)
          json.member("deviations", array: all) { json, deviation in deviation.write(to: &json) }
        }
      )
    }
    if !missed.isEmpty, new.isEmpty {
      knownCount += 1
    }
    // GitHub shows few annotations of a step, and the summary lists no more either.
    guard !deviations.isEmpty, table.missed <= WorkflowReport.maximumListed else { return }
    let message = deviations.map(\.sentence).joined(separator: "; ")
    if let line = workflow?.failed(entry.path.bytes, because: message) {
      annotations.append(line)
    }
  }

  private func print() {
    var channel = OutputChannel.standardError
    let isQuiet = options.verbosity == .quiet
    let isListed = table.missed > 0
    // Also if all are as expected, so that one sees what was checked.
    let showsConditions = !expected.conditions.isEmpty && !isQuiet
    if isListed || showsConditions {
      channel.write("wavethumb: expected: \(ExpectationText.text(expected.conditions))\n")
    }
    if isListed, let rule = ExpectationText.monoRule(expected.conditions) {
      channel.write("wavethumb: \(rule)\n")
    }
    let width = channel.columns
    channel.write(table.text(prefix: "wavethumb: ", atMost: width, listing: listing))
    if knownCount > 0, !isQuiet || !options.sparesKnownFailures {
      let subject = Numerals.count(knownCount, "recording")
      let verb = knownCount == 1 ? "is" : "are"
      channel.write("wavethumb: \(subject) \(verb) still not as expected: \(listing)\n")
    }
    for annotation in annotations {
      channel.write(annotation + "\n")
    }
    if !isQuiet {
      for line in findings.lines {
        channel.write("wavethumb: \(line)\n")
      }
    }
    channel.flush()
    workflow?.appendDeviations(of: table.missed)
  }

  /// The command that lists all recordings that are not as expected.
  private var listing: String {
    let isInOutput = options.manifest == nil
    let output = isInOutput ? paths.output : paths.manifest
    return "wavethumb list \(PrintableName.shellWord(output.bytes)) "
      + ExpectationText.options(options.expectations)
  }
}

/// The deviations that the manifest of the last run shows.
struct KnownDeviations {
  private var keys: Set<ContentDigest> = []

  static let none = KnownDeviations()

  private init() {}

  /// Reads the manifest of the last run, if there is one.
  init(
    in paths: ScanPaths,
    from expectations: [[EntryCondition]],
    interruption: Interruption
  ) {
    var expected = ExpectationChecker(expectations)
    var keys: Set<ContentDigest> = []
    // Without a manifest nothing is known, and the scan itself reports one that cannot be read.
    try? ManifestReader.forEach(
      in: paths.manifest,
      pathToOutput: paths.fromManifestToOutput,
      until: { interruption.requested }
    ) { entry in
      // Without an analysis it was unknown whether the recording is as expected.
      guard entry.facts?.sound != nil else { return }
      for condition in expected.missed(by: entry) {
        keys.insert(Self.key(of: condition, missedBy: entry))
      }
    }
    self.keys = keys
  }

  func contains(_ condition: EntryCondition, of entry: ManifestEntry) -> Bool {
    !keys.isEmpty && keys.contains(Self.key(of: condition, missedBy: entry))
  }

  private static func key(
    of condition: EntryCondition,
    missedBy entry: ManifestEntry
  ) -> ContentDigest {
    // With the content: another recording of that name has deviations of its own. A digest for each and
    // not the text, since a library may have a million of them.
    let content = entry.digest?.hex ?? ""
    return ContentDigest(of: entry.path.bytes + Array("\0\(content) \(condition.text)".utf8))
  }
}
