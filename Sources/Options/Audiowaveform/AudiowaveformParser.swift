/// Parses an audiowaveform command line, touching no files.
package struct AudiowaveformParser: ~Copyable {
  package enum Call: Sendable, Equatable {
    case make(AudiowaveformOptions)
    case help
    case version
  }

  private var draft = OptionDraft()
  private var arguments: ArraySlice<[UInt8]>

  package static func parse(_ arguments: [[UInt8]]) throws(AudiowaveformMistake) -> Call {
    var parser = AudiowaveformParser(arguments: arguments[...])
    try parser.readArguments()
    // Help and version go before any mistake in what else was asked, as in audiowaveform.
    if parser.draft.audiowaveform.asksForHelp || arguments.isEmpty { return .help }
    if parser.draft.audiowaveform.asksForVersion { return .version }
    return .make(try parser.draft.audiowaveform.checked())
  }

  private init(arguments: ArraySlice<[UInt8]>) { self.arguments = arguments }

  private mutating func readArguments() throws(AudiowaveformMistake) {
    while let argument = arguments.popFirst() {
      if argument.starts(with: [dash, dash]), argument.count > 2 {
        try readLong(argument)
      } else if argument.first == dash, argument.count > 1 {
        try readShort(argument)
      }
      // A word without a dash is passed over, as in audiowaveform: programs hand over a "-" for standard
      // output, or "" for a color that they do not set.
    }
  }

  /// Reads `--zoom 256` or `--zoom=256`; names may be abbreviated.
  private mutating func readLong(_ argument: [UInt8]) throws(AudiowaveformMistake) {
    let spelling = argument.dropFirst(2).prefix { byte in byte != equals }
    let name = String(decoding: spelling, as: UTF8.self)
    // Boost's parser, which audiowaveform uses, takes any unambiguous beginning of a name.
    let likely = OptionTable.audiowaveformRows.filter { row in
      row.name.utf8.starts(with: name.utf8)
    }
    let exact = likely.first { row in row.name == name }
    let only = likely.count == 1 ? likely.first : nil
    guard let row = exact ?? only else { throw .unknownOption(argument) }
    let separator = argument.firstIndex(of: equals)
    let attached = separator.map { index in Array(argument[(index + 1)...]) }
    if row.value.argument == .none, let attached { throw .badValue(row.name, attached) }
    try read(row, attached: attached)
  }

  /// Reads `-z 256`, `-z256` and `-qz256`.
  private mutating func readShort(_ argument: [UInt8]) throws(AudiowaveformMistake) {
    var letters = argument.dropFirst()
    while let letter = letters.popFirst() {
      let known = OptionTable.audiowaveformRows.first { row in
        row.short == Character(UnicodeScalar(letter))
      }
      guard let row = known else { throw .unknownOption(argument) }
      guard row.value.argument == .none else {
        // The rest of the argument is the value, if there is any.
        let attached = letters.isEmpty ? nil : Array(letters)
        return try read(row, attached: attached)
      }
      try read(row, attached: nil)
    }
  }

  /// Reads an option with the value in its argument, or else with the next argument.
  private mutating func read(
    _ row: OptionRow,
    attached: [UInt8]?
  ) throws(AudiowaveformMistake) {
    var value: [UInt8] = []
    if row.value.argument != .none {
      guard let given = attached ?? arguments.popFirst(), !given.isEmpty else {
        throw .missingValue(row.name)
      }
      value = given
    }
    do {
      // Always as if it were the first, so that the last one counts.
      try row.value.read(OptionText(value), true, &draft)
    } catch {
      throw .badValue(row.name, value)
    }
  }
}

private let dash = UInt8(ascii: "-")
private let equals = UInt8(ascii: "=")
