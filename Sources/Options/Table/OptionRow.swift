import Outputs
package import WavethumbBytes

/// One option: its facts for parsing, help, the manual, completions, settings and keys.
// All come from one row, because an option that shapes pictures and is missing in the settings
// leaves stale pictures that no test of the option itself would show. Above each row stands for whom it is:
// one for which nobody comes to mind should go.
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

  /// How a scan takes an option that is not named from the last scan of its output.
  package enum Memory: Sendable {
    /// With all others, if none of these is named: naming one is a choice of all.
    case together
    /// Unless it is named itself: naming it leaves the others.
    case alone
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
  /// Nil if the next scan does not repeat it. Whatever shapes outputs is repeated.
  package let memory: Memory?

  package init(
    _ name: String,
    short: Character? = nil,
    value: OptionValue,
    of commands: [CommandName] = OptionTable.drawing,
    under topic: Topic,
    help: String,
    onlyWhere hasEffect: @escaping @Sendable (RecordingOptions) -> Bool = { _ in true },
    needing needed: String? = nil,
    remembered memory: Memory? = nil
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.commands = commands
    self.topic = topic
    self.help = help
    self.hasEffect = hasEffect
    self.needed = needed
    self.memory = memory ?? (value.shapes.isEmpty ? nil : .together)
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

  /// Returns the option with a value as words of a command line.
  package func words(for text: [UInt8]) -> [[UInt8]] {
    let option = Array("--\(name)".utf8)
    let joined = option + [UInt8(ascii: "=")] + text
    switch value.argument {
    case .none: return [option]
    case .optional: return text.isEmpty ? [option] : [joined]
    case .required:
      // As a word of its own it would be taken for an option.
      let looksLikeOption = text.first == UInt8(ascii: "-")
      return looksLikeOption ? [joined] : [option, text]
    }
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
  /// The names of the options that were typed and that a scan remembers.
  var named: Set<String> = []
  var choices: [RememberedChoice] = []

  var audiowaveform = AudiowaveformDraft()

  var asksForHelp = false
  /// Whether help was asked for by `-h`.
  var isHelpShort = false
  var asksForVersion = false
}

extension OptionDraft {
  /// Starts with the options of a scan.
  init(_ scan: ScanOptions) {
    self.scan = scan
    recordings = scan.recordings
    cache = scan.cache
    verbosity = scan.verbosity
    shard = scan.shard
    expectations = scan.expectations
    choices = scan.choices
    if let page = scan.page {
      writesPage = true
      self.page = page
    }
  }

  /// Reads a value of an option, and keeps its text if only that can be repeated.
  mutating func read(
    _ text: [UInt8],
    into row: OptionRow,
    isFirst: Bool
  ) throws(ValueProblem) {
    try row.value.read(OptionText(text), isFirst, &self)
    guard row.memory != nil, row.value.shapes.isEmpty else { return }
    if isFirst || !row.value.isRepeatable {
      choices.removeAll { choice in choice.name == row.name }
    }
    choices.append(RememberedChoice(name: row.name, text: text))
  }
}
