import Raster
import WavethumbBytes
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
    case .file(let fileExtensions): (["_wavethumb_files"] + fileExtensions).joined(separator: " ")
    }
  }
}

/// The completions of fish, a line for each option and operand.
enum FishCompletions {
  static var text: String {
    functions + "\ncomplete -c wavethumb -f\n"
      + "complete -c wavethumb -n __wavethumb_is -s h -l help -d 'the commands'\n"
      + "complete -c wavethumb -n __wavethumb_is -l version -d 'the version'\n"
      + CommandName.allCases.map(line).joined() + OptionTable.typedRows.map(line).joined()
      + CommandName.allCases.map(operands).joined()
  }

  /// The helper functions, in a separate file that fish can check.
  private static let functions = String(decoding: PackageResources.completions_fish, as: UTF8.self)

  private static func line(_ command: CommandName) -> String {
    "complete -c wavethumb -n __wavethumb_is -a \(command.rawValue)"
      + " -d \(Escape.fishWord(command.row.summary))\n"
  }

  private static func line(_ row: OptionRow) -> String {
    var line = "complete -c wavethumb -n \(condition(after: row.commands))"
    if let short = row.short {
      line += " -s \(short)"
    }
    line += " -l \(row.name)"
    switch row.value.argument {
    case .none: break
    case .required: line += " " + proposal(of: row.value.completion)
    // An optional value can only follow an equals sign.
    case .optional: line += " -a \(keywords(of: row.value.completion))"
    }
    return line + " -d \(Escape.fishWord(row.help))\n"
  }

  private static func operands(of command: CommandName) -> String {
    let options = CompletionScript.optionsWithValue(of: command)
    return command.row.operands.enumerated().map { index, operand in
      let position = operand.isRepeatable ? "any" : "\(index)"
      // The function gets the options that take a value, to count operands without those.
      let test = ["__wavethumb_is \(command.rawValue); and __wavethumb_at", position] + options
      let condition = Escape.fishWord(test.joined(separator: " "))
      let proposal = proposal(of: operand.completion, isOperand: true)
      return "complete -c wavethumb -n \(condition) \(proposal)\n"
    }.joined()
  }

  private static func condition(after commands: [CommandName]) -> String {
    Escape.fishWord("__wavethumb_is " + commands.map(\.rawValue).joined(separator: " "))
  }

  private static func proposal(of completion: Completion, isOperand: Bool = false) -> String {
    // -x: the option needs a value, and files are none.
    let needs = isOperand ? "" : "-x "
    return switch completion {
    case .nothing: "-x"
    case .keywords, .colors: "\(needs)-a \(keywords(of: completion))"
    case .folder: "\(needs)-a '(__wavethumb_files)'"
    // -F brings files back, which the first line of the script has turned off.
    case .file([]) where isOperand: "-F"
    case .file([]): "-r -F"
    case .file(let fileExtensions):
      "\(needs)-a '(__wavethumb_files \(fileExtensions.joined(separator: " ")))'"
    }
  }

  /// The keywords of a completion as one quoted word, which fish splits at spaces.
  private static func keywords(of completion: Completion) -> String {
    let keywords: [String] =
      switch completion {
      case .keywords(let keywords): keywords
      case .colors: Color.names
      case .nothing, .folder, .file: []
      }
    return Escape.fishWord(keywords.joined(separator: " "))
  }
}

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
    case .file(let fileExtensions) where fileExtensions.count == 1:
      "_files -g \"(#i)*.\(fileExtensions[0])\""
    case .file(let fileExtensions): "_files -g \"(#i)*.(\(fileExtensions.joined(separator: "|")))\""
    }
  }
}
