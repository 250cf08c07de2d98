import WavethumbBatch
import WavethumbBytes

/// Validates a value against a JSON Schema, limited to the keywords of the manifest's schema.
struct SchemaCheck {
  private let root: JSONValue
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
      complain(at: path, "is none of the words allowed")
    }
    if let type = schema["type"]?.string, !Self.isOf(type, value) {
      complain(at: path, "is no \(type)")
    }
    if let least = schema["minimum"]?.double, (value.double ?? least) < least {
      complain(at: path, "is below \(least)")
    }
    if let maximum = schema["maximum"]?.double, (value.double ?? maximum) > maximum {
      complain(at: path, "is above \(maximum)")
    }
    if let pattern = schema["pattern"]?.string, let text = value.string {
      checkText(text, against: pattern, at: path)
    }
    checkMembers(value, against: schema, at: path)
    if let condition = schema["if"] {
      var trial = SchemaCheck(root)
      trial.check(value, against: condition, at: path)
      let branch = schema[trial.complaints.isEmpty ? "then" : "else"]
      if let branch {
        check(value, against: branch, at: path)
      }
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
      complain(at: path, "cannot be held against \(pattern)")
    }
  }

  private func resolved(_ reference: String) -> JSONValue {
    reference.split(separator: "/").dropFirst().reduce(root) { $0[String($1)] ?? .null }
  }

  private static func isOf(_ type: String, _ value: JSONValue) -> Bool {
    switch (type, value) {
    case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool),
      ("integer", .integer), ("number", .integer), ("number", .number):
      true
    default: false
    }
  }

  private mutating func complain(at path: String, _ complaint: String) {
    complaints.append("\(path.isEmpty ? "it" : path) \(complaint)")
  }
}
