import Thumbnails
import WavethumbLibrary
import WavethumbOptions

/// The pages of the help: examples first, then the option table.
enum Help {
  /// The width where there is no terminal.
  static let standardWidth = 79
  // The spelling of options takes 25 columns, and shorter lines than this are no easier to read.
  private static let minimumWidth = 50

  // The columns where explanations begin: two of indent, the longest term that is common, and two of
  // gap. Longer terms have a line of their own.
  static let optionColumn = 25
  private static let commandColumn = 21
  private static let nameColumn = 16
  private static let statusColumn = 7

  /// Returns the width of lines on a terminal of so many columns, or without one.
  static func width(ofColumns columns: Int?) -> Int {
    guard let columns else { return standardWidth }
    // Some terminals wrap a line that fills the last column.
    return max(columns - 1, minimumWidth)
  }

  static func page(_ command: CommandName?, width: Int = standardWidth) -> String {
    guard let command, command != .help else { return firstPage(width: width) }
    var page = screen(of: command, width: width)
    let rows = OptionTable.rows(of: command)
    for topic in OptionRow.Topic.allCases {
      let rowsOfTopic = rows.filter { row in row.topic == topic }
      if rowsOfTopic.isEmpty { continue }
      let entries = rowsOfTopic.map { row in entry(of: row, width: width) }
      page += "\n\(topic.rawValue):\n" + entries.joined()
    }

    let twice = "If an option is given twice, the last value counts, unless it is repeatable."
    let lines = wrapped(twice, to: width)
    page += "\n" + lines.joined(separator: "\n") + "\n"
    if OptionTable.drawing.contains(command) {
      page += "\n" + styles(width: width)
    }
    return page + "\n" + exitStatuses(of: command, width: width)
  }

  /// The presets of `--expect` with their values and sources, and its rules.
  static func pageOnExpectations(width: Int = standardWidth) -> String {
    var page = ExpectationHelp.synopsis + "\n\nExamples:\n"
    page += listed(ExpectationHelp.examples)
    page += "\nPresets:\n"
    for preset in ExpectationHelp.presets {
      page += entry(preset.name, preset.values, column: nameColumn, width: width)
      page += entry("", preset.source, column: nameColumn, width: width)
    }
    page += "\nRules:\n"
    for rule in ExpectationHelp.rules {
      page += entry(rule.name, rule.meaning, column: nameColumn, width: width)
    }
    return page
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

  static func screen(of command: CommandName, width: Int = standardWidth) -> String {
    usage(of: command, width: width) + "\n\nExamples:\n" + listed(command.row.examples)
  }

  // Never wrapped, so that an example can be copied as one line.
  private static func listed(_ examples: [String]) -> String {
    examples.map { example in "  \(example)\n" }.joined()
  }

  private static let examples = """
    Examples:
      wavethumb scan ~/Podcasts --page
      wavethumb render episode.mp3 -o episode.png
      wavethumb doctor

    """

  private static func firstPage(width: Int) -> String {
    let about = "wavethumb draws waveform thumbnails for every recording in a folder, offline."
    let commands = CommandName.allCases.map { command in entry(of: command, width: width) }
    var page = wrapped(about, to: width).joined(separator: "\n") + "\n\n"
    page += examples
    page += "\nCommands:\n" + commands.joined()
    page += "\n" + styles(width: width)
    // The statuses of a scan, which has all of them.
    page += "\n" + exitStatuses(of: .scan, width: width)
    return page
  }

  private static func usage(of command: CommandName, width: Int) -> String {
    var usage = "wavethumb \(command.synopsis)"
    let paragraphs = [command.row.summary, command.row.details]
    for paragraph in paragraphs where !paragraph.isEmpty {
      for line in wrapped(paragraph, to: width - 2) {
        usage += "\n  \(line)"
      }
    }
    return usage
  }

  private static func styles(width: Int) -> String {
    let entries = WaveformStyle.allCases.map { style in
      entry(style.rawValue, style.helpText, column: nameColumn, width: width)
    }
    return "Styles:\n" + entries.joined()
  }

  private static func entry(of command: CommandName, width: Int) -> String {
    let call = "\(command.rawValue) \(command.row.spelling)"
    return entry(call, command.row.summary, column: commandColumn, width: width)
  }

  private static func exitStatuses(of command: CommandName, width: Int) -> String {
    let statuses: [ExitStatus] =
      switch command {
      case .scan: ExitStatus.allCases
      // They take no `--expect`.
      case .verify, .merge: ExitStatus.allCases.filter { status in status != .unexpected }
      case .render:
        [.success, .couldNotRun, .usage, .someFailed, .hungUp, .interrupted, .terminated]
      case .list: [.success, .couldNotRun, .usage, .unexpected]
      case .cache, .audiowaveform, .thumbnail, .desktop, .doctor, .completions, .manual, .version,
        .help:
        [.success, .couldNotRun, .usage]
      }
    let entries = statuses.map { status in
      entry(String(status.rawValue), status.meaning, column: statusColumn, width: width)
    }
    return "Exit status:\n" + entries.joined()
  }

  static func entry(of row: OptionRow, width: Int) -> String {
    entry(row.spelling, row.help, column: optionColumn, width: width)
  }

  /// Returns a term and its explanation, whose lines begin at a column.
  static func entry(
    _ term: String,
    _ explanation: String,
    column: Int,
    width: Int
  ) -> String {
    let term = "  \(term)"
    let indent = String(repeating: " ", count: column)
    var entry = ""
    var rest = wrapped(explanation, to: width - column)[...]
    // A term that is too long for its column gets a line of its own, as git and tar do it.
    if term.count < column - 1 {
      entry = term.padded(to: column) + rest.removeFirst() + "\n"
    } else {
      entry = term + "\n"
    }
    for line in rest {
      entry += indent + line + "\n"
    }
    return entry
  }

  /// Returns lines of at most `width` characters; a word that is longer has a line of its own.
  // Characters are taken for columns: the texts of the help are ours, and have none of double width.
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
