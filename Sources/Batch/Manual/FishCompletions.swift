import Library
import Raster

/// The completions of fish.
enum FishCompletions {
  static var text: String {
    functions + "\ncomplete -c wavethumb -f\n"
      + "complete -c wavethumb -n __wavethumb_is -s h -l help -d 'the commands'\n"
      + "complete -c wavethumb -n __wavethumb_is -l version -d 'the version'\n"
      + CommandName.allCases.map(line).joined()
      + OptionTable.rows.map(line).joined()
      + CommandName.allCases.compactMap(operands).joined()
  }

  private static let functions = #"""
    # fish completion of wavethumb
    # Whether the command is one of those that are named, or is still to be typed.
    function __wavethumb_is
        set -l words (commandline -opc)
        if test (count $words) -lt 2
            test (count $argv) -eq 0
        else
            contains -- $words[2] $argv
        end
    end

    # Folders, and files with one of the endings that are given.
    function __wavethumb_files
        set -l typed (commandline -ct | string replace -r '^--[^=]*=' '')
        set -l start (string replace -r '^~/' "$HOME/" -- $typed)
        for name in $start*
            set -l ending (string lower -- (string match -r '[^.]*$' -- $name))
            if test -d $name
                set name $name/
            else if not contains -- $ending $argv
                continue
            end
            string replace -- $start $typed $name
        end
    end

    """#

  private static func line(_ command: CommandName) -> String {
    "complete -c wavethumb -n __wavethumb_is -a \(command.rawValue)"
      + " -d \(quoted(command.row.summary))\n"
  }

  private static func line(_ row: OptionRow) -> String {
    let short = row.short.map { " -s \($0)" } ?? ""
    let value =
      switch row.value.argument {
      case .none: ""
      case .required: " " + proposal(row.value.completion)
      // What may be left out stands only after an equals sign.
      case .optional: " -a \(quoted(words(row.value.completion)))"
      }
    return "complete -c wavethumb -n \(condition(row.commands))\(short) -l \(row.name)\(value)"
      + " -d \(quoted(row.help))\n"
  }

  private static func operands(of command: CommandName) -> String? {
    // The operand that stands at a place is not told from another of the same command.
    guard let operand = command.row.operands.first else { return nil }
    return "complete -c wavethumb -n \(condition([command])) "
      + proposal(operand.completion, isOperand: true) + "\n"
  }

  private static func condition(_ commands: [CommandName]) -> String {
    quoted("__wavethumb_is " + commands.map(\.rawValue).joined(separator: " "))
  }

  private static func proposal(_ completion: Completion, isOperand: Bool = false) -> String {
    let needs = isOperand ? "" : "-x "
    return switch completion {
    case .nothing: "-x"
    case .words, .colors: "\(needs)-a \(quoted(words(completion)))"
    case .folder: "\(needs)-a '(__wavethumb_files)'"
    case .file([]): isOperand ? "-F" : "-r -F"
    case .file(let endings):
      "\(needs)-a '(__wavethumb_files \(endings.joined(separator: " ")))'"
    }
  }

  private static func words(_ completion: Completion) -> String {
    switch completion {
    case .words(let words): words.joined(separator: " ")
    case .colors: Color.names.joined(separator: " ")
    case .nothing, .folder, .file: ""
    }
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
