import Bytes
import Glibc
import Library
import System

/// What a run tells the workflow of GitHub that it is a step of: a line for each failure, and a
/// table.
struct WorkflowReport: Sendable {
  private static let mostListed = 100

  private let library: [UInt8]
  /// The file that the page of the workflow is made of.
  private let summary: RawPath?
  private var failures: [(name: String, message: String)] = []
  private var unlisted = 0

  init(library: [UInt8], summary: RawPath?) {
    self.library = library
    self.summary = summary
  }

  /// Nothing where the run is no step of a workflow.
  static func ofEnvironment(library: [UInt8] = []) -> WorkflowReport? {
    guard Environment.value("GITHUB_ACTIONS")?.text == "true" else { return nil }
    return WorkflowReport(library: library, summary: Environment.value("GITHUB_STEP_SUMMARY"))
  }

  /// Takes in a failure and answers the line by which the workflow shows it.
  mutating func failed(_ path: [UInt8], _ message: String) -> String {
    let name = PrintableName.text(path)
    if failures.count < Self.mostListed {
      failures.append((name, message))
    } else {
      unlisted += 1
    }
    let place = library.isEmpty ? path : library + [UInt8(ascii: "/")] + path
    return "::error file=\(Self.property(place))::\(Self.line(message))"
  }

  /// The line by which the workflow shows why a run could not begin or go on.
  static func failed(_ message: String) -> String { "::error::\(line(message))" }

  /// The line for a command line that is refused; nothing where it is no step of a workflow.
  static func refused(_ message: String) -> String? {
    ofEnvironment() == nil ? nil : failed(message)
  }

  /// Adds the table to the page of the workflow; one that cannot be written is nobody's loss.
  func appendSummary(_ totals: RunTotals) {
    guard let summary else { return }
    do {
      let folder = try Folder(at: summary.parent.isEmpty ? "." : summary.parent)
      let file = try folder.create(summary.name, flags: O_WRONLY | O_CREAT | O_APPEND)
      try file.write(Array(text(totals).utf8), summary)
    } catch {
      return
    }
  }

  /// The table, in Markdown: what was done, and what failed by name.
  func text(_ totals: RunTotals) -> String {
    let counts = [
      ("drawn", totals.drawn), ("unchanged", totals.unchanged), ("missing or stale", totals.stale),
      ("unsupported", totals.unsupported), ("failed", totals.failed),
    ]
    var lines = ["### wavethumb \(Self.cell(PrintableName.text(library)))", ""]
    lines += ["| recordings | \(Numerals.grouped(totals.files)) |", "|---|---|"]
    for (name, count) in counts where count > 0 {
      lines.append("| \(name) | \(Numerals.grouped(count)) |")
    }
    if !failures.isEmpty {
      lines += ["", "| failed | why |", "|---|---|"]
      // In the order of names: the page is the same with any number of jobs.
      lines += failures.sorted { ($0.name, $0.message) < ($1.name, $1.message) }
        .map { "| \(Self.cell($0.name)) | \(Self.cell($0.message)) |" }
      if unlisted > 0 { lines.append("| and \(Numerals.grouped(unlisted)) more | |") }
    }
    return lines.joined(separator: "\n") + "\n\n"
  }

  private static func line(_ text: String) -> String {
    text.replacing("%", with: "%25").replacing("\r", with: "%0D").replacing("\n", with: "%0A")
  }

  /// A path as the workflow finds it: the ends of lines in it as they are, other signs that control
  /// a terminal as they are shown everywhere.
  private static func property(_ path: [UInt8]) -> String {
    let lines = path.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    return line(lines.map(PrintableName.text).joined(separator: "\n"))
      .replacing(":", with: "%3A").replacing(",", with: "%2C")
  }

  /// A name is data in a table too.
  private static func cell(_ text: String) -> String {
    var cell = text
    for sign in ["\\", "|", "`", "*", "_", "[", "]", "#", "~", "$"] {
      cell = cell.replacing(sign, with: "\\" + sign)
    }
    return cell.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
      .replacing("\n", with: " ")
  }
}
