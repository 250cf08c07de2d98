import Raster
import WavethumbLibrary
import WavethumbOptions

/// The completions of bash, which need only bash itself.
enum BashCompletions {
  static var text: String {
    functions + "\n_wavethumb() {\n" + currentWords + values + options + operands + "}\n"
      + "complete -F _wavethumb wavethumb\n"
  }

  /// The helper functions, in a separate file that bash can check.
  private static let functions = String(decoding: PackageResources.completions_bash, as: UTF8.self)

  // Bash splits `--style=bars` into three words.
  private static let currentWords = """
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} command= place
      COMPREPLY=()
      if [[ $cur == = ]]; then
        cur= prev+==
      elif [[ $prev == = && $COMP_CWORD -gt 2 ]]; then
        prev=${COMP_WORDS[COMP_CWORD-2]}=
      fi
      [[ $COMP_CWORD -gt 1 ]] && command=${COMP_WORDS[1]}

    """

  private static var values: String {
    let cases = OptionTable.typedRows.compactMap { row -> String? in
      if case .none = row.value.argument { return nil }
      let patterns = patterns(before: row)
      let proposal = proposal(of: row.value.completion)
      return "    \(patterns))\n      \(proposal)\n      return ;;\n"
    }
    return "  case \"$command $prev\" in\n" + cases.joined() + "  esac\n"
  }

  /// Returns the patterns that precede a value of the option: `"scan --style"|"scan --style="`.
  // An optional value only behind an equals sign: after a space it would be the next operand.
  private static func patterns(before row: OptionRow) -> String {
    let ends =
      switch row.value.argument {
      case .none, .optional: ["--\(row.name)="]
      case .required: row.spellings + ["--\(row.name)="]
      }
    let patterns = row.commands.flatMap { command in
      ends.map { end in "\"\(command.rawValue) \(end)\"" }
    }
    return patterns.joined(separator: "|")
  }

  private static var options: String {
    let cases = CommandName.allCases.map { command in
      let names = OptionTable.typedRows(of: command).flatMap(\.spellings).joined(separator: " ")
      return "      \(command.rawValue)) _wavethumb_words \(Escape.shellWord(names)) ;;\n"
    }
    return "  if [[ $cur == -* ]]; then\n    case $command in\n"
      + "      '') _wavethumb_words '--help --version' ;;\n" + cases.joined()
      + "    esac\n    return\n  fi\n"
  }

  private static var operands: String {
    let names = CommandName.allCases.map(\.rawValue).joined(separator: " ")
    let commands = CommandName.allCases.filter { !$0.row.operands.isEmpty }
    let counts = commands.map { command in
      let options = CompletionScript.optionsWithValue(of: command).joined(separator: " ")
      return "    \(command.rawValue)) _wavethumb_count \(Escape.shellWord(options)) ;;\n"
    }
    let cases = commands.flatMap { command in
      command.row.operands.enumerated().map { index, operand in
        let position = operand.isRepeatable ? "*" : "\(index)"
        let proposal = proposal(of: operand.completion)
        return "    '\(command.rawValue) '\(position)) \(proposal) ;;\n"
      }
    }
    return "  case $command in\n    '') _wavethumb_words \(Escape.shellWord(names)) ;;\n"
      + counts.joined() + "  esac\n  case \"$command $place\" in\n" + cases.joined() + "  esac\n"
  }

  private static func proposal(of completion: Completion) -> String {
    switch completion {
    // A command that does nothing: an empty branch is a mistake of syntax in bash.
    case .nothing: ":"
    case .keywords(let keywords):
      "_wavethumb_words \(Escape.shellWord(keywords.joined(separator: " ")))"
    case .colors: "_wavethumb_words \(Escape.shellWord(Color.names.joined(separator: " ")))"
    case .folder: "_wavethumb_folders"
    case .file(let endings): (["_wavethumb_files"] + endings).joined(separator: " ")
    }
  }
}
