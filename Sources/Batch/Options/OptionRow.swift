/// One option of the command line: its spelling, its help, and what it changes.
struct OptionRow: Sendable {
  typealias Reader = @Sendable (inout OptionDraft, OptionText) throws(ValueProblem) -> Void

  enum Value: Sendable, Equatable {
    case none
    case required(String)
    /// Only as `--name=value`; alone the option stands for itself.
    case optional(String)

    var placeholder: String? {
      switch self {
      case .none: nil
      case .required(let placeholder), .optional(let placeholder): placeholder
      }
    }
  }

  /// The heading of the help under which an option stands.
  enum Topic: String, CaseIterable, Sendable {
    case pictures = "Pictures"
    case movement = "Movement"
    case geometry = "Shape, where the style has it"
    case measuring = "Measuring"
    case places = "Places"
    case choice = "Which files"
    case run = "The run"
    case words = "Words"
  }

  let name: String
  let short: Character?
  let value: Value
  let commands: [CommandName]
  let topic: Topic
  let help: String
  let read: Reader

  /// An option that takes a value.
  init(
    _ name: String, _ placeholder: String, short: Character? = nil, of commands: [CommandName],
    _ topic: Topic, _ help: String, read: @escaping Reader
  ) {
    self.init(name, .required(placeholder), short, commands, topic, help, read)
  }

  /// An option that is there or not.
  init(
    flag name: String, short: Character? = nil, of commands: [CommandName], _ topic: Topic,
    _ help: String, set: @escaping @Sendable (inout OptionDraft) -> Void
  ) {
    self.init(name, .none, short, commands, topic, help) { draft, _ in set(&draft) }
  }

  /// An option that is there or not, and that may have a value when it is.
  init(
    _ name: String, optional placeholder: String, of commands: [CommandName], _ topic: Topic,
    _ help: String, read: @escaping Reader
  ) {
    self.init(name, .optional(placeholder), nil, commands, topic, help, read)
  }

  private init(
    _ name: String, _ value: Value, _ short: Character?, _ commands: [CommandName],
    _ topic: Topic, _ help: String, _ read: @escaping Reader
  ) {
    self.name = name
    self.short = short
    self.value = value
    self.commands = commands
    self.topic = topic
    self.help = help
    self.read = read
  }

  /// How the option is written in help: `-o, --output DIR`.
  var spelling: String {
    let name = "\(short.map { "-\($0), " } ?? "")--\(name)"
    return switch value {
    case .none: name
    case .required(let placeholder): "\(name) \(placeholder)"
    case .optional(let placeholder): "\(name)[=\(placeholder)]"
    }
  }
}
