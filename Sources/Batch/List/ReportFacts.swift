import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The facts of a manifest that a report shows.
// Gathered in one pass; of recordings without a problem nothing is kept, since a manifest may have a million
// entries.
struct ReportFacts {
  /// The most recordings that are named for one problem. A page of more would not open in a browser.
  static let maximumNamed = 10_000

  /// A recording with a problem.
  struct Named {
    let path: RawPath
    /// Its numbers, and how bad they are.
    var detail = ""
    var severity = 0.0
  }

  /// Recordings of one format.
  struct Format {
    var count = 0
    var milliseconds = 0
    var bytes = 0
  }

  /// Recordings that cannot be shown for one cause.
  struct Failure {
    let problem: ManifestProblem
    var count = 0
    /// The first ones.
    var paths: [RawPath] = []
  }

  private(set) var total = Format()
  private(set) var statuses: [OutcomeStatus: Int] = [:]
  private(set) var pending = 0
  private var byFormat: [String: Format] = [:]
  private var byCause: [String: Failure] = [:]
  private(set) var findings = FindingGroups()
  private var namedByFinding: [SoundFinding: [Named]] = [:]
  /// The recordings by loudness in whole LUFS.
  private(set) var loudness: [Int: Int] = [:]
  private(set) var analyzed = 0
  let conditions: [EntryCondition]
  // As many as fit on a page beside the rest. Untuned.
  private(set) var deviations = DeviationTable(maximumRows: 20)
  private var expected: ExpectationChecker

  init(_ expectations: [[EntryCondition]]) {
    conditions = Array(expectations.joined())
    expected = ExpectationChecker(expectations)
  }

  mutating func add(_ entry: ManifestEntry) {
    total.count += 1
    // Clamped here and below: anyone may have written the numbers of a manifest.
    total.bytes = total.bytes.addingClamped(entry.bytes ?? 0)
    if let status = entry.status {
      statuses[status, default: 0] += 1
    } else {
      pending += 1
    }
    if let problem = entry.problem {
      add(problem, of: entry.path)
    }
    guard let facts = entry.facts else { return }
    total.milliseconds = total.milliseconds.addingClamped(facts.durationMs)
    var format = byFormat[facts.format] ?? Format()
    format.count += 1
    format.milliseconds = format.milliseconds.addingClamped(facts.durationMs)
    format.bytes = format.bytes.addingClamped(entry.bytes ?? 0)
    byFormat[facts.format] = format
    findings.add(entry)
    name(facts, at: entry.path)
    if facts.sound != nil {
      analyzed += 1
    }
    if let level = facts.sound?.loudness {
      // A hostile manifest may have any number, and `Int` of a vast one ends the process.
      let bounded = max(-200, min(200, level.rounded()))
      loudness[Int(bounded), default: 0] += 1
    }
    if !conditions.isEmpty {
      let missed = expected.missed(by: entry)
      deviations.add(
        missed.map { condition in Deviation(entry, from: condition, among: conditions) }
      )
    }
  }

  private mutating func add(_ problem: ManifestProblem, of path: RawPath) {
    let key = "\(problem.code) \(problem.cause)"
    byCause[key, default: Failure(problem: problem)].count += 1
    if byCause[key]?.paths.count ?? 0 < Self.maximumNamed {
      byCause[key]?.paths.append(path)
    }
  }

  private mutating func name(_ facts: ManifestEntry.Facts, at path: RawPath) {
    let sound = facts.sound ?? SoundReport()
    for finding in facts.knownFindings
    where namedByFinding[finding]?.count ?? 0 < Self.maximumNamed {
      let named = Named(
        path: path,
        detail: FindingGroups.detail(of: finding, in: sound),
        severity: FindingGroups.severity(of: finding, in: sound)
      )
      namedByFinding[finding, default: []].append(named)
    }
  }

  /// The recordings with a finding, worst first and equal ones by path.
  func named(_ finding: SoundFinding) -> [Named] {
    (namedByFinding[finding] ?? []).sorted { one, other in
      if one.severity != other.severity { return one.severity > other.severity }
      return one.path.bytes.lexicographicallyPrecedes(other.path.bytes)
    }
  }

  /// The formats, frequent ones first.
  var formats: [(name: String, format: Format)] {
    let sorted = byFormat.sorted { one, other in
      if one.value.count != other.value.count { return one.value.count > other.value.count }
      return one.key < other.key
    }
    return sorted.map { ($0.key, $0.value) }
  }

  /// The causes of failures, failures before unsupported files, frequent ones first.
  var failures: [Failure] {
    byCause.values.sorted { one, other in
      if one.problem.status != other.problem.status { return one.problem.status == .failed }
      if one.count != other.count { return one.count > other.count }
      return one.problem.cause < other.problem.cause
    }
  }
}
