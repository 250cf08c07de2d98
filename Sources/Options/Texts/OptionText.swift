/// The typed value of one option.
// Bytes and no `String`: a value may be a path, which need not be UTF-8.
package struct OptionText {
  package let bytes: [UInt8]

  package init(_ bytes: [UInt8]) { self.bytes = bytes }
  package init(_ text: String) { self.init(Array(text.utf8)) }

  /// Parses a path: any bytes, at least one.
  package func path() throws(ValueProblem) -> [UInt8] {
    guard !bytes.isEmpty else { throw .empty }
    return bytes
  }

  func mediaPrefix() throws(ValueProblem) -> MediaPrefix {
    guard !bytes.isEmpty else { throw .empty }
    let text = String(validating: bytes, as: UTF8.self)
    guard let text, let prefix = MediaPrefix(text) else { throw .notAPrefix }
    return prefix
  }

  /// Parses a text of any characters, at least one.
  func title() throws(ValueProblem) -> String {
    guard !bytes.isEmpty else { throw .empty }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses a pattern for paths in the library.
  func glob() throws(ValueProblem) -> Glob {
    guard !bytes.isEmpty else { throw .empty }
    // `./Show` is the result of shell completion; patterns have no such component. The separator
    // stays, and anchors the pattern.
    let isRelative = bytes.starts(with: "./".utf8)
    let pattern = isRelative ? Array(bytes.dropFirst()) : bytes
    guard let glob = Glob(pattern) else { throw .notAGlob }
    return glob
  }

  package func whole(in range: ClosedRange<Int>) throws(ValueProblem) -> Int {
    let number = try DecimalNumber(bytes)
    guard number.isWhole else { throw .notWhole }
    guard let value = number.whole, range.contains(value) else {
      throw .outOfRange(lowest: String(range.lowerBound), highest: String(range.upperBound))
    }
    return value
  }

  package func number(in range: ClosedRange<Double>) throws(ValueProblem) -> Double {
    let value = try DecimalNumber(bytes).value
    guard range.contains(value) else {
      throw .outOfRange(
        lowest: DecimalNumber.text(of: range.lowerBound),
        highest: DecimalNumber.text(of: range.upperBound)
      )
    }
    return value
  }

  func choice<Choice: CaseIterable & RawRepresentable<String>>(
    of choices: Choice.Type
  ) throws(ValueProblem) -> Choice {
    try value(among: choices.allCases.map { choice in (word: choice.rawValue, value: choice) })
  }

  /// Parses one of several words, and returns it as it is spelled there.
  func word(of words: [String]) throws(ValueProblem) -> String {
    try value(among: words.map { word in (word: word, value: word) })
  }

  /// Parses one of several words, ignoring case and hyphens, and returns its value.
  func value<Value>(
    among values: [(word: String, value: Value)]
  ) throws(ValueProblem) -> Value {
    let typed = SpellingSuggestion.folded(bytes)
    let found = values.first { known in
      SpellingSuggestion.folded(Array(known.word.utf8)) == typed
    }
    guard let found else { throw unknown(among: values.map(\.word)) }
    return found.value
  }

  /// Returns the problem that none of `words` matches, with a suggestion.
  package func unknown(among words: [String]) -> ValueProblem {
    guard !bytes.isEmpty else { return .empty }
    return .unknownWord(nearest: SpellingSuggestion.to(bytes, among: words), choices: words)
  }

  package func split(at separator: Unicode.Scalar, maxSplits: Int = .max) -> [OptionText] {
    // With empty parts, which are mistakes in most values: `1::2` is no time.
    let parts = bytes.split(
      separator: UInt8(ascii: separator),
      maxSplits: maxSplits,
      omittingEmptySubsequences: false
    )
    return parts.map { part in OptionText(Array(part)) }
  }

  /// Parses a list separated by commas.
  func list<Element>(
    of element: (OptionText) throws(ValueProblem) -> Element
  ) throws(ValueProblem) -> [Element] { try split(at: ",").map(element) }
}

/// Whether an option has a value.
package enum OptionArgument: Sendable, Equatable {
  case none
  case required(String)
  /// An optional value, as `--name=value` or as one of a few words; the option alone has its own
  /// default.
  case optional(String)

  package var placeholder: String? {
    switch self {
    case .none: nil
    case .required(let placeholder), .optional(let placeholder): placeholder
    }
  }
}

/// The completions of an option's value or an operand.
package enum Completion: Sendable, Equatable {
  case nothing
  case keywords([String])
  case colors
  case folder
  /// A file with one of these extensions, or any if empty.
  case file([String])

  /// A recording that the libraries read, or ffmpeg if it is there.
  package static let recording = Completion.file(CandidateName.recordingExtensions)
}
