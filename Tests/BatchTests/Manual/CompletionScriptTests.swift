import Testing

@testable import WavethumbBatch
@testable import WavethumbLibrary
@testable import WavethumbOptions

@Test(arguments: CompletionShell.allCases)
func `completions include every command and option`(shell: CompletionShell) throws {
  let script = CompletionScript.text(for: shell)
  for command in CommandName.allCases {
    let part = try #require(lines(of: script, about: command, in: shell))
    for row in OptionTable.rows(of: command) {
      // fish knows options by name and adds the hyphens itself.
      let spelling = shell == .fish ? "-l \(row.name) " : "--\(row.name)"
      #expect(part.contains(spelling), "\(shell) \(command) \(row.name)")
      if let short = row.short {
        #expect(part.contains(shell == .fish ? "-s \(short) " : "-\(short)"))
      }
      if case .keywords(let keywords) = row.value.completion {
        for word in keywords {
          #expect(script.contains(word))
        }
      }
    }
  }
}

/// Returns the part of a completion script for one command.
private func lines(
  of script: String,
  about command: CommandName,
  in shell: CompletionShell
) -> String? {
  let lines = script.split(separator: "\n")
  // The words of a command are one line for bash, a case of a switch for zsh, and a line each for fish.
  switch shell {
  case .bash:
    return lines.first { $0.hasPrefix("      \(command.rawValue)) _wavethumb_words") }
      .map(String.init)
  case .zsh:
    guard let first = lines.firstIndex(of: "        \(command.rawValue))") else { return nil }
    let end = lines[first...].firstIndex { $0.hasSuffix(";;") } ?? lines.endIndex
    return lines[first..<end].joined(separator: "\n") + lines[min(end, lines.count - 1)]
  case .fish:
    return lines.filter { $0.contains("__wavethumb_is") && $0.contains(command.rawValue) }
      .joined(separator: "\n")
  }
}
