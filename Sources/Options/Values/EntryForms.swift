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
      if text.bytes.contains(where: "=<>".utf8.contains) { return [try EntryCondition(text)] }
      let name = String(decoding: text.bytes, as: UTF8.self)
      guard let preset = ExpectationPreset(rawValue: name) else {
        if let field = try? EntryField(named: text) { throw .lacksRange(example: field.example) }
        throw text.unknown(among: presets + EntryField.allCases.map { "\($0.rawValue)=" })
      }
      return try preset.conditions()
    }
  }
}

extension ValueForm<[EntryField]> {
  static var columns: ValueForm {
    ValueForm("A,B", completing: .keywords(EntryField.allCases.map(\.rawValue))) {
      text throws(ValueProblem) in
      try text.list { name throws(ValueProblem) in
        do throws(ValueProblem) {
          return try EntryField(named: name)
        } catch {
          throw .inList(name.bytes, error)
        }
      }
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
        field: try EntryField(named: name),
        isDescending: isDescending
      )
    }
  }
}
