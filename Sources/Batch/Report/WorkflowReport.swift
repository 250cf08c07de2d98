import Glibc
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The messages to a GitHub workflow: a line for each failure, and a table.
struct WorkflowReport: Sendable {
  // A summary of a workflow has at most 1 MiB, and nobody reads a longer table. Untuned.
  static let maximumListed = 100

  private let library: [UInt8]
  /// The file of the workflow's summary page.
  private let summary: RawPath?
  private var failures: [(name: String, message: String)] = []
  private var unlisted = 0

  init(library: [UInt8], summary: RawPath?) {
    self.library = library
    self.summary = summary
  }

  /// Returns nil if the run is not a step of a workflow.
  // Without an option: GitHub sets the variable in every step.
  static func ofEnvironment(library: [UInt8] = []) -> WorkflowReport? {
    guard Environment.value("GITHUB_ACTIONS")?.text == "true" else { return nil }
    return WorkflowReport(library: library, summary: Environment.value("GITHUB_STEP_SUMMARY"))
  }

  /// Adds a failure and returns its annotation.
  mutating func failed(_ path: [UInt8], because message: String) -> String {
    let name = PrintableName.text(path)
    if failures.count < Self.maximumListed {
      failures.append((name, message))
    } else {
      unlisted += 1
    }
    // A workflow runs in the root of the repository, from where the annotation leads to the file.
    let file = library.isEmpty ? path : library + [UInt8(ascii: "/")] + path
    return "::error file=\(Self.property(file))::\(Escape.workflowMessage(message))"
  }

  static func failed(because message: String) -> String {
    "::error::\(Escape.workflowMessage(message))"
  }

  /// Appends the table to the summary page; failures are ignored.
  func appendSummary(_ totals: RunTotals) { append(text(totals)) }

  /// Appends a table of the recordings that are not as expected, of which there are so many.
  func appendDeviations(of count: Int) {
    if count > 0 {
      append(deviations(of: count))
    }
  }

  /// Returns a Markdown table of the recordings that are not as expected.
  func deviations(of count: Int) -> String {
    let unlisted = count - failures.count
    let rows = rows(unlisted: unlisted)
    return (["| not as expected | why |", "|---|---|"] + rows).joined(separator: "\n") + "\n\n"
  }

  private func append(_ text: String) {
    guard let summary else { return }
    // A step does not fail because its summary cannot be written: annotations and status say enough.
    do {
      let folder = try Folder(at: summary.parent)
      // Behind what other steps of the workflow have written to the same file.
      let file = try folder.create(summary.name, flags: O_WRONLY | O_CREAT | O_APPEND)
      try file.write(Array(text.utf8), summary)
    } catch {
      return
    }
  }

  /// Returns Markdown tables of the counts and of the failed files.
  func text(_ totals: RunTotals) -> String {
    let counts = [
      ("drawn", totals.drawn), ("unchanged", totals.unchanged), ("missing or stale", totals.stale),
      ("unsupported", totals.unsupported), ("failed", totals.failed),
    ]
    var lines = ["### wavethumb \(Escape.markdownCell(PrintableName.text(library)))", ""]
    lines += ["| recordings | \(Numerals.grouped(totals.files)) |", "|---|---|"]
    for (name, count) in counts where count > 0 {
      lines.append("| \(name) | \(Numerals.grouped(count)) |")
    }
    if !failures.isEmpty {
      lines += ["", "| failed | why |", "|---|---|"]
      lines += rows(unlisted: unlisted)
    }
    return lines.joined(separator: "\n") + "\n\n"
  }

  // Sorted by name: the page is the same with any number of jobs.
  private func rows(unlisted: Int) -> [String] {
    let sorted = failures.sorted { one, other in
      (one.name, one.message) < (other.name, other.message)
    }
    let rows = sorted.map { failure in
      let name = Escape.markdownCell(failure.name)
      let message = Escape.markdownCell(failure.message)
      return "| \(name) | \(message) |"
    }
    guard unlisted > 0 else { return rows }
    return rows + ["| and \(Numerals.grouped(unlisted)) more | |"]
  }

  /// Escapes a path for an annotation's property.
  // GitHub looks the file up by it. A property has a spelling for line breaks, by which such a path is
  // found; `PrintableName` would spell them otherwise, and does so with all else that cannot be printed.
  private static func property(_ path: [UInt8]) -> String {
    let lines = path.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let text = lines.map { line in PrintableName.text(line) }.joined(separator: "\n")
    return Escape.workflowProperty(text)
  }
}
