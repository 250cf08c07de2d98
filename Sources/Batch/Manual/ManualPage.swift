import Outputs
import Thumbnails
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

/// The manual page: the texts of help, and what applies to all commands.
// One page and not one a command: the options are mostly the same, and a search within it finds them.
enum ManualPage {
  /// The page in roff.
  static var text: String {
    var roff = RoffText()
    // With the date of the release and not of the build: the same sources give the same page.
    roff.order("TH", "WAVETHUMB", "1", Generator.released, Generator.name)
    // No stretched spaces and no hyphens: most words that are long enough for one are names of options
    // and findings, which one copies and searches for.
    roff.order("ad", "l")
    roff.order("nh")
    roff.order("SH", "NAME")
    roff.paragraph("wavethumb - draw waveform thumbnails for every recording in a folder, offline")
    addSynopsis(to: &roff)
    addExamples(to: &roff)
    addCommands(to: &roff)
    addOptions(to: &roff)
    addStyles(to: &roff)
    addExpectations(to: &roff)
    addExitStatuses(to: &roff)
    add(ManualFacts.files, under: "FILES", to: &roff)
    add(ManualFacts.environment, under: "ENVIRONMENT", to: &roff)
    addDeleting(to: &roff)
    return roff.text
  }

  private static func addStyles(to roff: inout RoffText) {
    roff.order("SH", "STYLES")
    for style in WaveformStyle.allCases {
      roff.entry(style.rawValue, meaning: style.helpText)
    }
  }

  private static func addExitStatuses(to roff: inout RoffText) {
    roff.order("SH", "EXIT STATUS")
    for status in ExitStatus.allCases {
      roff.entry("\(status.rawValue)", meaning: status.meaning)
    }
  }

  private static func addDeleting(to roff: inout RoffText) {
    roff.order("SH", "WHAT IS DELETED")
    for paragraph in ManualFacts.deleting {
      roff.paragraph(paragraph)
      // Between two paragraphs only: linters of manual pages report one at the end.
      if paragraph != ManualFacts.deleting.last {
        roff.order("PP")
      }
    }
  }

  private static func addSynopsis(to roff: inout RoffText) {
    roff.order("SH", "SYNOPSIS")
    for command in CommandName.allCases {
      roff.line("wavethumb \(command.synopsis)")
      if command != CommandName.allCases.last {
        roff.order("br")
      }
    }
  }

  private static func addExamples(to roff: inout RoffText) {
    roff.order("SH", "EXAMPLES")
    // Each on its line, where roff would fill them into a paragraph.
    roff.order("nf")
    for command in CommandName.allCases {
      for example in command.row.examples {
        roff.line(example)
      }
    }
    roff.order("fi")
  }

  private static func addCommands(to roff: inout RoffText) {
    roff.order("SH", "COMMANDS")
    for command in CommandName.allCases {
      let row = command.row
      var meaning = row.summary.capitalizedFirst + "."
      if !row.details.isEmpty {
        meaning += " " + row.details
      }
      roff.entry(command.synopsis, meaning: meaning)
    }
  }

  private static func addOptions(to roff: inout RoffText) {
    roff.order("SH", "OPTIONS")
    roff.paragraph(
      "If an option is given twice, the last value counts, unless it is repeatable. Defaults are in"
        + " brackets at the end."
    )
    for topic in OptionRow.Topic.allCases {
      let rows = OptionTable.typedRows.filter { row in row.topic == topic }
      if rows.isEmpty { continue }
      roff.order("SS", topic.rawValue)
      for row in rows {
        roff.entry(row.spelling, meaning: "(\(commands(of: row))) \(row.help)")
      }
    }
  }

  private static func addExpectations(to roff: inout RoffText) {
    roff.order("SH", "EXPECTATIONS")
    roff.paragraph("The presets of --expect, what each expands to, and where the values come from.")
    for preset in ExpectationHelp.presets {
      roff.entry(preset.name, meaning: "\(preset.values). \(preset.source)")
    }
    for rule in ExpectationHelp.rules {
      roff.entry(rule.name, meaning: rule.meaning)
    }
  }

  private static func commands(of row: OptionRow) -> String {
    if row.commands == CommandName.allCases { return "all" }
    return row.commands.map(\.rawValue).joined(separator: ", ")
  }

  private static func add(
    _ facts: [(name: String, meaning: String)],
    under heading: String,
    to roff: inout RoffText
  ) {
    roff.order("SH", heading)
    for (name, meaning) in facts {
      roff.entry(name, meaning: meaning)
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// Roff text in which no word is taken for a request.
struct RoffText {
  /// Longer lines are reported by linters.
  private static let maximumLineLength = 78

  private(set) var text = ""

  /// Adds a request with its arguments, each quoted if necessary.
  mutating func order(_ name: String, _ arguments: String...) {
    // A space would begin the next argument.
    let quoted = arguments.map { argument in
      if argument.contains(" ") { return "\"\(argument)\"" }
      return argument
    }
    text += ([".\(name)"] + quoted).joined(separator: " ") + "\n"
  }

  mutating func paragraph(_ text: String) {
    for line in Help.wrapped(Escape.roff(text), to: Self.maximumLineLength) {
      if line.count > Self.maximumLineLength {
        // One word, such as the findings of a preset. It may be broken behind a comma, without a hyphen.
        end(line.replacing(",", with: ",\\:"))
      } else {
        end(line)
      }
    }
  }

  mutating func entry(_ term: String, meaning: String) {
    order("TP")
    text += "\\fB\(Escape.roff(term))\\fR\n"
    paragraph(meaning)
  }

  /// Adds a line without filling.
  mutating func line(_ line: String) { end(Escape.roff(line)) }

  // A point or an apostrophe at the start of a line makes it a request.
  private mutating func end(_ line: String) {
    text += Escape.roffLine(line) + "\n"
  }
}
