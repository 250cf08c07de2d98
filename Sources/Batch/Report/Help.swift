import Library
import Thumbnails

/// The pages of the help: examples first, then the option table.
enum Help {
  static func page(_ command: CommandName?) -> String {
    guard let command, command != .help else { return firstPage }
    var page = screen(of: command)
    let rows = OptionTable.rows(of: command)
    for topic in OptionRow.Topic.allCases {
      let rows = rows.filter { $0.topic == topic }
      if rows.isEmpty { continue }
      page += "\n\(topic.rawValue):\n" + rows.map(entry).joined()
    }
    page += "\nIf an option is given twice, the last value counts, unless it is repeatable.\n"
    if OptionTable.drawing.contains(command) {
      page += "\n" + styles
    }
    return page + "\n" + exitStatuses(of: command)
  }

  /// The call and examples of a command, where the command line lacks the most important word.
  static func screen(after error: UsageError) -> String? {
    switch error {
    case .noCommand: examples
    case .command(.missingOperand(let command)), .command(.operandInstead(_, let command)):
      screen(of: command)
    case .command, .option, .combination, .config: nil
    }
  }

  static func screen(of command: CommandName) -> String {
    usage(of: command) + "\n\nExamples:\n" + command.row.examples.map { "  \($0)\n" }.joined()
  }

  private static let examples = """
    Examples:
      wavethumb scan ~/Podcasts --page
      wavethumb render episode.mp3 -o episode.png
      wavethumb doctor

    """

  private static var firstPage: String {
    "wavethumb draws waveform thumbnails for every recording in a folder, offline.\n\n" + examples
      + "\nCommands:\n" + CommandName.allCases.map(entry).joined()
      + "\n" + styles + "\n" + exitStatuses(of: .scan)
  }

  private static func usage(of command: CommandName) -> String {
    let row = command.row
    let details = row.details.isEmpty ? [] : wrapped(row.details, to: 77)
    return "wavethumb \(command.synopsis)\n  \(row.summary)" + details.map { "\n  \($0)" }.joined()
  }

  private static var styles: String {
    let lines = WaveformStyle.allCases.map { style in
      "  \(style.rawValue.padded(to: 14))\(style.words)\n"
    }
    return "Styles:\n" + lines.joined()
  }

  private static func entry(of command: CommandName) -> String {
    let call = "\(command.rawValue) \(command.row.spelling)"
    let gap = call.count < 19 ? "" : "\n" + String(repeating: " ", count: 21)
    return "  \(call.padded(to: 19))\(gap)\(command.row.summary)\n"
  }

  private static func exitStatuses(of command: CommandName) -> String {
    let statuses: [ExitStatus] =
      switch command {
      case .scan, .verify: ExitStatus.allCases
      case .render:
        [.success, .couldNotRun, .usage, .someFailed, .hungUp, .interrupted, .terminated]
      case .merge: [.success, .couldNotRun, .usage, .someFailed, .stale, .outputHeld]
      case .list: [.success, .couldNotRun, .usage, .unexpected]
      case .cache, .audiowaveform, .thumbnail, .desktop, .doctor, .completions, .manual, .help:
        [.success, .couldNotRun, .usage]
      }
    let lines = statuses.map { "  \(String($0.rawValue).padded(to: 5))\($0.words)\n" }
    return "Exit status:\n" + lines.joined()
  }

  private static func entry(of row: OptionRow) -> String {
    let spelling = "  \(row.spelling)"
    let lines = wrapped(row.help, to: 79 - column)
    let indent = String(repeating: " ", count: column)
    var entry = ""
    var rest = lines[...]
    if spelling.count < column - 1 {
      entry = spelling.padded(to: column) + rest.removeFirst() + "\n"
    } else {
      entry = spelling + "\n"
    }
    for line in rest {
      entry += indent + line + "\n"
    }
    return entry
  }

  private static let column = 25

  static func wrapped(_ text: String, to width: Int) -> [String] {
    var lines = [""]
    for word in text.split(separator: " ") {
      let last = lines[lines.count - 1]
      if last.isEmpty {
        lines[lines.count - 1] = String(word)
      } else if last.count + 1 + word.count <= width {
        lines[lines.count - 1] = "\(last) \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
