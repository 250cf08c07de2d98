/// The elements of one array of a large document, read one at a time.
///
/// The document is an object; its other members are gathered as they are passed.
package struct JSONElements {
  /// An element and the bytes it stands in.
  package struct Element: Sendable, Equatable {
    package let value: JSONValue
    package let byteRange: Range<Int>

    package init(value: JSONValue, byteRange: Range<Int>) {
      self.value = value
      self.byteRange = byteRange
    }
  }

  private enum State {
    case beforeFirst, between, done
  }

  private var scanner: JSONScanner
  private let name: String
  private var state = State.beforeFirst
  /// The members before the array, and after the last element also those behind it.
  package private(set) var others: [JSONMember] = []

  /// Reads up to the array of that name; where there is none there are no elements.
  package init(
    of name: String, in bytes: [UInt8], isStopped: @escaping () -> Bool = { false }
  ) throws(JSONFailure) {
    self.name = name
    scanner = JSONScanner(bytes, isStopped: isStopped)
    try scanner.expect(UInt8(ascii: "{"))
    if try scanner.accept(UInt8(ascii: "}")) {
      try finish()
    } else {
      try readMembers()
    }
  }

  /// The next element, nil behind the last, when the whole document proved to be sound.
  package mutating func next() throws(JSONFailure) -> Element? {
    switch state {
    case .done: return nil
    case .beforeFirst:
      if try scanner.accept(UInt8(ascii: "]")) { return try leaveArray() }
    case .between:
      guard try scanner.accept(UInt8(ascii: ",")) else {
        try scanner.expect(UInt8(ascii: "]"))
        return try leaveArray()
      }
    }
    _ = try scanner.peek()
    let start = scanner.position
    let value = try scanner.value(depth: 2)
    state = .between
    return Element(value: value, byteRange: start..<scanner.position)
  }

  private mutating func leaveArray() throws(JSONFailure) -> Element? {
    if try scanner.accept(UInt8(ascii: ",")) {
      try readMembers()
      // A second array of that name, or one that is no array: the first counts.
      guard state == .done else { throw scanner.failure(.unexpected) }
    } else {
      try scanner.expect(UInt8(ascii: "}"))
      try finish()
    }
    return nil
  }

  /// Reads members until the array begins or the object ends.
  private mutating func readMembers() throws(JSONFailure) {
    state = .beforeFirst
    repeat {
      let name = try scanner.name()
      if name == self.name, try scanner.accept(UInt8(ascii: "[")) { return }
      others.append(JSONMember(name: name, value: try scanner.value(depth: 1)))
    } while try scanner.accept(UInt8(ascii: ","))
    try scanner.expect(UInt8(ascii: "}"))
    try finish()
  }

  private mutating func finish() throws(JSONFailure) {
    try scanner.expectEnd()
    state = .done
  }
}
