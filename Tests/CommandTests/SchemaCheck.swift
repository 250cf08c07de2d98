import WavethumbBatch
import WavethumbBytes

/// Validates a value against a JSON Schema, limited to the keywords of the manifest's schema.
// A complete validator would be a dependency, for three tests.
struct SchemaCheck {
  private let root: JSONValue
  /// What is wrong, with the path of each value; empty if nothing is.
  private(set) var complaints: [String] = []

  init(_ schema: JSONValue) {
    root = schema
  }

  mutating func check(_ value: JSONValue) {
    check(value, against: root, at: "")
  }

  private mutating func check(_ value: JSONValue, against schema: JSONValue, at path: String) {
    if let reference = schema["$ref"]?.string {
      check(value, against: resolved(reference), at: path)
    }
    if let constant = schema["const"], constant != value {
      complain(at: path, "is not \(constant)")
    }
    if let choices = schema["enum"]?.array, !choices.contains(value) {
      complain(at: path, "is no value of the list")
    }
    if let type = schema["type"]?.string, !Self.has(value, type: type) {
      complain(at: path, "is no \(type)")
    }
    if let number = value.double {
      check(number, against: schema, at: path)
    }
    if let pattern = schema["pattern"]?.string, let text = value.string {
      checkText(text, against: pattern, at: path)
    }
    checkMembers(value, against: schema, at: path)
    if let condition = schema["if"] {
      // What is wrong with a condition is no mistake of the value.
      var trial = SchemaCheck(root)
      trial.check(value, against: condition, at: path)
      let isMet = trial.complaints.isEmpty
      if let branch = schema[isMet ? "then" : "else"] {
        check(value, against: branch, at: path)
      }
    }
  }

  private mutating func check(_ number: Double, against schema: JSONValue, at path: String) {
    if let minimum = schema["minimum"]?.double, number < minimum {
      complain(at: path, "is below \(minimum)")
    }
    if let maximum = schema["maximum"]?.double, number > maximum {
      complain(at: path, "is above \(maximum)")
    }
  }

  private mutating func checkMembers(
    _ value: JSONValue,
    against schema: JSONValue,
    at path: String
  ) {
    for name in schema["required"]?.array ?? [] {
      if let name = name.string, value[name] == nil {
        complain(at: path, "has no \(name)")
      }
    }
    if case .object(let properties)? = schema["properties"] {
      for property in properties {
        if let member = value[property.name] {
          check(member, against: property.value, at: "\(path)/\(property.name)")
        }
      }
    }
    if let items = schema["items"], let elements = value.array {
      for (index, element) in elements.enumerated() {
        check(element, against: items, at: "\(path)/\(index)")
      }
    }
  }

  private mutating func checkText(_ text: String, against pattern: String, at path: String) {
    do {
      if try Regex(pattern).firstMatch(in: text) == nil {
        complain(at: path, "is not \(pattern)")
      }
    } catch {
      complain(at: path, "cannot be compared with \(pattern)")
    }
  }

  /// Returns the schema that a reference of the form `#/definitions/name` names.
  private func resolved(_ reference: String) -> JSONValue {
    var schema = root
    for name in reference.split(separator: "/").dropFirst() {
      schema = schema[String(name)] ?? .null
    }
    return schema
  }

  private static func has(_ value: JSONValue, type: String) -> Bool {
    switch value {
    case .object: type == "object"
    case .array: type == "array"
    case .string: type == "string"
    case .bool: type == "boolean"
    // Each integer is a number as well.
    case .integer: type == "integer" || type == "number"
    case .number: type == "number"
    case .null: type == "null"
    }
  }

  private mutating func complain(at path: String, _ complaint: String) {
    complaints.append("\(path.isEmpty ? "it" : path) \(complaint)")
  }
}
