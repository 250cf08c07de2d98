/// The positions of some members of a large document, found without keeping their contents.
// A member of a document of 64 MiB may be an array of all its points: one pass finds where it is, and
// another reads it number by number.
package struct JSONOutline {
  let bytes: [UInt8]
  let isStopped: () -> Bool
  private let members: [(name: String, value: Range<Int>)]

  /// Reads a whole object, and finds the members of these names; of equal names the last counts.
  package init(
    of names: [String],
    in bytes: [UInt8],
    isStopped: @escaping () -> Bool = { false }
  ) throws(JSONFailure) {
    self.bytes = bytes
    self.isStopped = isStopped
    var scanner = JSONScanner(bytes, isStopped: isStopped)
    var members: [(name: String, value: Range<Int>)] = []
    try scanner.list(from: "{", to: "}") { scanner throws(JSONFailure) in
      let name = try scanner.name()
      _ = try scanner.peek()
      let start = scanner.position
      try scanner.skip(depth: 1)
      // The length first: comparing canonically equal names would be slow.
      let isSought = names.contains { $0.utf8.count == name.utf8.count && $0 == name }
      guard isSought else { return }
      members.removeAll { $0.name == name }
      members.append((name, start..<scanner.position))
    }

    try scanner.expectEnd()
    self.members = members
  }

  package func has(_ name: String) -> Bool { range(of: name) != nil }

  package func isArray(_ name: String) -> Bool {
    guard let range = range(of: name) else { return false }
    return bytes[range.lowerBound] == UInt8(ascii: "[")
  }

  /// Returns the value of a member, or nil if it is missing or longer than `maximumBytes`.
  // What is asked for here is a number or a short text, and the limit keeps a hostile
  // member from becoming values in memory.
  package func value(
    _ name: String,
    maximumBytes: Int = 1 << 10
  ) throws(JSONFailure) -> JSONValue? {
    guard let range = range(of: name), range.count <= maximumBytes else { return nil }
    var scanner = JSONScanner(bytes, from: range.lowerBound, isStopped: isStopped)
    return try scanner.value(depth: 1)
  }

  /// Returns where the value of a member is, or nil if it is missing.
  func range(of name: String) -> Range<Int>? {
    let member = members.first { $0.name == name }
    return member?.value
  }
}

extension JSONScanner {
  /// Skips a value after validating it.
  mutating func skip(depth: Int) throws(JSONFailure) {
    let first = try peek()
    guard depth < Self.depthLimit else { throw failure(.tooDeep) }
    switch first {
    case UInt8(ascii: "{"):
      try list(from: "{", to: "}") { scanner throws(JSONFailure) in
        _ = try scanner.name()
        try scanner.skip(depth: depth + 1)
      }
    case UInt8(ascii: "["):
      try list(from: "[", to: "]") { scanner throws(JSONFailure) in
        try scanner.skip(depth: depth + 1)
      }
    default: _ = try value(depth: depth)
    }
  }
}
