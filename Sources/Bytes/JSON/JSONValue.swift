/// A JSON value that was read.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that an Int holds.
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// Members in their order; of equal names the last counts.
  case object([JSONMember])

  /// Reads one value with nothing but blanks around it, until `isStopped` returns true.
  package init(
    _ bytes: [UInt8], isStopped: @escaping () -> Bool = { false }
  ) throws(JSONFailure) {
    var scanner = JSONScanner(bytes, isStopped: isStopped)
    self = try scanner.value(depth: 0)
    try scanner.expectEnd()
  }

  /// The value of a member, nil where there is none or this is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.isNamed(name) }?.value
  }

  package var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  package var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// A whole number, however it is written.
  package var int: Int? {
    switch self {
    case .integer(let value): value
    case .number(let value): Int(exactly: value)
    case .null, .bool, .string, .array, .object: nil
    }
  }

  package var double: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .number(let value): value
    case .null, .bool, .string, .array, .object: nil
    }
  }
}

/// A name and its value.
package struct JSONMember: Sendable, Equatable {
  package let name: String
  package let value: JSONValue

  /// Whether it has that name; names that only look equal are long to compare, and are not asked
  /// for.
  package func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name == other
  }
}

/// Why bytes are not JSON, and at which of them.
package struct JSONFailure: Error, Sendable, Equatable {
  package enum Reason: Sendable {
    case unexpected, unexpectedEnd, tooDeep, badNumber, badEscape, controlCharacter
    /// The caller stopped the reading.
    case stopped
  }

  package let reason: Reason
  package let offset: Int

  package init(reason: Reason, offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
