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
      var channel = OutputChannel.standardOutput
      defer { channel.flush() }
      let count = try print(manifest, to: &channel)
      channel.flush()
      if interruption.requested { return interruption.exitStatus() }
      if let number = channel.failure, !channel.hasNoListener {
        return report.fail(.standardOutputLost(errno: number))
      }
      if count > 0 && !options.expectations.isEmpty { return .unexpected }
      return .success
    } catch {
      return report.fail(after: error, isWriting: false)
    }
  }

  /// The manifest of the output, or of the output in a library, or the file itself that is named.
  private func manifest() throws -> RawPath {
    var output = RawPath(bytes: options.output)
    do throws(SystemFailure) {
      output = try OutputManifest.output(named: output)
      let folder = try Folder(at: output)
      return output.appending(try OutputManifest.name(in: folder))
    } catch {
      guard error.errno == ENOTDIR else { throw error }
      return output
    }
  }

  private func print(_ manifest: RawPath, to channel: inout OutputChannel) throws -> Int {
    guard let order = options.order else {
      return try print(to: &channel) { body in try forEach(manifest, body) }
    }
    var entries: [ManifestEntry] = []
    try forEach(manifest) { entries.append($0) }
    entries.sort { Self.precedes($0, $1, by: order) }
    return try print(to: &channel) { body in entries.forEach(body) }
  }

  /// Prints the entries that `visit` passes to its argument, and returns how many there are.
  private func print(
    to channel: inout OutputChannel, visit: ((ManifestEntry) -> Void) throws -> Void
  ) throws -> Int {
    var count = 0
    let columns = channel.columns
    if options.listsEvents {
      var rows = EventRows(format: options.format, isForTerminal: columns != nil)
      channel.write(rows.header)
      try visit { entry in
        channel.write(rows.rows(entry))
        count += 1
      }
      if rows.omitted > 0 {
        report.say(.eventsOmitted(rows.omitted))
      }
      return count
    }
    guard options.format == .table else {
      let lines = ListLine(
        columns: options.columns, format: options.format, isForTerminal: columns != nil)
      channel.write(lines.header)
      try visit { entry in
        channel.write(lines.line(entry))
        count += 1
      }
      return count
    }
    var table = ListTable(options.columns, atMost: columns)
    try visit { table.measure($0) }
    table.fit()
    try visit { entry in
      if count == 0 {
        channel.write(table.header)
      }
      channel.write(table.line(entry))
      count += 1
    }
    return count
  }

  private static func precedes(
    _ one: ManifestEntry, _ other: ManifestEntry, by order: ListOptions.Order
  ) -> Bool {
    let first = one.value(order.field)
    let second = other.value(order.field)
    if first == second { return one.path.bytes.lexicographicallyPrecedes(other.path.bytes) }
    // Entries without a value come last either way.
    if first == .absent || second == .absent { return second == .absent }
    let isLess: Bool
    if let number = first.number, let other = second.number {
      isLess = number < other
    } else {
      isLess = first.plain < second.plain
    }
    return isLess != order.isDescending
  }

  /// Calls `body` for each entry that meets all conditions, and misses an expectation if there are
  /// any; throws if the file is not a manifest to its end, of which nothing may be concluded.
  private func forEach(_ manifest: RawPath, _ body: (ManifestEntry) -> Void) throws {
    var expected = ExpectationChecker(options.expectations)
    do throws(ManifestFault) {
      var reader = try ManifestReader(manifest) { interruption.requested }
      var count = 0
      while let element = try reader.next() {
        // Other programs may have reformatted the manifest, so that its digest need not hold.
        guard let entry = element.entry ?? element.entryWithoutFiles else { throw .broken }
        count += 1
        let isMissed = !expected.missed(by: entry).isEmpty
        let isAsked = options.conditions.allSatisfy { $0.holds(for: entry) }
        if isAsked, isMissed || expected.conditions.isEmpty {
          body(entry)
        }
      }
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

/// Reports what a scan with `--analyze` has found, and checks its recordings against `--expect`.
enum ExpectationCheck {
  /// Writes a line for each kind of finding and for each recording that misses an expectation, and
  /// returns the exit status.
  static func run(
    _ options: ScanOptions, report: Report, after status: ExitStatus, interruption: Interruption
  ) -> ExitStatus {
    var expected = ExpectationChecker(options.expectations)
    guard options.pictures.analyzes, !options.isDryRun,
      options.shard == nil, status == .success || status == .someFailed || status == .stale
    else { return status }
    var channel = OutputChannel.standardError
    let isQuiet = options.verbosity == .quiet
    if !isQuiet, !expected.conditions.isEmpty {
      let words = expected.conditions.map(\.text).joined(separator: " ")
      channel.write("wavethumb: expected: \(words)\n")
    }
    var groups = FindingGroups()
    var count = 0
    let places = ScanPlaces(options)
    do {
      try ManifestReader.forEach(
        in: places.manifest, way: places.fromManifestToOutput, until: { interruption.requested }
      ) { entry in
        groups.add(entry)
        let missed = expected.missed(by: entry)
        guard !missed.isEmpty else { return }
        count += 1
        channel.write("wavethumb: \(line(entry, missed))\n")
      }
    } catch {
      return report.fail(.unreadable(error.place.bytes, errno: error.errno))
    }
    for line in groups.lines where !isQuiet {
      channel.write("wavethumb: \(line)\n")
    }
    channel.flush()
    if count > 0 && status == .success { return .unexpected }
    return status
  }

  /// The name of a recording with the values that are not as expected.
  private static func line(_ entry: ManifestEntry, _ missed: [EntryCondition]) -> String {
    let values = missed.map { condition in
      let value = entry.value(condition.field)
      var text = PrintableName.text(value.plain.utf8)
      if text.isEmpty {
        text = value == .absent ? "unknown" : "none"
      }
      return "\(condition.field.rawValue) is \(text)"
    }
    return "\(PrintableName.text(entry.path.bytes)): \(values.joined(separator: ", "))"
  }
}
