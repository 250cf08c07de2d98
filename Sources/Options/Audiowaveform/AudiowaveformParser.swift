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
    while let word = arguments.popFirst() {
      if word.starts(with: [dash, dash]), word.count > 2 {
        try readLong(word)
      } else if word.first == dash, word.count > 1 {
        try readShort(word)
      } else {
        throw .surplus(word)
      }
    }
  }

  /// Reads `--zoom 256` or `--zoom=256`; names may be abbreviated.
  private mutating func readLong(_ word: [UInt8]) throws(AudiowaveformMistake) {
    let spelling = word.dropFirst(2).prefix { $0 != equals }
    let name = String(decoding: spelling, as: UTF8.self)
    // Boost's parser, which audiowaveform uses, takes any unambiguous beginning of a name.
    let likely = OptionTable.audiowaveformRows.filter { $0.name.utf8.starts(with: name.utf8) }
    let exact = likely.first { $0.name == name }
    let only = likely.count == 1 ? likely.first : nil
    guard let row = exact ?? only else { throw .unknownOption(word) }
    let attached = word.firstIndex(of: equals).map { Array(word[($0 + 1)...]) }
    if row.value.argument == .none, let attached { throw .badValue(row.name, attached) }
    try read(row, attached: attached)
  }

  /// Reads `-z 256`, `-z256` and `-qz256`.
  private mutating func readShort(_ word: [UInt8]) throws(AudiowaveformMistake) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let known = OptionTable.audiowaveformRows.first {
        $0.short == Character(UnicodeScalar(letter))
      }
      guard let row = known else { throw .unknownOption(word) }
      guard row.value.argument == .none else {
        // The rest of the word is the value, if there is any.
        let attached = letters.isEmpty ? nil : Array(letters)
        return try read(row, attached: attached)
      }
      try read(row, attached: nil)
    }
  }

  /// Reads an option with the value in its word, or else with the next word.
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
