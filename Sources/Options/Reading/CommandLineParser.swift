import WavethumbSystem

/// Parses a command line into a checked command, opening only files that options name to be read.
package struct CommandLineParser {
  private let command: CommandName
  private var draft = OptionDraft()
  private var operands: [[UInt8]] = []
  private var given: [String] = []
  private var arguments: ArraySlice<[UInt8]>

  /// Parses the arguments after the program's name, and the file in `WAVETHUMB_CONFIG`.
  package static func parse(_ arguments: [[UInt8]]) throws(UsageError) -> Command {
    try parse(arguments, config: Environment.value("WAVETHUMB_CONFIG")?.bytes)
  }

  static func parse(_ arguments: [[UInt8]], config: [UInt8]?) throws(UsageError) -> Command {
    guard let first = arguments.first else { throw .noCommand }
    let name = String(decoding: first, as: UTF8.self)
    // As every program takes them, without a command.
    if name == "--help" || name == "-h" { return .help(nil) }
    if name == "--version" || name == "-V" { return .version }
    guard let command = CommandName(rawValue: name) else { throw misspelt(command: first) }
    if command == .audiowaveform { return .audiowaveform(Array(arguments.dropFirst())) }
    var parser = CommandLineParser(command: command, arguments: arguments.dropFirst())
    try parser.readArguments(andConfig: config)
    return try parser.checked()
  }

  private init(command: CommandName, arguments: ArraySlice<[UInt8]>) {
    self.command = command
    self.arguments = arguments
  }

  private mutating func readArguments() throws(UsageError) {
    while let word = arguments.popFirst() {
      if word == [dash, dash] {
        operands += arguments
        arguments = []
      } else if word.starts(with: [dash, dash]) {
        try readLong(word)
      } else if word.first == dash, word.count > 1 {
        try readShort(word)
      } else {
        operands.append(word)
      }
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
    // A file of options serves all kinds of runs, so options without effect are no mistake there.
    given = []
    try readArguments()
  }

  private mutating func checked() throws(UsageError) -> Command {
    if draft.asksForHelp { return help(on: command) }
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
    let required = row.operands.count { !$0.isOptional }
    guard operands.count >= required, operands.first != [] else {
      throw .command(.missingOperand(command))
    }
    let allowed = row.operands.count
    guard operands.count > allowed, !row.operands.contains(where: \.isRepeatable) else { return }
    throw .command(.surplusOperand(operands[allowed], command))
  }

  /// The options that have no effect on this command, each once.
  private var idleOptions: [IdleOption] {
    OptionTable.rows(of: command)
      .filter { given.contains($0.name) && !$0.hasEffect(draft.recordings) }
      .map { IdleOption("--\($0.name)", needing: $0.needed) }
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
    guard let word = operands.first else { return .help(nil) }
    let name = String(decoding: word, as: UTF8.self)
    if name == CommandRow.expectTopic { return .helpOnExpectations }
    guard let topic = CommandName(rawValue: name) else {
      throw .command(.unknown(word, nearest: Self.nearestCommand(word)))
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
  private mutating func readLong(_ word: [UInt8]) throws(UsageError) {
    let spelt = word.dropFirst(2)
    let name = Array(spelt.prefix { $0 != equals })
    let text = String(decoding: name, as: UTF8.self)
    guard let row = OptionTable.row(named: text, of: command) else {
      throw Self.misspelt(option: word.prefix(name.count + 2), name: name, of: command)
    }
    let hasEquals = name.count < spelt.count
    var value = hasEquals ? Array(spelt.dropFirst(name.count + 1)) : nil
    switch row.value.argument {
    case .none: break
    case .required: value = value ?? nextValue()
    case .optional:
      if value == [] { throw .option(.badValue("--\(row.name)", [], .empty)) }
      value = value ?? nextWord(of: row)
    }
    try read(value, into: row, as: "--\(row.name)")
  }

  /// Reads a bundle of single letters; one that takes a value ends it.
  private mutating func readShort(_ word: [UInt8]) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let known = OptionTable.row(short: Character(UnicodeScalar(letter)), of: command)
      guard let row = known else {
        throw Self.misspelt(bundle: word, letter: letter, of: command)
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

  private mutating func nextValue() -> [UInt8]? {
    guard let next = arguments.first, !isOption(next) else { return nil }
    arguments.removeFirst()
    return next
  }

  /// Removes and returns the next word if it is one of those that an optional value may be; a folder
  /// of that name is written `./off`.
  private mutating func nextWord(of row: OptionRow) -> [UInt8]? {
    guard case .keywords(let choices) = row.value.completion, let next = arguments.first,
      choices.contains(String(decoding: next, as: UTF8.self))
    else { return nil }
    arguments.removeFirst()
    return next
  }

  // In `--output --force` the folder is missing; a folder of that name is written
  // `--output=--force`.
  private func isOption(_ word: [UInt8]) -> Bool {
    let isShort = word.count == 2 && word[0] == dash && word[1] < 0x80 && word[1] != dash
    if isShort {
      return OptionTable.row(short: Character(UnicodeScalar(word[1])), of: command) != nil
    }
    guard word.starts(with: [dash, dash]) else { return false }
    let spelling = word.dropFirst(2).prefix { $0 != equals }
    let name = String(decoding: spelling, as: UTF8.self)
    return name.isEmpty || OptionTable.row(named: name, of: command) != nil
  }

  /// Reads a file of options; skips options of other commands, because one file serves them all.
  // A name that no command knows is a mistake, or a misspelt option would be without effect for years.
  private mutating func read(_ file: ConfigFile, at path: [UInt8]) throws(UsageError) {
    for line in file.lines {
      do throws(UsageError) {
        let name = String(decoding: line.name, as: UTF8.self)
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
      try row.value.read(OptionText(value), isFirst, &draft)
    } catch {
      throw .option(.badValue("--\(row.name)", value, error))
    }
    given.append(row.name)
  }
}

extension CommandLineParser {
  private static func misspelt(command word: [UInt8]) -> UsageError {
    if word.first == dash {
      let name = Array(word.drop { $0 == dash }.prefix { $0 != equals })
      let commands = OptionTable.commands(knowing: String(decoding: name, as: UTF8.self))
      if !commands.isEmpty { return .command(.optionBefore(word)) }
      let nearest = SpellingSuggestion.to(name, among: ["help", "version"]).map { "--\($0)" }
      return .option(.unknown(word, nearest: nearest, nil))
    }
    let looksLikePath = word.contains { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".") }
    if !looksLikePath, let nearest = nearestCommand(word) {
      return .command(.unknown(word, nearest: nearest))
    }
    let likely: CommandName = looksLikeRecording(word) ? .render : .scan
    return .command(.operandInstead(word, likely: likely))
  }

  private static func misspelt(
    option spelt: ArraySlice<UInt8>,
    name: [UInt8],
    of command: CommandName
  ) -> UsageError {
    let others = OptionTable.commands(knowing: String(decoding: name, as: UTF8.self))
    if spelt.starts(with: [dash, dash]), !others.isEmpty {
      return .option(
        .ofOtherCommand(String(decoding: spelt, as: UTF8.self), command, others: others)
      )
    }
    switch OptionMeaning(name, of: command) {
    case .always(let text)?: return .option(.unneeded(Array(spelt), always: text))
    case .option(let option)?: return .option(.unknown(Array(spelt), nearest: option, command))
    case nil:
      // A wrong suggestion is worse than none: "opacity" resembles "spacing". 30 is a guess.
      let names = OptionTable.rows(of: command).map(\.name)
      let nearest = SpellingSuggestion.to(name, among: names, atMost: 30)
      return .option(.unknown(Array(spelt), nearest: nearest.map { "--\($0)" }, command))
    }
  }

  // Returns the mistake in a short option: `-style` lacks a dash; in `-qz` only the z is wrong.
  private static func misspelt(
    bundle word: [UInt8],
    letter: UInt8,
    of command: CommandName
  ) -> UsageError {
    let name = Array(word.dropFirst().prefix { $0 != equals })
    let whole = misspelt(option: word[...], name: name, of: command)
    if name.count > 1, case .option(.unknown(_, .some, _)) = whole { return whole }
    // Beyond ASCII a byte is a part of a letter: the whole word is named then.
    let isASCII = letter < 0x80
    let option = isASCII ? [dash, letter] : word
    return misspelt(option: option[...], name: Array(option.dropFirst()), of: command)
  }

  private static func nearestCommand(_ word: [UInt8]) -> String? {
    SpellingSuggestion.to(word, among: CommandName.allCases.map(\.rawValue))
  }

  // A name with a short extension of letters and digits is a file's, "Season.2 (live)" a folder's. By
  // the spelling alone, as no file is opened before the command line is right.
  private static func looksLikeRecording(_ word: [UInt8]) -> Bool {
    guard let point = word.lastIndex(of: UInt8(ascii: ".")), point > 0 else { return false }
    let ending = SpellingSuggestion.folded(Array(word[(point + 1)...]))
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    let isPlain = ending.allSatisfy { DecimalNumber.isDigit($0) || letters.contains($0) }
    return (2...4).contains(ending.count) && isPlain
  }
}

private let dash = UInt8(ascii: "-")
private let equals = UInt8(ascii: "=")

/// The command line arguments as bytes.
public enum CommandArguments {
  /// Whether there is at least the program's name: Swift reads the arguments from `/proc`.
  public static var areReadable: Bool { CommandLine.argc > 0 }

  /// Every argument after the program's name.
  // `CommandLine.arguments` replaces invalid UTF-8, and the resulting path names another file.
  public static func all() -> [[UInt8]] {
    let count = Int(CommandLine.argc)
    guard count > 1 else { return [] }
    return (1..<count).compactMap { index in
      guard let word = unsafe CommandLine.unsafeArgv[index] else { return nil }
      return unsafe Array(UnsafeBufferPointer(start: word, count: length(of: word)))
        .map(UInt8.init(bitPattern:))
    }
  }

  /// The last component of the name under which the program was started.
  public static var programName: [UInt8] {
    guard CommandLine.argc > 0, let word = unsafe CommandLine.unsafeArgv[0] else { return [] }
    return unsafe RawPath(terminated: word).name.bytes
  }

  private static func length(of word: UnsafeMutablePointer<CChar>) -> Int {
    var length = 0
    while unsafe word[length] != 0 {
      length += 1
    }
    return length
  }
}
