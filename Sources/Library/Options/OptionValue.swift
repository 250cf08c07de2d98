package import Bytes

/// The value of an option: its syntax, its property in the options, and the outputs that it shapes.
package struct OptionValue: Sendable {
  package enum Argument: Sendable, Equatable {
    case none
    case required(String)
    /// An optional value, only as `--name=value`; the option alone has its own default.
    case optional(String)

    package var placeholder: String? {
      switch self {
      case .none: nil
      case .required(let placeholder), .optional(let placeholder): placeholder
      }
    }
  }

  /// The outputs that depend on the value.
  struct Shaping: OptionSet, Sendable {
    let rawValue: Int

    static let pictures = Shaping(rawValue: 1)
    static let data = Shaping(rawValue: 2)
    static let all: Shaping = [.pictures, .data]
  }

  package typealias Place<Value> = any WritableKeyPath<OptionDraft, Value> & Sendable
  typealias ShapingPlace<Value> = any WritableKeyPath<RecordingOptions, Value> & Sendable
  package typealias Reader =
    @Sendable (_ text: OptionText, _ isFirst: Bool, inout OptionDraft) throws(ValueProblem) -> Void

  package let argument: Argument
  package let completion: Completion
  /// Whether several values are kept; otherwise the last one counts.
  package let isRepeatable: Bool
  package let read: Reader
  /// The outputs that the option shapes; empty if none.
  private(set) var shapes: Shaping = []
  /// Writes the value into the settings of a manifest under a name.
  package private(set) var write: @Sendable (RecordingOptions, String, inout JSONWriter) -> Void = {
    _, _, _ in
  }
  /// Returns the elements of the value in the settings as text for the command line.
  private(set) var words: @Sendable (JSONValue, String) -> [[UInt8]] = { _, _ in [] }
  /// Returns the text of the option in the key of a measurement, or nil.
  private(set) var measuringWords: @Sendable (RecordingOptions) -> String? = { _ in nil }

  private init(
    _ argument: Argument, _ completion: Completion, isRepeatable: Bool = false,
    read: @escaping Reader
  ) {
    (self.argument, self.completion, self.isRepeatable) = (argument, completion, isRepeatable)
    self.read = read
  }
}

/// Options that shape no outputs.
extension OptionValue {
  package static func flag<Value: Sendable>(_ place: Place<Value>, to value: Value) -> OptionValue {
    OptionValue(.none, .nothing) { _, _, draft in draft[keyPath: place] = value }
  }

  package static func flag(_ place: Place<Bool>) -> OptionValue { flag(place, to: true) }

  package static func flag<Value: Sendable>(
    _ place: Place<Value>, to value: Value, or form: ValueForm<Value>
  ) -> OptionValue {
    OptionValue(.optional(form.placeholder), form.completion) {
      text, _, draft throws(ValueProblem) in
      draft[keyPath: place] = text.bytes.isEmpty ? value : try form.read(text)
    }
  }

  package static func one<Value: Sendable>(
    _ form: ValueForm<Value>, _ place: Place<Value>
  ) -> OptionValue {
    OptionValue(.required(form.placeholder), form.completion) {
      text, _, draft throws(ValueProblem) in draft[keyPath: place] = try form.read(text)
    }
  }

  package static func one<Value: Sendable>(
    _ form: ValueForm<Value>, _ place: Place<Value?>
  ) -> OptionValue {
    one(form.optional, place)
  }

  /// An option whose values accumulate; the first one replaces the default.
  package static func list<Value: Sendable>(
    _ form: ValueForm<Value>, _ place: Place<[Value]>
  ) -> OptionValue {
    OptionValue(.required(form.placeholder), form.completion, isRepeatable: true) {
      text, isFirst, draft throws(ValueProblem) in
      let value = try form.read(text)
      if isFirst { draft[keyPath: place] = [] }
      draft[keyPath: place].append(value)
    }
  }
}

/// Options that change what is drawn or written: their values are part of the settings and the
/// keys.
extension OptionValue {
  static func shaping<Value: SettingValue>(
    _ shapes: Shaping, _ form: ValueForm<Value>,
    _ place: ShapingPlace<Value>, as name: String? = nil,
    measuring: (@Sendable (Value) -> String?)? = nil
  ) -> OptionValue {
    shaping(shapes, form, place, as: name, written: { $0 }, measuring: measuring)
  }

  static func shaping<Value: SettingValue>(
    _ shapes: Shaping, _ form: ValueForm<Value>, _ place: ShapingPlace<Value?>,
    measuring: (@Sendable (Value?) -> String?)? = nil
  ) -> OptionValue {
    shaping(shapes, form.optional, place, written: { $0 }, measuring: measuring)
  }

  /// An option whose value is converted for the settings.
  static func shaping<Value: Sendable, Written: SettingValue>(
    _ shapes: Shaping, _ form: ValueForm<Value>,
    _ place: ShapingPlace<Value>, as name: String? = nil,
    written: @escaping @Sendable (Value) -> Written,
    measuring: (@Sendable (Value) -> String?)? = nil
  ) -> OptionValue {
    let value = OptionValue(.required(form.placeholder), form.completion) {
      text, _, draft throws(ValueProblem) in draft.recordings[keyPath: place] = try form.read(text)
    }
    return value.shaping(shapes, place, as: name, written: written, measuring: measuring)
  }

  /// A flag, written as true or false.
  static func shaping(_ shapes: Shaping, flag place: ShapingPlace<Bool>) -> OptionValue {
    shaping(shapes, place, to: true)
  }

  /// A flag that is written only if given.
  static func shaping(_ shapes: Shaping, flag place: ShapingPlace<Bool?>) -> OptionValue {
    shaping(shapes, place, to: true)
  }

  private static func shaping<Value: SettingValue>(
    _ shapes: Shaping, _ place: ShapingPlace<Value>, to given: Value
  ) -> OptionValue {
    let value = OptionValue(.none, .nothing) { _, _, draft in
      draft.recordings[keyPath: place] = given
    }
    return value.shaping(shapes, place, as: nil, written: { $0 }, measuring: nil)
  }

  /// An option with an optional value, which is only written if the option is given.
  static func shaping<Value: SettingValue>(
    _ shapes: Shaping, flag place: ShapingPlace<Value?>, to standard: Value,
    or form: ValueForm<Value>
  ) -> OptionValue {
    let value = OptionValue(.optional(form.placeholder), form.completion) {
      text, _, draft throws(ValueProblem) in
      draft.recordings[keyPath: place] = text.bytes.isEmpty ? standard : try form.read(text)
    }
    return value.shaping(shapes, place, as: nil, written: { $0 }, measuring: nil)
  }

  /// An option whose values accumulate in a fixed order; each word may mean several.
  static func shaping<Value: SettingElement>(
    _ shapes: Shaping, list form: ValueForm<[Value]>,
    _ place: ShapingPlace<[Value]>, as name: String? = nil,
    ordered: @escaping @Sendable ([Value]) -> [Value] = { $0 }
  ) -> OptionValue {
    shaping(shapes, list: form, place, as: name, ordered: ordered, written: { $0 })
  }

  static func shaping<Value: Sendable, Written: SettingValue>(
    _ shapes: Shaping, list form: ValueForm<[Value]>, _ place: ShapingPlace<[Value]>,
    as name: String? = nil, ordered: @escaping @Sendable ([Value]) -> [Value],
    written: @escaping @Sendable ([Value]) -> Written
  ) -> OptionValue {
    let value = OptionValue(.required(form.placeholder), form.completion, isRepeatable: true) {
      text, isFirst, draft throws(ValueProblem) in
      let more = try form.read(text)
      let before = isFirst ? [] : draft.recordings[keyPath: place]
      draft.recordings[keyPath: place] = ordered(before + more)
    }
    return value.shaping(shapes, place, as: name, written: written, measuring: nil)
  }

  private func shaping<Value, Written: SettingValue>(
    _ shapes: Shaping, _ place: ShapingPlace<Value>,
    as name: String?, written: @escaping @Sendable (Value) -> Written,
    measuring: (@Sendable (Value) -> String?)?
  ) -> OptionValue {
    var value = self
    value.shapes = shapes
    value.write = { options, ownName, json in
      written(options[keyPath: place]).write(as: name ?? ownName, to: &json)
    }
    value.words = { settings, ownName in Written.words(in: settings, as: name ?? ownName) }
    if let measuring { value.measuringWords = { measuring($0[keyPath: place]) } }
    return value
  }
}
