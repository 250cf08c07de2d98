import Raster
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

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
    case .file(let endings): "\(needs)-a '(__wavethumb_files \(endings.joined(separator: " ")))'"
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
