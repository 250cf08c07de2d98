import WavethumbBytes
import WavethumbSystem

/// Parses a command line into a checked command, opening only files that options name to be read.
package struct CommandLineParser {
  private let command: CommandName
  private var draft = OptionDraft()
  private var operands: [[UInt8]] = []
  /// The names of the options read so far.
  private var given: [String] = []
  /// The arguments that are still to be read.
  private var arguments: ArraySlice<[UInt8]>

  /// Parses the arguments after the program's name, and the file in `WAVETHUMB_CONFIG`.
  package static func parse(_ arguments: [[UInt8]]) throws(UsageError) -> Command {
    try parse(arguments, config: Environment.value("WAVETHUMB_CONFIG")?.bytes)
  }

  static func parse(_ arguments: [[UInt8]], config: [UInt8]?) throws(UsageError) -> Command {
    guard let first = arguments.first else { throw .noCommand }
    let name = text(first)
    let rest = arguments.dropFirst()
    // As every program takes them, without a command.
    if name == "--help" || name == "-h" {
      return try parse([Array("help".utf8)] + Array(rest), config: nil)
    }
    if name == "--version" || name == "-V" { return .version }
    guard let command = CommandName(rawValue: name) else { throw misspelt(command: first) }
    if command == .audiowaveform { return .audiowaveform(Array(rest)) }
    var parser = CommandLineParser(command: command, arguments: rest)
    try parser.readArguments(andConfig: config)
    return try parser.checked()
  }

  private init(command: CommandName, arguments: ArraySlice<[UInt8]>) {
    self.command = command
    self.arguments = arguments
  }

  /// Reads all arguments; options and operands may come in any order.
  private mutating func readArguments() throws(UsageError) {
    while let argument = arguments.popFirst() {
      let isLong = argument.starts(with: [dash, dash])
      // A dash alone is standard input or output.
      let isShort = argument.first == dash && argument.count > 1
      if argument == [dash, dash] {
        operands += arguments
        arguments = []
      } else if isLong {
        try readLong(argument)
      } else if isShort {
        try readShort(argument)
      } else if let option = Self.optionWithTypographicDash(argument, of: command) {
        throw .option(.typographicDash(argument, option: option))
      } else {
        operands.append(argument)
      }
    }
    try checkChoices()
  }

  /// Throws if options are given that say the opposite of each other.
  private func checkChoices() throws(UsageError) {
    var groups = [["quiet", "verbose"]]
    if command == .list {
      groups.append(["csv", "json", "html", "null"])
    }
    for group in groups {
      let chosen = group.filter(given.contains)
      if chosen.count > 1 { throw .exclusive(chosen[0], chosen[1]) }
    }
  }

  /// Reads the file of options first, so that the command line wins.
  // The command line is read twice, as it names the file: alone, and again over what the file has. A
  // mistake in it is reported before one in the file.
  private mutating func readArguments(andConfig defaultPath: [UInt8]?) throws(UsageError) {
    var alone = self
    try alone.readArguments()
    let knowsConfig = OptionTable.row(named: "config", of: command) != nil
    let asksOnly = alone.draft.asksForHelp || alone.draft.asksForVersion
    guard knowsConfig, !asksOnly, let path = alone.draft.config ?? defaultPath else {
      self = alone
      return
    }
    let file: ConfigFile
    do {
      file = try ConfigFile(at: path)
    } catch {
      let source = alone.draft.config == nil ? "WAVETHUMB_CONFIG" : "--config"
      throw .option(.badValue(source, path, error))
    }
    try read(file, at: path)
    // A file of options serves all kinds of runs, so options without effect are no mistake there. The
    // first of a repeatable option on the command line then replaces the values of the file.
    given = []
    try readArguments()
  }

  private mutating func checked() throws(UsageError) -> Command {
    if draft.asksForHelp {
      // As in fd and ripgrep, -h is a screen and --help is everything.
      return draft.isHelpShort ? .shortHelp(command) : help(on: command)
    }
    if draft.asksForVersion { return .version }
    draft.recordings.withoutEffect = idleOptions
    try checkOperands()
    switch command {
    case .scan: return .scan(try draft.scan(operands[0]))
    case .render: return .render(try draft.render(operands[0]))
    case .merge: return .merge(try draft.merge(operands))
    case .cache: return .cache(try draft.cacheOptions())
    case .verify: return .verify(draft.verify(operands[0]))
    case .list: return .list(try draft.list(operands[0]))
    case .thumbnail: return .thumbnail(try draft.thumbnail(of: operands[0], at: operands[1]))
    case .desktop: return .desktop(try choice(among: DesktopAction.self))
    case .completions: return .completions(try choice(among: CompletionShell.self))
    case .doctor: return .doctor
    case .manual: return .manual
    case .version: return .version
    case .audiowaveform: return .audiowaveform(operands)
    case .help: return try helpTopic()
    }
  }

  private func checkOperands() throws(UsageError) {
    let row = command.row
    let required = row.operands.count { operand in !operand.isOptional }
    // An empty operand comes from a variable without a value, and names no file.
    guard operands.count >= required, operands.first != [] else {
      throw .command(.missingOperand(command))
    }
    if [.scan, .render].contains(command), let address = operands.first(where: Self.isAddress) {
      throw .command(.address(address, command))
    }
    let allowed = row.operands.count
    let isUnlimited = row.operands.contains(where: \.isRepeatable)
    guard operands.count > allowed, !isUnlimited else { return }
    throw .command(.surplusOperand(operands[allowed], command))
  }

  /// The options that have no effect on this command, each once.
  private var idleOptions: [IdleOption] {
    let idleRows = OptionTable.rows(of: command).filter { row in
      given.contains(row.name) && !row.hasEffect(draft.recordings)
    }
    return idleRows.map { row in IdleOption("--\(row.name)", needing: row.needed) }
  }

  /// Returns the single operand as a case of an enumeration.
  private func choice<Choice: CaseIterable & RawRepresentable<String>>(
    among choices: Choice.Type
  ) throws(UsageError) -> Choice {
    do {
      return try OptionText(operands[0]).choice(of: choices)
    } catch {
      throw .command(.badOperand(operands[0], command, error))
    }
  }

  private func helpTopic() throws(UsageError) -> Command {
    guard let argument = operands.first else { return .help(nil) }
    let name = text(argument)
    if name == CommandRow.expectTopic { return .helpOnExpectations }
    guard let topic = CommandName(rawValue: name) else {
      throw .command(.unknown(argument, nearest: Self.nearestCommand(argument)))
    }
    return help(on: topic)
  }

  // `help` has no options of its own to print.
  private func help(on topic: CommandName) -> Command {
    if topic == .help { return .help(nil) }
    return .help(topic)
  }
}

extension CommandLineParser {
  /// Reads `--name`, `--name value` or `--name=value`.
  private mutating func readLong(_ argument: [UInt8]) throws(UsageError) {
    let withoutDashes = argument.dropFirst(2)
    let name = beforeEquals(withoutDashes)
    guard let row = OptionTable.row(named: text(name), of: command) else {
      throw Self.misspelt(option: argument.prefix(name.count + 2), name: name, of: command)
    }
    var value: [UInt8]?
    let hasEquals = name.count < withoutDashes.count
    if hasEquals {
      value = Array(withoutDashes.dropFirst(name.count + 1))
    }
    switch row.value.argument {
    case .none: break
    case .required: value = value ?? nextValue()
    case .optional:
      if value == [] { throw .option(.badValue("--\(row.name)", [], .empty)) }
      value = value ?? nextKeyword(of: row)
    }
    try read(value, into: row, as: "--\(row.name)")
  }

  /// Reads a bundle of single letters; one that takes a value ends it.
  private mutating func readShort(_ argument: [UInt8]) throws(UsageError) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      let known = OptionTable.row(short: Character(UnicodeScalar(letter)), of: command)
      guard let row = known else {
        throw Self.misspelt(bundle: argument, letter: letter, of: command)
      }
      if row.name == "help" {
        draft.isHelpShort = true
      }
      // An optional value of a short option would take the letters behind it: `-qv` would be `-q=v`.
      var value: [UInt8]?
      if case .required = row.value.argument {
        if letters.first == equals {
          letters.removeFirst()
        }
        value = letters.isEmpty ? nextValue() : Array(letters)
        letters = []
      }
      try read(value, into: row, as: "--\(row.name)")
    }
  }

  /// Removes and returns the next argument, unless it is an option.
  private mutating func nextValue() -> [UInt8]? {
    guard let next = arguments.first, !isOption(next) else { return nil }
    arguments.removeFirst()
    return next
  }

  /// Removes and returns the next argument if it is one of the keywords of an optional value.
  // Only those: `--ffmpeg ~/Music` has an operand behind it. A folder of that name is written `./off`.
  private mutating func nextKeyword(of row: OptionRow) -> [UInt8]? {
    guard case .keywords(let choices) = row.value.completion else { return nil }
    guard let next = arguments.first, choices.contains(text(next)) else { return nil }
    arguments.removeFirst()
    return next
  }

  // In `--output --force` the folder is missing; a folder of that name is written
  // `--output=--force`.
  private func isOption(_ argument: [UInt8]) -> Bool {
    if argument.starts(with: [dash, dash]) {
      let name = text(beforeEquals(argument.dropFirst(2)))
      return name.isEmpty || OptionTable.row(named: name, of: command) != nil
    }
    // A single letter that is none of the command may be a value, such as the number -5.
    guard argument.count == 2, argument[0] == dash, argument[1] < 0x80 else { return false }
    let letter = Character(UnicodeScalar(argument[1]))
    return OptionTable.row(short: letter, of: command) != nil
  }

  /// Reads a file of options; skips options of other commands, because one file serves them all.
  // A name that no command knows is a mistake, or a misspelt option would be without effect for years.
  private mutating func read(_ file: ConfigFile, at path: [UInt8]) throws(UsageError) {
    for line in file.lines {
      do throws(UsageError) {
        let name = text(line.name)
        guard let row = OptionTable.row(named: name, of: command) else {
          if !OptionTable.commands(knowing: name).isEmpty { continue }
          throw Self.misspelt(option: line.name[...], name: line.name, of: command)
        }
        guard row.isAllowedInFile else { throw UsageError.option(.notInFile(name)) }
        try read(line.value, into: row, as: row.name)
      } catch {
        throw error.within(path, line: line.number)
      }
    }
  }

  /// Reads a value, nil if there is none, of an option that is spelled so.
  private mutating func read(
    _ value: [UInt8]?,
    into row: OptionRow,
    as spelling: String
  ) throws(UsageError) {
    switch row.value.argument {
    case .none:
      if let value { throw .option(.unwantedValue(spelling, value)) }
    case .required(let placeholder):
      guard value == nil else { break }
      var choices: [String] = []
      if case .keywords(let keywords) = row.value.completion {
        choices = keywords
      }
      throw .option(.missingValue(spelling, placeholder: placeholder, choices: choices))
    case .optional: break
    }

    let value = value ?? []
    do {
      let isFirst = !given.contains(row.name)
      try draft.read(value, into: row, isFirst: isFirst)
    } catch {
      throw .option(.badValue("--\(row.name)", value, error))
    }
    given.append(row.name)
    if row.memory != nil {
      draft.named.insert(row.name)
    }
  }
}

extension CommandLineParser {
  private static func misspelt(command argument: [UInt8]) -> UsageError {
    if argument.first == dash {
      let name = beforeEquals(argument.drop { byte in byte == dash })
      let commands = OptionTable.commands(knowing: text(name))
      if !commands.isEmpty { return .command(.optionBefore(argument)) }
      let nearest = SpellingSuggestion.to(name, among: ["help", "version"])
      return .option(.unknown(argument, nearest: nearest.map { name in "--\(name)" }, nil))
    }
    // No command has these signs, and most paths have one of them.
    let looksLikePath = argument.contains { byte in "/.".utf8.contains(byte) }
    if !looksLikePath, let nearest = nearestCommand(argument) {
      return .command(.unknown(argument, nearest: nearest))
    }
    let likely: CommandName = looksLikeRecording(argument) ? .render : .scan
    return .command(.operandInstead(argument, likely: likely))
  }

  private static func misspelt(
    option spelt: ArraySlice<UInt8>,
    name: [UInt8],
    of command: CommandName
  ) -> UsageError {
    let others = OptionTable.commands(knowing: text(name))
    if command == .help, text(name) == CommandRow.expectTopic {
      return .command(.helpOnOption(text(spelt), topic: CommandRow.expectTopic))
    }
    if spelt.starts(with: [dash, dash]), !others.isEmpty {
      if command == .help {
        return .command(.helpOnOption(text(spelt), topic: others[0].rawValue))
      }
      return .option(.ofOtherCommand(text(spelt), command, others: others))
    }
    // What another program calls it comes before what is spelled alike.
    switch OptionMeaning(name, of: command) {
    case .always(let sentence)?: return .option(.unneeded(Array(spelt), always: sentence))
    case .instead(let text)?: return .option(.replaced(Array(spelt), command, by: text))
    case .option(let option)?: return .option(.unknown(Array(spelt), nearest: option, command))
    case nil:
      // A wrong suggestion is worse than none: "opacity" resembles "spacing". 30 is untuned.
      let names = OptionTable.rows(of: command).map(\.name)
      let nearest = SpellingSuggestion.to(name, among: names, atMost: 30)
      let option = nearest.map { name in "--\(name)" }
      return .option(.unknown(Array(spelt), nearest: option, command))
    }
  }

  /// Returns the mistake in a short option: `-style` lacks a dash; in `-qz` only the z is wrong.
  private static func misspelt(
    bundle argument: [UInt8],
    letter: UInt8,
    of command: CommandName
  ) -> UsageError {
    let name = beforeEquals(argument.dropFirst())
    let whole = misspelt(option: argument[...], name: name, of: command)
    if name.count > 1, case .option(.unknown(_, nearest: .some, _)) = whole { return whole }
    // Beyond ASCII a byte is a part of a letter: the whole argument is named then.
    let isASCII = letter < 0x80
    let option = isASCII ? [dash, letter] : argument
    return misspelt(option: option[...], name: Array(option.dropFirst()), of: command)
  }

  /// Returns the option that is meant by an argument with an en dash, an em dash or a minus sign; nil for
  /// any other argument.
  // Editors and web pages make one of two hyphens. A file of such a name is written `./—page`.
  private static func optionWithTypographicDash(
    _ argument: [UInt8],
    of command: CommandName
  ) -> String? {
    guard let word = String(validating: argument, as: UTF8.self), let first = word.first else {
      return nil
    }
    let dashes: [Character] = ["\u{2012}", "\u{2013}", "\u{2014}", "\u{2015}", "\u{2212}"]
    guard dashes.contains(first) else { return nil }
    let name = String(word.drop { dashes.contains($0) || $0 == "-" }.prefix { $0 != "=" })
    if OptionTable.row(named: name, of: command) != nil { return "--\(name)" }
    guard name.count == 1, let letter = name.first else { return nil }
    return OptionTable.row(short: letter, of: command).map { _ in "-\(letter)" }
  }

  private static func isAddress(_ operand: [UInt8]) -> Bool {
    let start = operand.prefix("https://".utf8.count).map(\.asciiLowercased)
    return ["http://", "https://"].contains { scheme in start.starts(with: scheme.utf8) }
  }

  private static func nearestCommand(_ argument: [UInt8]) -> String? {
    SpellingSuggestion.to(argument, among: CommandName.allCases.map(\.rawValue))
  }

  // A name with a short extension of letters and digits is a file's, "Season.2 (live)" a folder's. By
  // the spelling alone, as no file is opened before the command line is right.
  private static func looksLikeRecording(_ argument: [UInt8]) -> Bool {
    guard let point = argument.lastIndex(of: UInt8(ascii: ".")), point > 0 else { return false }
    let fileExtension = SpellingSuggestion.folded(Array(argument[(point + 1)...]))
    let isPlain = fileExtension.allSatisfy { byte in byte.isASCIIDigit || byte.isASCIILetter }
    // "au" and "flac" are the shortest and the longest of most recordings.
    return (2...4).contains(fileExtension.count) && isPlain
  }
}

private let dash = UInt8(ascii: "-")
private let equals = UInt8(ascii: "=")

/// Returns the name in `name=value`, or the whole text if it has no equals sign.
private func beforeEquals(_ spelling: ArraySlice<UInt8>) -> [UInt8] {
  Array(spelling.prefix { byte in byte != equals })
}

/// Returns the text of an argument; names of options are ASCII, so that invalid bytes match none.
private func text(_ bytes: some Collection<UInt8>) -> String {
  String(decoding: bytes, as: UTF8.self)
}

/// The command line arguments as bytes.
public enum CommandArguments {
  /// Whether there is at least the program's name: Swift reads the arguments from `/proc`.
  public static var areReadable: Bool { CommandLine.argc > 0 }

  /// Every argument after the program's name.
  // `CommandLine.arguments` replaces invalid UTF-8, and the resulting path names another file.
  public static func all() -> [[UInt8]] {
    let count = Int(CommandLine.argc)
    guard count > 1 else { return [] }
    // The kernel ends the list and each argument with a zero, and nothing in this program writes there.
    return (1..<count).compactMap { index in
      guard let argument = unsafe CommandLine.unsafeArgv[index] else { return nil }
      let bytes = unsafe UnsafeBufferPointer(start: argument, count: length(of: argument))
      return unsafe bytes.map(UInt8.init(bitPattern:))
    }
  }

  /// The last component of the name under which the program was started.
  public static var programName: [UInt8] {
    guard CommandLine.argc > 0, let argument = unsafe CommandLine.unsafeArgv[0] else { return [] }
    return unsafe RawPath(terminated: argument).name.bytes
  }

  private static func length(of argument: UnsafeMutablePointer<CChar>) -> Int {
    var length = 0
    while unsafe argument[length] != 0 {
      length += 1
    }
    return length
  }
}
