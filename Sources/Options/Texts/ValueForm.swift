/// The syntax of an option: its argument, and how values are parsed and completed.
// Syntax, completion and parsing together, so that what is completed is what is accepted.
package struct ValueForm<Value: Sendable>: Sendable {
  package typealias Parser =
    @Sendable (_ text: OptionText, _ earlier: Value?) throws(ValueProblem) -> Value

  let argument: OptionArgument
  let completion: Completion
  /// Whether several values are kept; otherwise the last one counts.
  let isRepeatable: Bool
  /// Parses a value; `earlier` is that of the earlier arguments, if the option is repeated.
  let parse: Parser

  init(
    _ argument: OptionArgument,
    completing completion: Completion = .nothing,
    isRepeatable: Bool = false,
    parse: @escaping Parser
  ) {
    self.argument = argument
    self.completion = completion
    self.isRepeatable = isRepeatable
    self.parse = parse
  }

  /// A form with a value that does not depend on earlier ones.
  package init(
    _ placeholder: String,
    completing completion: Completion = .nothing,
    read: @escaping @Sendable (OptionText) throws(ValueProblem) -> Value
  ) {
    self.init(.required(placeholder), completing: completion) { text, _ throws(ValueProblem) in
      try read(text)
    }
  }

  /// A form that a method of the text parses, such as `OptionText.glob`.
  package init(
    _ placeholder: String,
    completing completion: Completion = .nothing,
    by parse: @escaping @Sendable (OptionText) -> () throws(ValueProblem) -> Value
  ) {
    self.init(placeholder, completing: completion) { text throws(ValueProblem) in
      let parseText = parse(text)
      return try parseText()
    }
  }

  func read(_ text: OptionText) throws(ValueProblem) -> Value { try parse(text, nil) }

  /// The same form for a property that is nil if the option is not given.
  var optional: ValueForm<Value?> {
    ValueForm<Value?>(argument, completing: completion, isRepeatable: isRepeatable) {
      text,
      earlier throws(ValueProblem) in try parse(text, earlier ?? nil)
    }
  }

  /// An option without an argument, which means this value.
  static func flag(to value: Value) -> ValueForm { ValueForm(.none) { _, _ in value } }

  /// An option with an optional value.
  static func flag(to value: Value, or form: ValueForm) -> ValueForm {
    let placeholder = form.argument.placeholder ?? ""
    return ValueForm(.optional(placeholder), completing: form.completion) {
      text,
      earlier throws(ValueProblem) in
      // Empty for the option alone.
      if text.bytes.isEmpty { return value }
      return try form.parse(text, earlier)
    }
  }

  /// One of several words, each of which means a value.
  static func keywords(
    _ placeholder: String,
    among values: [(word: String, value: Value)]
  ) -> ValueForm {
    let words = values.map(\.word)
    return ValueForm(placeholder, completing: .keywords(words)) { text throws(ValueProblem) in
      try text.value(among: values)
    }
  }

  /// An option whose values accumulate; the first one replaces the default.
  // Ordered at once and not at the end, so that the same values in another order are the same
  // options, and have the same settings.
  static func list<Element>(
    of element: ValueForm<Element>,
    ordered: @escaping @Sendable ([Element]) -> [Element] = { $0 }
  ) -> ValueForm where Value == [Element] {
    ValueForm(element.argument, completing: element.completion, isRepeatable: true) {
      text,
      earlier throws(ValueProblem) in ordered((earlier ?? []) + [try element.read(text)])
    }
  }
}

extension ValueForm<Bool> {
  static var flag: ValueForm { .flag(to: true) }
}

extension ValueForm where Value: CaseIterable & RawRepresentable<String> {
  /// One of the cases, by its raw value.
  static func choice(_ placeholder: String) -> ValueForm {
    let keywords = Value.allCases.map { value in (word: value.rawValue, value: value) }
    return .keywords(placeholder, among: keywords)
  }
}

extension ValueForm<Int> {
  package static func whole(_ placeholder: String, in range: ClosedRange<Int>) -> ValueForm {
    ValueForm(placeholder) { text throws(ValueProblem) in
      do throws(ValueProblem) {
        return try text.whole(in: range)
      } catch {
        throw error.within("\(range.lowerBound)", "\(range.upperBound)")
      }
    }
  }
}

extension ValueForm<Double> {
  package static func number(_ placeholder: String, in range: ClosedRange<Double>) -> ValueForm {
    ValueForm(placeholder) { text throws(ValueProblem) in
      do throws(ValueProblem) {
        return try text.number(in: range)
      } catch {
        throw error.within(
          DecimalNumber.text(of: range.lowerBound),
          DecimalNumber.text(of: range.upperBound)
        )
      }
    }
  }

  /// A length up to the longest side of a picture.
  // Since zero would be no shape at all: 0.01 of a pixel is a coverage of 3 in 255.
  package static func points(from smallest: Double = 0.01) -> ValueForm {
    .number("PT", in: smallest...16_384)
  }
}

extension ValueForm<[UInt8]> {
  package static func path(
    _ placeholder: String,
    completing completion: Completion = .file([])
  ) -> ValueForm {
    ValueForm(placeholder, completing: completion, by: OptionText.path)
  }

  package static var folder: ValueForm { .path("DIR", completing: .folder) }
}

extension ValueProblem {
  /// Returns the problem with the bounds that a number would have.
  fileprivate func within(_ lowest: String, _ highest: String) -> ValueProblem {
    guard case .notANumber(decimalComma: false) = self else { return self }
    return .notANumberWithin(lowest: lowest, highest: highest)
  }
}
