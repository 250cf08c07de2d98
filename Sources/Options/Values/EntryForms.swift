extension ValueForm<EntryCondition> {
  static var condition: ValueForm {
    ValueForm("NAME=RANGE", completing: .keywords(EntryField.allCases.map(\.rawValue))) {
      text throws(ValueProblem) in try EntryCondition(text)
    }
  }
}

extension ValueForm<[EntryCondition]> {
  /// A condition, or the name of a preset.
  // An equals sign makes it a condition, so that a preset may have the name of a column.
  static var expectation: ValueForm {
    let presets = ExpectationPreset.allCases.map(\.rawValue)
    return ValueForm("NAME=RANGE|PRESET", completing: .keywords(presets)) {
      text throws(ValueProblem) in
      if text.bytes.contains(UInt8(ascii: "=")) { return [try EntryCondition(text)] }
      let name = String(decoding: text.bytes, as: UTF8.self)
      guard let preset = ExpectationPreset(rawValue: name) else {
        // A name of a column that lacks its range is named with an equals sign.
        let columns = EntryField.allCases.map { field in "\(field.rawValue)=" }
        throw text.unknown(among: presets + columns)
      }
      return try preset.conditions()
    }
  }
}

extension ValueForm<[EntryField]> {
  static var columns: ValueForm {
    ValueForm("A,B", completing: .keywords(EntryField.allCases.map(\.rawValue))) {
      text throws(ValueProblem) in
      try text.list { name throws(ValueProblem) in try name.choice(of: EntryField.self) }
    }
  }
}

extension ValueForm<ListOptions.Order> {
  static var order: ValueForm {
    ValueForm("KEY", completing: .keywords(EntryField.allCases.map(\.rawValue))) {
      text throws(ValueProblem) in
      let isDescending = text.bytes.first == UInt8(ascii: "-")
      let name = isDescending ? OptionText(Array(text.bytes.dropFirst())) : text
      return ListOptions.Order(
        field: try name.choice(of: EntryField.self),
        isDescending: isDescending
      )
    }
  }
}
