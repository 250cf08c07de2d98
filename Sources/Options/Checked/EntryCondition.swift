/// A condition on one field of an entry: `loudness=-17..-15`, `status=failed`, `findings=none`.
package struct EntryCondition: Sendable, Equatable {
  package enum Test: Sendable, Equatable {
    /// A number within bounds, each of which may be missing.
    case range(Double?, Double?)
    /// At least one of the first texts, if there are any, and none of the others.
    case texts(anyOf: [String], noneOf: [String])
    /// No text at all.
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
    if let range = Self.range(ofComparison: option) { throw .comparison(range: range) }
    let fields = option.split(at: "=", maxSplits: 1)
    field = try EntryField(named: fields[0])
    guard fields.count == 2, !fields[1].bytes.isEmpty else {
      throw .lacksRange(example: field.example)
    }
    text = String(decoding: option.bytes, as: UTF8.self)
    test = try Self.test(of: field, typed: fields[1])
    self.isMono = isMono
  }

  /// Returns the range that means the same as `loudness>-17`, which people write in its place; nil for
  /// anything else.
  private static func range(ofComparison option: OptionText) -> String? {
    let signs = Array("<>".utf8)
    guard let sign = option.bytes.firstIndex(where: signs.contains) else { return nil }
    let name = OptionText(Array(option.bytes[..<sign]))
    guard let field = EntryField(meantBy: name), field.isNumber else { return nil }
    var bound = option.bytes[(sign + 1)...]
    if bound.first == UInt8(ascii: "=") {
      bound.removeFirst()
    }
    let number = String(decoding: bound, as: UTF8.self)
    let isAbove = option.bytes[sign] == UInt8(ascii: ">")
    return isAbove ? "\(field.rawValue)=\(number).." : "\(field.rawValue)=..\(number)"
  }

  private static func test(
    of field: EntryField,
    typed value: OptionText
  ) throws(ValueProblem) -> Test {
    guard field.isNumber else {
      // A field may have the word as one of its values.
      let hasNone = field.possibleValues?.contains { word in word == "none" } ?? false
      if value.bytes == Array("none".utf8), !hasNone { return .none }
      return try texts(of: field, typed: value)
    }
    if value.bytes == Array("same".utf8) { return .same }
    // A number alone means both ends: `channels=2`.
    guard let (low, high) = value.aroundDots else {
      let number = try value.number(in: numbers)
      return .range(number, number)
    }
    let lower = try bound(typed: low)
    let upper = try bound(typed: high)
    guard let lower, let upper, lower > upper else { return .range(lower, upper) }
    throw .reversed(
      sorted: "\(DecimalNumber.text(of: upper))..\(DecimalNumber.text(of: lower))"
    )
  }

  /// Reads one end of a range; nil if it is omitted.
  private static func bound(typed bytes: [UInt8]) throws(ValueProblem) -> Double? {
    if bytes.isEmpty { return nil }
    return try OptionText(bytes).number(in: numbers)
  }

  private static func texts(
    of field: EntryField,
    typed value: OptionText
  ) throws(ValueProblem) -> Test {
    var required: [String] = []
    var excluded: [String] = []
    for text in value.split(at: ",") {
      let isExcluded = text.bytes.first == UInt8(ascii: "!")
      let name = isExcluded ? OptionText(Array(text.bytes.dropFirst())) : text
      // Fields with few values know them, so a misspelt one is an error and no empty list.
      let known = try field.possibleValues.map { values throws(ValueProblem) in
        try name.word(of: values)
      }
      let typed = known ?? String(decoding: name.bytes, as: UTF8.self)
      if isExcluded {
        excluded.append(typed)
      } else {
        required.append(typed)
      }
    }
    return .texts(anyOf: required, noneOf: excluded)
  }

  // Within these bounds a `Double` has each whole number.
  private static let numbers = -1e15...1e15

  // A missing number never holds: a recording that was not measured must not pass a check.
  package func holds(for number: Double?) -> Bool {
    guard case .range(let lower, let upper) = test, let number else { return false }
    let lowest = lower ?? -.infinity
    let highest = upper ?? .infinity
    return lowest <= number && number <= highest
  }

  package func holds(for texts: [String]) -> Bool {
    switch test {
    case .range, .same: false
    case .none: texts.isEmpty
    case .texts(let required, let excluded):
      Self.holds(for: texts, required: required, excluded: excluded)
    }
  }

  private static func holds(
    for texts: [String],
    required: [String],
    excluded: [String]
  ) -> Bool {
    if texts.contains(where: excluded.contains) { return false }
    // With excluded texts only, a recording without any meets the condition.
    return required.isEmpty || texts.contains(where: required.contains)
  }
}
