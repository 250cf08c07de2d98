/// The syntax of an option's values: their placeholder in help, and how they are parsed and
/// completed.
package struct ValueForm<Value: Sendable>: Sendable {
  package let placeholder: String
  package let completion: Completion
  package let read: @Sendable (OptionText) throws(ValueProblem) -> Value

  package init(
    _ placeholder: String, _ completion: Completion = .nothing,
    read: @escaping @Sendable (OptionText) throws(ValueProblem) -> Value
  ) {
    (self.placeholder, self.completion, self.read) = (placeholder, completion, read)
  }

  /// A form that a method of the text parses, such as `OptionText.glob`.
  package init(
    _ placeholder: String, _ completion: Completion = .nothing,
    by parse: @escaping @Sendable (OptionText) -> () throws(ValueProblem) -> Value
  ) {
    self.init(placeholder, completion) { text throws(ValueProblem) in try parse(text)() }
  }

  var optional: ValueForm<Value?> {
    ValueForm<Value?>(placeholder, completion) { text throws(ValueProblem) in try self.read(text) }
  }
}

/// The completions of an option's value or an operand.
package enum Completion: Sendable, Equatable {
  case nothing
  case words([String])
  case colors
  case folder
  /// A file with one of these extensions, or any if empty.
  case file([String])

  /// A recording that the libraries read.
  package static let recording = Completion.file(CandidateName.readableEndings)
}

extension ValueForm where Value: CaseIterable & RawRepresentable<String> {
  static func choice(_ placeholder: String) -> ValueForm {
    ValueForm(placeholder, .words(Value.allCases.map(\.rawValue))) { text throws(ValueProblem) in
      try text.choice(of: Value.self)
    }
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
