package import WavethumbBytes

/// The value of an option: its syntax, its property in the options, and the outputs that it shapes.
package struct OptionValue: Sendable {
  /// The outputs that depend on the value.
  struct Shaping: OptionSet, Sendable {
    let rawValue: Int

    static let pictures = Shaping(rawValue: 1)
    static let data = Shaping(rawValue: 2)
    static let all: Shaping = [.pictures, .data]
  }

  // Key paths that reach into the checked options: another property for the draft would be a second
  // place to forget an option.
  package typealias Property<Value> = any WritableKeyPath<OptionDraft, Value> & Sendable
  typealias ShapingProperty<Value> = any WritableKeyPath<RecordingOptions, Value> & Sendable
  package let argument: OptionArgument
  package let completion: Completion
  /// Whether several values are kept; otherwise the last one counts.
  package let isRepeatable: Bool
  package let read:
    @Sendable (_ text: OptionText, _ isFirst: Bool, inout OptionDraft) throws(ValueProblem) -> Void
  /// The outputs that the option shapes; empty if none.
  private(set) var shapes: Shaping = []
  // Closures, since the options have properties of as many types: so a row is a value of one type, and
  // the table an array. Those below do nothing for an option that shapes no output.
  package typealias Writing = @Sendable (RecordingOptions, String, inout JSONWriter) -> Void
  typealias Arguments = @Sendable (_ settings: JSONValue, _ name: String) -> [[UInt8]]
  typealias MeasuringKey = @Sendable (RecordingOptions) -> String?

  /// Writes the value into the settings of a manifest under a name.
  package private(set) var write: Writing = { _, _, _ in }
  /// Returns the elements of the value in the settings as text for the command line.
  private(set) var arguments: Arguments = { _, _ in [] }
  /// Returns the text of the option in the key of a measurement, or nil.
  private(set) var measuringKey: MeasuringKey = { _ in nil }

  /// An option that shapes no outputs.
  package static func one<Value: Sendable>(
    _ form: ValueForm<Value>,
    in property: Property<Value>
  ) -> OptionValue {
    OptionValue(form) { text, isFirst, draft throws(ValueProblem) in
      // The first on a command line replaces the value of a config file.
      let before = isFirst ? nil : draft[keyPath: property]
      draft[keyPath: property] = try form.parse(text, before)
    }
  }

  package static func one<Value: Sendable>(
    _ form: ValueForm<Value>,
    in property: Property<Value?>
  ) -> OptionValue { one(form.optional, in: property) }

  private init<Value>(
    _ form: ValueForm<Value>,
    read: @escaping @Sendable (OptionText, Bool, inout OptionDraft) throws(ValueProblem) -> Void
  ) {
    argument = form.argument
    completion = form.completion
    isRepeatable = form.isRepeatable
    self.read = read
  }
}

/// Options that change what is drawn or written: their values are part of the settings and the
/// keys.
extension OptionValue {
  static func shaping<Value: SettingValue>(
    _ shapes: Shaping,
    _ form: ValueForm<Value>,
    in property: ShapingProperty<Value>,
    as name: String? = nil,
    measuring: (@Sendable (Value) -> String?)? = nil
  ) -> OptionValue {
    shaping(shapes, form, in: property, as: name, written: { $0 }, measuring: measuring)
  }

  /// An option that is only written if given.
  // So that a new option changes no settings of runs without it, and makes no picture stale.
  static func shaping<Value: SettingValue>(
    _ shapes: Shaping,
    _ form: ValueForm<Value>,
    in property: ShapingProperty<Value?>
  ) -> OptionValue {
    shaping(shapes, form.optional, in: property, written: { $0 })
  }

  /// An option whose value is converted for the settings.
  static func shaping<Value: Sendable, Written: SettingValue>(
    _ shapes: Shaping,
    _ form: ValueForm<Value>,
    in property: ShapingProperty<Value>,
    as name: String? = nil,
    written: @escaping @Sendable (Value) -> Written,
    measuring: (@Sendable (Value) -> String?)? = nil
  ) -> OptionValue {
    var value = OptionValue(form) { text, isFirst, draft throws(ValueProblem) in
      let earlier = isFirst ? nil : draft.recordings[keyPath: property]
      draft.recordings[keyPath: property] = try form.parse(text, earlier)
    }
    value.shapes = shapes
    value.write = { options, ownName, json in
      let setting = written(options[keyPath: property])
      setting.write(as: name ?? ownName, to: &json)
    }
    value.arguments = { settings, ownName in
      Written.arguments(in: settings, as: name ?? ownName)
    }
    if let measuring {
      value.measuringKey = { options in measuring(options[keyPath: property]) }
    }
    return value
  }
}
