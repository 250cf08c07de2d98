import Glibc
import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Prints the entries of a manifest, one after the other: in constant memory unless they are sorted.
struct ListRun: Sendable {
  let options: ListOptions
  let report: Report
  let interruption: Interruption

  func run() -> ExitStatus {
    do {
      let manifest = try manifest()
      if options.report != nil { return try writeReport(on: manifest) }
      var channel = OutputChannel.standardOutput
      defer { channel.flush() }
      let count = try printAll(of: manifest, to: &channel)
      channel.flush()
      if interruption.requested { return interruption.exitStatus() }
      if let number = channel.failure, !channel.hasNoListener {
        return report.fail(.standardOutputLost(errno: number))
      }
      let isMissed = count > 0 && !options.expectations.isEmpty
      return isMissed ? .unexpected : .success
    } catch {
      return report.fail(after: error, isWriting: false)
    }
  }

  /// The manifest of the output, or of the output in a library, or the file itself that is named.
  private func manifest() throws -> RawPath {
    var output = RawPath(bytes: options.output)
    do throws(SystemFailure) {
      output = try OutputManifest.output(named: output)
      return output.appending(OutputManifest.name)
    } catch {
      // A file, which is read as a manifest whatever its name is.
      guard error.errno == ENOTDIR else { throw error }
      return output
    }
  }

  /// Prints duplicates, events or columns of the recordings, and returns the number of recordings.
  private func printAll(
    of manifest: RawPath,
    to channel: inout OutputChannel
  ) throws -> Int {
    if options.findsDuplicates { return try printDuplicates(in: manifest, to: &channel) }
    // With another format, columns or an order, rows were asked for and not the table of deviations.
    let asksForRows = options.format != .table || options.columns != nil || options.order != nil
    if !asksForRows, !options.expectations.isEmpty {
      return try printDeviations(in: manifest, to: &channel)
    }
    return try printRows(of: manifest, to: &channel)
  }

  private func writeReport(on manifest: RawPath) throws -> ExitStatus {
    var facts = ReportFacts(options.expectations)
    try forEach(in: manifest, all: true) { entry in
      if meetsConditions(entry) {
        facts.add(entry)
      }
    }
    if interruption.requested { return interruption.exitStatus() }
    let file = ReportFile(
      facts: facts,
      manifest: manifest,
      path: RawPath(bytes: options.report ?? [])
    )
    try file.write()
    let isMissed = facts.deviations.missed > 0
    return isMissed ? .unexpected : .success
  }

  private func printDeviations(
    in manifest: RawPath,
    to channel: inout OutputChannel
  ) throws -> Int {
    var table = DeviationTable()
    let conditions = Array(options.expectations.joined())
    var analysis = AnalysisNote(conditions.map(\.field))
    try forEachChecked(in: manifest) { entry, deviations in
      analysis.add(entry)
      table.add(deviations)
    }
    analysis.say(to: report)
    // As with grep: what is fine is silent, and the exit status is 0.
    guard table.missed > 0 else { return 0 }
    channel.write("expected: \(ExpectationText.text(conditions))\n")
    if let rule = ExpectationText.monoRule(conditions) {
      channel.write("\(rule)\n")
    }
    let width = channel.columns
    channel.write(table.text(prefix: "", atMost: width))
    return table.missed
  }

  /// Calls `body` for each recording that meets all conditions, with what it misses of what is expected.
  private func forEachChecked(
    in manifest: RawPath,
    _ body: (ManifestEntry, [Deviation]) -> Void
  ) throws {
    let conditions = Array(options.expectations.joined())
    var expected = ExpectationChecker(options.expectations)
    try forEach(in: manifest, all: true) { entry in
      guard entry.facts != nil else { return }
      // Before the conditions: the first recording of a folder counts even if it is not listed.
      let missed = expected.missed(by: entry)
      guard meetsConditions(entry) else { return }
      body(
        entry,
        missed.map { condition in Deviation(entry, from: condition, among: conditions) }
      )
    }
  }

  /// Prints the recordings that are not as expected as JSON, with the deviations of each.
  private func printDeviationLines(
    in manifest: RawPath,
    to channel: inout OutputChannel
  ) throws -> Int {
    var found: [(entry: ManifestEntry, deviations: [Deviation])] = []
    try forEachChecked(in: manifest) { entry, deviations in
      if !deviations.isEmpty {
        found.append((entry, deviations))
      }
    }
    if let order = options.order {
      found.sort { one, other in Self.precedes(one.entry, other.entry, by: order) }
    }
    let lines = ListLine(
      columns: options.columns ?? Self.standardColumns,
      format: .json,
      isForTerminal: channel.columns != nil
    )
    for (entry, deviations) in found {
      channel.write(lines.line(entry, deviations: deviations))
    }
    return found.count
  }

  private static let standardColumns: [EntryField] = [
    .path, .duration, .loudness, .truePeak, .findings,
  ]

  /// An entry and the number of its group of duplicates, from 1.
  private typealias DuplicateRow = (entry: ManifestEntry, group: Int)

  private func printDuplicates(
    in manifest: RawPath,
    to channel: inout OutputChannel
  ) throws -> Int {
    // All entries in memory: a recording may be equal to any other.
    var entries: [ManifestEntry] = []
    var duplicates = Duplicates(comparesSound: options.comparesSound)
    try forEach(in: manifest) { entry in
      duplicates.add(entry)
      entries.append(entry)
    }
    let groups = duplicates.groups { interruption.requested }
    if interruption.requested { return 0 }
    var rows: [DuplicateRow] = []
    for (index, members) in groups.enumerated() {
      for member in members {
        rows.append((entries[member], index + 1))
      }
    }
    let fields = options.columns ?? [.path, .duration, .format, .bytes]
    if options.format == .table {
      printTable(fields, of: rows, to: &channel)
    } else {
      printLines(fields, of: rows, to: &channel)
    }
    return rows.count
  }

  private func printTable(
    _ fields: [EntryField],
    of rows: [DuplicateRow],
    to channel: inout OutputChannel
  ) {
    // A person sees by the empty output that there are none.
    guard !rows.isEmpty else { return }
    var table = ListTable(fields, isGrouped: true, maximumWidth: channel.columns)
    for row in rows {
      table.measure(row.entry, group: row.group)
    }
    table.fit()
    channel.write(table.header)
    for row in rows {
      channel.write(table.line(row.entry, group: row.group))
    }
  }

  private func printLines(
    _ fields: [EntryField],
    of rows: [DuplicateRow],
    to channel: inout OutputChannel
  ) {
    let lines = ListLine(
      columns: fields,
      format: options.format,
      isForTerminal: channel.columns != nil,
      isGrouped: true
    )
    // A program expects the names of the columns even of an empty list.
    channel.write(lines.header)
    for row in rows {
      channel.write(lines.line(row.entry, group: row.group))
    }
  }

  private func printRows(
    of manifest: RawPath,
    to channel: inout OutputChannel
  ) throws -> Int {
    let showsDeviations = options.format == .json && !options.expectations.isEmpty
    if showsDeviations, !options.listsEvents {
      return try printDeviationLines(in: manifest, to: &channel)
    }
    guard let order = options.order else {
      // A table is measured before it is printed; other formats would print half of a cut manifest.
      if options.format != .table {
        try requireWhole(manifest)
      }
      return try printEntries(to: &channel) { body in try forEach(in: manifest, body) }
    }
    var entries: [ManifestEntry] = []
    try forEach(in: manifest) { entry in entries.append(entry) }
    entries.sort { one, other in Self.precedes(one, other, by: order) }
    return try printEntries(to: &channel) { body in entries.forEach(body) }
  }

  /// Prints the entries that `visit` passes to its argument, and returns how many there are.
  private func printEntries(
    to channel: inout OutputChannel,
    visit: ((ManifestEntry) -> Void) throws -> Void
  ) throws -> Int {
    if options.listsEvents { return try printEvents(to: &channel, visit: visit) }
    if options.format == .html { return try printPictures(to: &channel, visit: visit) }
    let fields = options.columns ?? Self.standardColumns
    if options.format == .table { return try printTable(fields, to: &channel, visit: visit) }
    return try printLines(fields, to: &channel, visit: visit)
  }

  private func printPictures(
    to channel: inout OutputChannel,
    visit: ((ManifestEntry) -> Void) throws -> Void
  ) throws -> Int {
    var count = 0
    let pictures = PictureLine(isForTerminal: channel.columns != nil)
    try visit { entry in
      channel.write(pictures.lines(entry))
      count += 1
    }
    return count
  }

  private func printEvents(
    to channel: inout OutputChannel,
    visit: ((ManifestEntry) -> Void) throws -> Void
  ) throws -> Int {
    var count = 0
    var rows = EventRows(
      format: options.format,
      isForTerminal: channel.columns != nil,
      where: options.conditions
    )
    var analysis = AnalysisNote([.kind])
    channel.write(rows.header)
    try visit { entry in
      channel.write(rows.rows(entry))
      analysis.add(entry)
      count += 1
    }
    analysis.say(to: report)
    if rows.omitted > 0 {
      report.say(.eventsOmitted(rows.omitted))
    }
    return count
  }

  private func printLines(
    _ fields: [EntryField],
    to channel: inout OutputChannel,
    visit: ((ManifestEntry) -> Void) throws -> Void
  ) throws -> Int {
    var count = 0
    let lines = ListLine(
      columns: fields,
      format: options.format,
      isForTerminal: channel.columns != nil
    )
    channel.write(lines.header)
    try visit { entry in
      channel.write(lines.line(entry))
      count += 1
    }
    return count
  }

  // A table visits the entries twice, since its columns are as wide as their longest value: reading a
  // manifest twice takes less memory than keeping a million entries.
  private func printTable(
    _ fields: [EntryField],
    to channel: inout OutputChannel,
    visit: ((ManifestEntry) -> Void) throws -> Void
  ) throws -> Int {
    var count = 0
    let columns = channel.columns
    var table = ListTable(fields, maximumWidth: columns)
    var analysis = AnalysisNote(fields)
    try visit { entry in
      table.measure(entry)
      analysis.add(entry)
    }
    table.fit()
    try visit { entry in
      if count == 0 {
        channel.write(table.header)
      }
      channel.write(table.line(entry))
      count += 1
    }
    analysis.say(to: report)
    return count
  }

  private static func precedes(
    _ one: ManifestEntry,
    _ other: ManifestEntry,
    by order: ListOptions.Order
  ) -> Bool {
    let first = one.value(order.field)
    let second = other.value(order.field)
    if first == second { return one.path.bytes.lexicographicallyPrecedes(other.path.bytes) }
    // Entries without a value come last either way: nobody sorts to see what is unknown.
    if first == .absent || second == .absent { return second == .absent }
    let isLess: Bool
    if let number = first.number, let other = second.number {
      isLess = number < other
    } else {
      isLess = first.plain < second.plain
    }
    return isLess != order.isDescending
  }

  /// Throws if the file is not a manifest to its end. One whose digest holds need not be parsed.
  private func requireWhole(_ manifest: RawPath) throws {
    let file = try Folder(at: manifest.parent).open(manifest.name)
    let text = StoredManifest(manifest, try file.status(manifest).identity)
    let hasTrailer = try text.isOurs(named: nil) && text.trailerDigest() != nil
    if hasTrailer, try text.isIntact(isStopped: { interruption.requested }) { return }
    try forEach(in: manifest) { _ in }
  }

  private func meetsConditions(_ entry: ManifestEntry) -> Bool {
    options.conditions.allSatisfy { condition in condition.holds(for: entry) }
  }

  /// Calls `body` for each entry that meets all conditions, and misses an expectation if there are
  /// any, or for `all` entries; throws if the file is not a manifest to its end, of which nothing may
  /// be concluded.
  private func forEach(
    in manifest: RawPath,
    all: Bool = false,
    _ body: (ManifestEntry) -> Void
  ) throws {
    var expected = ExpectationChecker(options.expectations)
    do throws(ManifestFault) {
      var reader = try ManifestReader(manifest) { interruption.requested }
      var count = 0
      while let element = try reader.next() {
        // Other programs may have reformatted the manifest, so that its digest need not hold.
        guard let entry = element.entry ?? element.entryWithoutFiles else { throw .broken }
        count += 1
        if all {
          body(entry)
          continue
        }
        // Asked for each entry, also if a condition leaves it out: the first recording of a folder gives
        // the others their channels and rate.
        let isMissed = !expected.missed(by: entry).isEmpty
        if meetsConditions(entry), isMissed || expected.conditions.isEmpty {
          body(entry)
        }
      }
      // A text from which entries are cut may still be valid JSON: its own count shows it.
      guard reader["counts"]?["files"]?.int == count else { throw .broken }
    } catch {
      switch error {
      case .stopped: return
      case .unreadable(let failure): throw failure
      case .broken: throw RunFailure.notAManifest(manifest.bytes)
      }
    }
  }
}

/// Notices that no recording of a table was analyzed, whose columns are then empty.
private struct AnalysisNote {
  private let names: [String]
  private var hasRecordings = false
  private var isAnalyzed = false

  init(_ fields: [EntryField]) {
    // Each once: a condition may be given twice.
    names = fields.filter(\.needsAnalysis).map(\.rawValue).reduce(into: []) { names, name in
      if !names.contains(name) {
        names.append(name)
      }
    }
  }

  mutating func add(_ entry: ManifestEntry) {
    guard let facts = entry.facts else { return }
    hasRecordings = true
    if facts.sound != nil {
      isAnalyzed = true
    }
  }

  func say(to report: Report) {
    guard hasRecordings, !isAnalyzed, !names.isEmpty else { return }
    report.say(.notAnalyzed(names))
  }
}
