import WavethumbLibrary
import WavethumbOptions

/// Generates completion scripts from the tables of commands and options.
// Generated and not written: an option that a script does not know cannot exist.
enum CompletionScript {
  static func text(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    }
  }

  /// The spellings of options that take the next word.
  // Scripts skip that word when they count operands.
  static func optionsWithValue(of command: CommandName) -> [String] {
    OptionTable.rows(of: command).flatMap { row in
      switch row.value.argument {
      case .none, .optional: [String]()
      case .required: row.spellings
      }
    }
  }
}

extension OptionRow {
  /// Every spelling: `-o`, `--output`.
  var spellings: [String] {
    guard let short else { return ["--\(name)"] }
    return ["-\(short)", "--\(name)"]
  }
}
