/// The syntax of an option: its argument, and how values are parsed and completed.
// Syntax, completion and parsing together, so that what is completed is what is accepted.
package struct ValueForm<Value: Sendable>: Sendable {
  package typealias Parser =
    @Sendable (_ text: OptionText, _ earlier: Value?) throws(ValueProblem) -> Value

  let argument: OptionArgument
  let completion: Completion
  /// Whether several values are kept; otherwise the last one counts.
  let isRepeatable: Bool
  /// Parses a value; `earlier` is that of the words before, if the option is repeated.
  let parse: Parser

  init(
    _ argument: OptionArgument, _ completion: Completion = .nothing,
    isRepeatable: Bool = false, parse: @escaping Parser
  ) {
    self.argument = argument
    self.completion = completion
    self.isRepeatable = isRepeatable
    self.parse = parse
  }

  package init(
    _ placeholder: String, _ completion: Completion = .nothing,
    read: @escaping @Sendable (OptionText) throws(ValueProblem) -> Value
  ) {
    self.init(.required(placeholder), completion) { text, _ throws(ValueProblem) in try read(text) }
  }

  /// A form that a method of the text parses, such as `OptionText.glob`.
  package init(
    _ placeholder: String, _ completion: Completion = .nothing,
    by parse: @escaping @Sendable (OptionText) -> () throws(ValueProblem) -> Value
  ) {
    self.init(placeholder, completion) { text throws(ValueProblem) in try parse(text)() }
  }

  func read(_ text: OptionText) throws(ValueProblem) -> Value { try parse(text, nil) }

  var optional: ValueForm<Value?> {
    ValueForm<Value?>(argument, completion, isRepeatable: isRepeatable) {
      text, earlier throws(ValueProblem) in try parse(text, earlier ?? nil)
    }
  }

  /// An option without a value, which stands for this one.
  static func flag(to value: Value) -> ValueForm { ValueForm(.none) { _, _ in value } }

  /// An option with an optional value.
  static func flag(to value: Value, or form: ValueForm) -> ValueForm {
    ValueForm(.optional(form.argument.placeholder ?? ""), form.completion) {
      text, earlier throws(ValueProblem) in
      text.bytes.isEmpty ? value : try form.parse(text, earlier)
    }
  }

  /// One of several words, each of which stands for a value.
  static func keywords(_ placeholder: String, _ values: [(word: String, value: Value)]) -> ValueForm
  {
    ValueForm(placeholder, .keywords(values.map(\.word))) { text throws(ValueProblem) in
      try text.value(among: values)
    }
  }

  /// An option whose values accumulate; the first one replaces the default.
  static func list<Element>(
    _ element: ValueForm<Element>,
    _ ordered: @escaping @Sendable ([Element]) -> [Element] = { $0 }
  ) -> ValueForm where Value == [Element] {
    ValueForm(element.argument, element.completion, isRepeatable: true) {
      text, earlier throws(ValueProblem) in ordered((earlier ?? []) + [try element.read(text)])
    }
  }
}

extension ValueForm<Bool> { static var flag: ValueForm { .flag(to: true) } }

extension ValueForm where Value: CaseIterable & RawRepresentable<String> {
  static func choice(_ placeholder: String) -> ValueForm {
    .keywords(placeholder, Value.allCases.map { ($0.rawValue, $0) })
  }
}

extension ValueForm<Int> {
  package static func whole(_ placeholder: String, _ range: ClosedRange<Int>) -> ValueForm {
    ValueForm(placeholder) { text throws(ValueProblem) in try text.whole(range) }
  }
}

extension ValueForm<Double> {
  package static func number(_ placeholder: String, _ range: ClosedRange<Double>) -> ValueForm {
    ValueForm(placeholder) { text throws(ValueProblem) in try text.number(range) }
  }

  package static func points(from smallest: Double = 0.01) -> ValueForm {
    .number("PT", smallest...16_384)
  }
}

extension ValueForm<[UInt8]> {
  package static func path(_ placeholder: String, _ completion: Completion = .file([])) -> ValueForm
  {
    ValueForm(placeholder, completion, by: OptionText.path)
  }

  package static var folder: ValueForm { .path("DIR", .folder) }
}
