import Outputs
package import WavethumbBytes

/// One option: its facts for parsing, help, the manual, completions, settings and keys.
// All come from one row, because an option that shapes pictures and is missing in the settings
// leaves stale pictures that no test of the option itself would show.
package struct OptionRow: Sendable {
  /// The heading of an option in the help.
  package enum Topic: String, CaseIterable, Sendable {
    case pictures = "Pictures"
    case movement = "Movement"
    case geometry = "Shape (if the style has it)"
    case measuring = "Measuring"
    case files = "Files and folders"
    case choice = "Selection"
    case run = "Run"
    case messages = "Messages"
    case audiowaveform = "audiowaveform"
  }

  package let name: String
  package let short: Character?
  package let value: OptionValue
  package let commands: [CommandName]
  package let topic: Topic
  package let help: String
  /// Returns whether the option has an effect on the requested outputs.
  let hasEffect: @Sendable (RecordingOptions) -> Bool
  /// The options without which it has no effect, or nil if that depends on the styles.
  let needed: String?

  package init(
    _ name: String,
    short: Character? = nil,
    value: OptionValue,
    of commands: [CommandName] = OptionTable.drawing,
    under topic: Topic,
    help: String,
    onlyWhere hasEffect: @escaping @Sendable (RecordingOptions) -> Bool = { _ in true },
    needing needed: String? = nil
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.commands = commands
    self.topic = topic
    self.help = help
    self.hasEffect = hasEffect
    self.needed = needed
  }

  /// The spelling in help: `-o, --output DIR`.
  package var spelling: String {
    var names = "--\(name)"
    if let short {
      names = "-\(short), \(names)"
    }
    return switch value.argument {
    case .none: names
    case .required(let placeholder): "\(names) \(placeholder)"
    case .optional(let placeholder): "\(names)[=\(placeholder)]"
    }
  }

  /// Whether a file of options may contain it: not those that print help, nor those that name a
  /// file of options.
  // A file that names itself would be read for ever.
  var isAllowedInFile: Bool { !["config", "help", "version"].contains(name) }

  /// The name in the settings: `cornerRadius` for `corner-radius`.
  var settingName: String {
    let parts = name.split(separator: "-")
    let capitalized = parts.dropFirst().map { part in
      part.prefix(1).uppercased() + part.dropFirst()
    }
    return parts[0] + capitalized.joined()
  }

  /// Returns the value in the settings as text for the command line: the texts of a repeatable
  /// option, or one; none if it is absent.
  package func arguments(in settings: JSONValue) -> [[UInt8]] {
    let arguments = value.arguments(settings, settingName)
    if value.isRepeatable || arguments.isEmpty { return arguments }
    // The settings have an array for a list of colors, and a user types commas.
    return [Array(arguments.joined(separator: [UInt8(ascii: ",")]))]
  }
}

/// The options read so far, before checking whether they are compatible.
// One draft for all commands, since a row is read without knowing which command it is for.
package struct OptionDraft {
  /// Options shared by commands.
  package var recordings = RecordingOptions()
  package var cache = CacheLocation()
  package var verbosity = Verbosity.normal
  var config: [UInt8]?

  /// Options of a single command; operands and shared options are added at the end.
  package var scan = ScanOptions(library: [])
  package var render = RenderOptions(input: .standardInput)
  var writesPage = false
  var page = PageOptions()
  var renderOutput: [UInt8]?
  var renderFormat: OutputFormat?
  var cachePrune: Int?
  var clearsCache = false
  package var merge = MergeOptions(outputs: [])
  package var shard: Shard?
  /// The longer side of a picture for a file manager.
  // `large` in the thumbnail specification of freedesktop.org.
  var thumbnailSide = 256
  package var verify = VerifyOptions(output: [])
  package var list = ListOptions(output: [])
  package var expectations: [[EntryCondition]] = []

  var audiowaveform = AudiowaveformDraft()

  var asksForHelp = false
  /// Whether help was asked for by `-h`.
  var isHelpShort = false
  var asksForVersion = false
}
