import Raster
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

/// The completions of zsh, for `source` or as `_wavethumb` in a folder of `fpath`.
enum ZshCompletions {
  static var text: String {
    """
    #compdef wavethumb
    _wavethumb_colors() {
      compadd -- \(Color.names.joined(separator: " "))
    }

    _wavethumb() {
      local context state state_descr line ret=1
      typeset -A opt_args
      local -a commands=(
    \(commands)  )
      _arguments -C \\
        '(- *)'{-h,--help}'[the commands]' '(- *)--version[the version]' \\
        '1:command:->command' '*::argument:->argument' && ret=0
      case $state in
        command) _describe -t commands command commands && ret=0 ;;
        argument)
          case $words[1] in
    \(CommandName.allCases.map(arguments).joined())      esac ;;
      esac
      return ret
    }

    if [ "$funcstack[1]" = _wavethumb ]; then
      _wavethumb "$@"
    else
      compdef _wavethumb wavethumb
    fi

    """
  }

  private static var commands: String {
    CommandName.allCases.map { command in
      let name = "\(command.rawValue):\(Escape.zshName(command.row.summary))"
      return "    \(Escape.shellWord(name))\n"
    }.joined()
  }

  private static func arguments(of command: CommandName) -> String {
    let options = OptionTable.typedRows(of: command).flatMap(specifications)
    let operands = command.row.operands.enumerated().map { index, operand in
      let position = operand.isRepeatable ? "*" : "\(index + 1)"
      return position + value(":\(operand.placeholder)", completed: operand.completion)
    }
    // One a line, each behind a backslash that continues the command.
    let lines = (options + operands).map { specification in
      " \\\n            \(Escape.shellWord(specification))"
    }
    return "        \(command.rawValue))\n          _arguments -s -S"
      + lines.joined() + " && ret=0 ;;\n"
  }

  /// Returns the option in each of its spellings, in the syntax of `_arguments`.
  private static func specifications(of row: OptionRow) -> [String] {
    // An asterisk for an option that may be repeated; for others the spellings that it excludes, which
    // are then no longer proposed.
    let isRepeatable = row.value.isRepeatable
    let others = isRepeatable ? "*" : "(\(row.spellings.joined(separator: " ")))"
    let help = "[" + Escape.zshDescription(row.help) + "]"
    return row.spellings.map { spelling in
      let isLong = spelling.hasPrefix("--")
      switch row.value.argument {
      case .none: return others + spelling + help
      case .required(let placeholder):
        // With `=` the value may come after an equals sign, with `+` directly after the letter:
        // `--size=1x1`, `-oname`. Both take the next word as well.
        let attachment = isLong ? "=" : "+"
        return others + spelling + attachment + help
          + value(":\(placeholder)", completed: row.value.completion)
      case .optional(let placeholder):
        // `=-`: only in the same word.
        return others + spelling + "=-" + help
          + value("::\(placeholder)", completed: row.value.completion)
      }
    }
  }

  private static func value(_ message: String, completed completion: Completion) -> String {
    "\(message):\(action(for: completion))"
  }

  private static func action(for completion: Completion) -> String {
    switch completion {
    case .nothing: " "
    case .keywords(let keywords): "(\(keywords.joined(separator: " ")))"
    case .colors: "_wavethumb_colors"
    case .folder: "_files -/"
    case .file([]): "_files"
    // A final parenthesis would be taken for a glob qualifier.
    case .file(let endings) where endings.count == 1: "_files -g \"(#i)*.\(endings[0])\""
    case .file(let endings): "_files -g \"(#i)*.(\(endings.joined(separator: "|")))\""
    }
  }
}
