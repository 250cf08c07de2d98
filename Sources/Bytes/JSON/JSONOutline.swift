/// The positions of some members of a large document, found without keeping their contents.
package struct JSONOutline {
  let bytes: [UInt8]
  let isStopped: () -> Bool
  private let places: [(name: String, value: Range<Int>)]

  /// Reads a whole object, and finds the members of these names; of equal names the last counts.
  package init(
    of names: [String], in bytes: [UInt8], isStopped: @escaping () -> Bool = { false }
  ) throws(JSONFailure) {
    self.bytes = bytes
    self.isStopped = isStopped
    var scanner = JSONScanner(bytes, isStopped: isStopped)
    var places: [(name: String, value: Range<Int>)] = []
    try scanner.list(from: "{", to: "}") { scanner throws(JSONFailure) in
      let name = try scanner.name()
      _ = try scanner.peek()
      let start = scanner.position
      try scanner.skip(depth: 1)
      // Comparing canonically equal names would be slow.
      guard names.contains(where: { $0.utf8.count == name.utf8.count && $0 == name }) else {
        return
      }
      places.removeAll { $0.name == name }
      places.append((name, start..<scanner.position))
    }
    try scanner.expectEnd()
    self.places = places
  }

  package func has(_ name: String) -> Bool { place(name) != nil }

  package func isArray(_ name: String) -> Bool {
    place(name).map { bytes[$0.lowerBound] == UInt8(ascii: "[") } ?? false
  }

  /// Returns the value of a member, or nil if it is missing or longer than `mostBytes`.
  package func value(_ name: String, mostBytes: Int = 1 << 10) throws(JSONFailure) -> JSONValue? {
    guard let place = place(name), place.count <= mostBytes else { return nil }
    var scanner = JSONScanner(bytes, from: place.lowerBound, isStopped: isStopped)
    return try scanner.value(depth: 1)
  }

  func place(_ name: String) -> Range<Int>? { places.first { $0.name == name }?.value }
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
