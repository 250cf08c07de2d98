import Bytes
public import Library

/// A script by which a shell completes commands, options and values, made of the tables of both.
public enum CompletionScript {
  /// The script that completes commands, options and their values in a shell.
  public static func text(for shell: CompletionShell) -> String {
    switch shell {
    case .bash: BashCompletions.text
    case .zsh: ZshCompletions.text
    case .fish: FishCompletions.text
    }
  }

  /// What of a command's options is followed by a word that is their value.
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
  var spellings: [String] { (short.map { ["-\($0)"] } ?? []) + ["--\(name)"] }

  /// The words that the shell proposes after the option, nil where it takes no value.
  var valueCompletion: Completion? {
    switch value.argument {
    case .none: nil
    case .required, .optional: value.completion
    }
  }
}

extension String {
  /// The text as one word of a shell: `'it'\''s'`.
  var shellQuoted: String { "'" + replacing("'", with: "'\\''") + "'" }
}
