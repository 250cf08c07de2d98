/// A condition on one field of an entry: `loudness=-17..-15`, `status=failed`, `findings=none`.
package struct EntryCondition: Sendable, Equatable {
  package enum Test: Sendable, Equatable {
    /// A number within bounds, each of which may be missing.
    case range(Double?, Double?)
    /// At least one of the wanted words, if any are given, and none of the unwanted ones.
    case words(wanted: [String], unwanted: [String])
    /// No words at all.
    case none
    /// The number of the first recording of the same folder.
    case same
  }

  package let field: EntryField
  package let test: Test
  /// If not nil, the condition only holds for recordings with one channel, or with more.
  package let isMono: Bool?
  /// As it was typed.
  package let text: String

  /// Reads `NAME=RANGE` or `NAME=WORD,!WORD`.
  package init(_ option: OptionText, isMono: Bool? = nil) throws(ValueProblem) {
    let parts = option.parts(at: "=", maxSplits: 1)
    field = try parts[0].choice(of: EntryField.self)
    guard parts.count == 2, !parts[1].bytes.isEmpty else { throw .empty }
    text = String(decoding: option.bytes, as: UTF8.self)
    test = try Self.test(of: field, parts[1])
    self.isMono = isMono
  }

  private static func test(of field: EntryField, _ value: OptionText) throws(ValueProblem) -> Test {
    let bytes = value.bytes
    guard field.isNumber else {
      if bytes == Array("none".utf8) { return .none }
      return try words(of: field, value)
    }
    if bytes == Array(sameWord.utf8) { return .same }
    let dots = bytes.indices.dropLast().first { bytes[$0] == dot && bytes[$0 + 1] == dot }
    guard let dots else {
      let number = try OptionText(bytes).number(numbers)
      return .range(number, number)
    }
    let low = Array(bytes[..<dots])
    let high = Array(bytes[(dots + 2)...])
    let lower = low.isEmpty ? nil : try OptionText(low).number(numbers)
    let upper = high.isEmpty ? nil : try OptionText(high).number(numbers)
    guard let lower, let upper, lower > upper else { return .range(lower, upper) }
    throw .reversed(
      sorted: "\(DecimalNumber.words(for: upper))..\(DecimalNumber.words(for: lower))")
  }

  private static func words(
    of field: EntryField, _ value: OptionText
  ) throws(ValueProblem) -> Test {
    var wanted: [String] = []
    var unwanted: [String] = []
    for text in value.parts(at: ",") {
      let isUnwanted = text.bytes.first == UInt8(ascii: "!")
      let name = isUnwanted ? OptionText(Array(text.bytes.dropFirst())) : text
      // Fields with few values know their words, so a misspelt one is an error and no empty list.
      let word = try field.words.map { words throws(ValueProblem) in try name.word(of: words) }
      let typed = word ?? String(decoding: name.bytes, as: UTF8.self)
      if isUnwanted {
        unwanted.append(typed)
      } else {
        wanted.append(typed)
      }
    }
    return .words(wanted: wanted, unwanted: unwanted)
  }

  private static let sameWord = "same"
  private static let dot = UInt8(ascii: ".")
  // Within these bounds a `Double` has each whole number.
  private static let numbers = -1e15...1e15

  package func holds(for number: Double?) -> Bool {
    guard case .range(let lower, let upper) = test, let number else { return false }
    return number >= lower ?? -.infinity && number <= upper ?? .infinity
  }

  package func holds(for words: [String]) -> Bool {
    switch test {
    case .range, .same: false
    case .none: words.isEmpty
    case .words(let wanted, let unwanted):
      if words.contains(where: unwanted.contains) {
        false
      } else {
        wanted.isEmpty || words.contains(where: wanted.contains)
      }
    }
  }
}
