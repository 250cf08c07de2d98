import Outputs
import TestSupport
import Testing
import Thumbnails
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

/// The manual page without its roff escapes.
private let page = [
  "\\-": "-", "\\(aq": "'", "\\(ti": "~", "\\(dq": "\"", "\\fB": "", "\\fR": "", "\\&": "",
].reduce(ManualPage.text) { $0.replacing($1.key, with: $1.value) }

@Test func `the manual includes every command, option, style and exit status`() {
  let lines = page.split(separator: "\n")
  for command in CommandName.allCases {
    #expect(lines.contains { $0 == command.synopsis })
  }
  for row in OptionTable.rows {
    let isOfAll = row.commands == CommandName.allCases
    let names = row.commands.map(\.rawValue).joined(separator: ", ")
    let commands = isOfAll ? "all" : names
    let isListed = zip(lines, lines.dropFirst()).contains { term, meaning in
      term == row.spelling && meaning.hasPrefix("(\(commands))")
    }
    #expect(isListed, "\(row.name)")
  }
  for style in WaveformStyle.allCases {
    #expect(lines.contains { $0 == style.rawValue })
  }
  for status in ExitStatus.allCases {
    #expect(lines.contains { $0 == "\(status.rawValue)" })
  }
}

@Test func `the manual shows examples before explanations`() throws {
  let headings = page.split(separator: "\n").filter { $0.hasPrefix(".SH ") }
  #expect(headings.prefix(4) == [".SH NAME", ".SH SYNOPSIS", ".SH EXAMPLES", ".SH COMMANDS"])
  for name in ["EXIT STATUS", "FILES", "ENVIRONMENT", "WHAT IS DELETED"] {
    #expect(headings.contains { $0.contains(name) }, "\(name)")
  }
}

// `man` fills lines to both margins with spaces and hyphens unless told otherwise: `.ad l` is "adjust
// left", and `.nh` "no hyphenation".
@Test func `no line of the manual is stretched, and no name hyphenated`() {
  let lines = ManualPage.text.split(separator: "\n")
  #expect(lines[0].hasPrefix(".TH "))
  #expect(lines[1] == ".ad l")
  #expect(lines[2] == ".nh")
}

@Test func `a word longer than a line may be broken behind its commas`() {
  let names = Array(repeating: "silence", count: 12)
  var roff = RoffText()
  roff.paragraph("Short, and " + names.joined(separator: ","))
  #expect(roff.text == "Short, and\n" + names.joined(separator: ",\\:") + "\n")
}

@Test func `no text becomes a roff request`() {
  // A dot or an apostrophe at the beginning of a line is a request: this one would include a file.
  var roff = RoffText()
  roff.paragraph(".so /etc/passwd")
  roff.paragraph("'tis a \\fBtrap\\fR with \u{E9}")
  #expect(
    roff.text == """
      \\&.so /etc/passwd
      \\(aqtis a \\efBtrap\\efR with \\[u00E9]

      """
  )
}

// A variable that nobody knows of changes what a run does, and is hard to find.
@Test func `the manual lists every environment variable that the sources read`() throws {
  let name = /[A-Z][A-Z_]{3,}/
  let listed = page.matches(of: name).map { match in String(match.output) }
  // The calls through which the sources read a variable.
  let call = /(?:Environment\.value|variable| number|by:)\s?\(?"([A-Z][A-Z_]+)"/
  let sources = try Repository.texts(below: "Sources", ending: ".swift")
  let asked = sources.values.flatMap { text in
    text.matches(of: call).map { match in String(match.output.1) }
  }
  // The pattern finds something at all.
  #expect(asked.contains("XDG_CACHE_HOME"))
  #expect(Set(asked).subtracting(listed) == [])
}

@Test func `the changelog begins with the version and date of the manual`() throws {
  let changelog = try Repository.text("CHANGELOG.md")
  let heading = changelog.split(separator: "\n").first { $0.hasPrefix("## ") }
  #expect(heading == "## \(Generator.version) (\(Generator.released))")
}
