/// A value of a JSON document.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  /// A number without fraction and exponent that fits an Int.
  case integer(Int)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// Members in order; of equal names the last counts.
  // An array and not a dictionary: entries have some twenty members, and are written in the order
  // in which they were read.
  case object([JSONMember])

  /// Parses one value surrounded by blanks only, until `isStopped` returns true.
  package init(_ bytes: [UInt8], isStopped: @escaping () -> Bool = { false }) throws(JSONFailure) {
    var scanner = JSONScanner(bytes, isStopped: isStopped)
    self = try scanner.value(depth: 0)
    try scanner.expectEnd()
  }

  /// Returns the value of a text, or nil if it is not JSON.
  package static func reading(_ bytes: [UInt8]) -> JSONValue? {
    return try? JSONValue(bytes)
  }

  /// The value of a member, or nil if it is missing or this is not an object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.isNamed(name) }?.value
  }

  package var string: String? {
    if case .string(let value) = self {
      value
    } else {
      nil
    }
  }

  package var bool: Bool? {
    if case .bool(let value) = self {
      value
    } else {
      nil
    }
  }

  package var array: [JSONValue]? {
    if case .array(let value) = self {
      value
    } else {
      nil
    }
  }

  /// The value as an integer, in any notation.
  package var int: Int? {
    switch self {
    case .integer(let value): value
    // 3.0 and 3e0 are integers too, and 3.5 is none.
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

/// A name and a value of an object.
package struct JSONMember: Sendable, Equatable {
  package let name: String
  package let value: JSONValue

  /// Returns whether the name has these bytes; comparing canonically equal names would be slow.
  package func isNamed(_ other: String) -> Bool {
    name.utf8.count == other.utf8.count && name == other
  }
}
