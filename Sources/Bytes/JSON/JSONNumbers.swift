/// The numbers of one array, or of the arrays in it, read one at a time.
package struct JSONNumbers {
  /// What stands at one place; nil where that is no number.
  package struct Element: Sendable, Equatable {
    /// The list in the list; 0 where there is only one.
    package let row: Int
    package let number: JSONValue?
  }

  private var scanner: JSONScanner
  private let hasRows: Bool
  private var isInRow = false
  private var isFirst = true
  /// How many lists in the list were read to their end.
  package private(set) var rows = 0

  /// Those of a member, nil where it is no array; with `rows` also those of lists in the list.
  package init?(of name: String, in outline: JSONOutline, rows: Bool = false) {
    guard outline.isArray(name), let place = outline.place(name) else { return nil }
    hasRows = rows
    scanner = JSONScanner(
      outline.bytes, from: place.lowerBound + 1, isStopped: outline.isStopped)
  }

  /// The next one, nil behind the last.
  package mutating func next() throws(JSONFailure) -> Element? {
    while true {
      if try isAtEnd() {
        guard isInRow else { return nil }
        rows += 1
        (isInRow, isFirst) = (false, false)
        continue
      }
      isFirst = false
      if hasRows, !isInRow, try scanner.accept(UInt8(ascii: "[")) {
        (isInRow, isFirst) = (true, true)
        continue
      }
      return Element(row: rows, number: try number())
    }
  }

  /// Goes past the comma before an element, or past the end.
  private mutating func isAtEnd() throws(JSONFailure) -> Bool {
    if isFirst { return try scanner.accept(UInt8(ascii: "]")) }
    if try scanner.accept(UInt8(ascii: ",")) { return false }
    try scanner.expect(UInt8(ascii: "]"))
    return true
  }

  private mutating func number() throws(JSONFailure) -> JSONValue? {
    let first = try scanner.peek()
    guard first == UInt8(ascii: "-") || 48...57 ~= first else {
      try scanner.skip(depth: 2)
      return nil
    }
    return try scanner.value(depth: 2)
  }
}
