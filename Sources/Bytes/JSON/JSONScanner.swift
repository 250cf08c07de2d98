/// Reads JSON from unchecked bytes, one value after the other.
struct JSONScanner {
  /// Deeper nesting is rejected, so that no file can exhaust the stack.
  // No format that is read here nests deeper than a few levels.
  static let depthLimit = 64

  /// The largest number of digits that can affect a Double.
  // Halfway between two Doubles a number may have 768 digits, to which come sign, point, zeros and
  // exponent. A longer one would be parsed in a single call, which no signal ends.
  private static let maximumNumberLength = 1100
  // A look costs more than a value, and 1,024 values take no time that a person notices. Untuned.
  private static let stepsBetweenLooks = 1024

  let bytes: [UInt8]
  private(set) var position: Int
  private let isStopped: () -> Bool
  private var stepsUntilLook = 0

  /// Creates a scanner that calls `isStopped` regularly and stops if it returns true; it begins
  /// after any byte order mark, or at a position that another scanner of the bytes has reached.
  init(_ bytes: [UInt8], from position: Int? = nil, isStopped: @escaping () -> Bool) {
    self.bytes = bytes
    self.isStopped = isStopped
    let hasByteOrderMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let start = hasByteOrderMark ? 3 : 0
    self.position = position ?? start
  }

  /// Reads the value that comes next, with all that is in it.
  // Each case begins with another byte, so that nothing is ever read twice.
  mutating func value(depth: Int) throws(JSONFailure) -> JSONValue {
    guard depth < Self.depthLimit else { throw failure(.tooDeep) }
    try step()
    switch try peek() {
    case UInt8(ascii: "{"):
      var members: [JSONMember] = []
      try list(from: "{", to: "}") { scanner throws(JSONFailure) in
        let name = try scanner.name()
        members.append(JSONMember(name: name, value: try scanner.value(depth: depth + 1)))
      }
      return .object(members)
    case UInt8(ascii: "["):
      var elements: [JSONValue] = []
      try list(from: "[", to: "]") { scanner throws(JSONFailure) in
        elements.append(try scanner.value(depth: depth + 1))
      }
      return .array(elements)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: return try number()
    }
  }

  /// Counts a value or an escape, and checks regularly whether to stop.
  private mutating func step() throws(JSONFailure) {
    if stepsUntilLook == 0 {
      stepsUntilLook = Self.stepsBetweenLooks
      if isStopped() { throw failure(.stopped) }
    }
    stepsUntilLook -= 1
  }

  /// Returns the next byte after blanks, without consuming it.
  mutating func peek() throws(JSONFailure) -> UInt8 {
    skipBlanks()
    guard position < bytes.count else { throw failure(.unexpectedEnd) }
    return bytes[position]
  }

  /// Consumes a byte if it is the next one after blanks.
  mutating func accept(_ byte: UInt8) throws(JSONFailure) -> Bool {
    guard try peek() == byte else { return false }
    position += 1
    return true
  }

  mutating func expect(_ byte: UInt8) throws(JSONFailure) {
    guard try accept(byte) else { throw failure(.unexpected) }
  }

  mutating func expectEnd() throws(JSONFailure) {
    skipBlanks()
    guard position == bytes.count else { throw failure(.unexpected) }
  }

  mutating func name() throws(JSONFailure) -> String {
    guard try peek() == UInt8(ascii: "\"") else { throw failure(.unexpected) }
    let name = try string()
    try expect(UInt8(ascii: ":"))
    return name
  }

  func failure(_ reason: JSONFailure.Reason) -> JSONFailure {
    JSONFailure(reason: reason, offset: position)
  }

  /// Reads comma-separated elements between two brackets.
  @inline(__always)
  mutating func list(
    from start: Unicode.Scalar,
    to end: Unicode.Scalar,
    _ element: (inout JSONScanner) throws(JSONFailure) -> Void
  ) throws(JSONFailure) {
    try expect(UInt8(ascii: start))
    if try accept(UInt8(ascii: end)) { return }
    repeat {
      try element(&self)
    } while try accept(UInt8(ascii: ","))
    try expect(UInt8(ascii: end))
  }

  private mutating func literal(
    _ word: String,
    _ value: JSONValue
  ) throws(JSONFailure) -> JSONValue {
    for byte in word.utf8 {
      guard position < bytes.count else { throw failure(.unexpectedEnd) }
      guard bytes[position] == byte else { throw failure(.unexpected) }
      position += 1
    }
    return value
  }

  private mutating func skipBlanks() {
    while position < bytes.count {
      switch bytes[position] {
      // Space, tab, newline and return: JSON has no others.
      case 32, 9, 10, 13: position += 1
      default: return
      }
    }
  }

  private mutating func number() throws(JSONFailure) -> JSONValue {
    let start = position
    if next == UInt8(ascii: "-") {
      position += 1
    }
    let leading = next
    let digits = skipDigits()
    guard digits > 0 else {
      // A sign alone is a bad number; without one, this is no number at all.
      let hasSign = start < position
      if hasSign { throw failure(.badNumber) }
      throw failure(.unexpected)
    }

    // A number begins with 0 only if that is all before the point.
    if leading == UInt8(ascii: "0"), digits > 1 {
      throw failure(.badNumber)
    }
    if next == UInt8(ascii: ".") {
      position += 1
      guard skipDigits() > 0 else { throw failure(.badNumber) }
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      position += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") {
        position += 1
      }
      guard skipDigits() > 0 else { throw failure(.badNumber) }
    }

    guard position - start <= Self.maximumNumberLength,
      let value = JSONNumber.parsed(bytes[start..<position])
    else { throw failure(.badNumber) }
    return value
  }

  /// The next byte, or 0 at the end.
  private var next: UInt8 {
    guard position < bytes.count else { return 0 }
    return bytes[position]
  }

  private mutating func skipDigits() -> Int {
    let start = position
    while 48...57 ~= next {
      position += 1
    }
    return position - start
  }
}

extension JSONScanner {
  /// Reads the text between two quotes, replacing invalid UTF-8.
  private mutating func string() throws(JSONFailure) -> String {
    position += 1
    // Most strings have no escape, and are made of their bytes at once.
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""):
        position += 1
        return String(decoding: bytes[start..<position - 1], as: UTF8.self)
      case UInt8(ascii: "\\"): return try escapedString(bytes[start..<position])
      case 0..<32: throw failure(.controlCharacter)
      default: position += 1
      }
    }
    throw failure(.unexpectedEnd)
  }

  private mutating func escapedString(_ plain: ArraySlice<UInt8>) throws(JSONFailure) -> String {
    var text = Array(plain)
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: text, as: UTF8.self)
      case UInt8(ascii: "\\"): text += String(try escape()).utf8
      case 0..<32: throw failure(.controlCharacter)
      default: text.append(byte)
      }
    }
    throw failure(.unexpectedEnd)
  }

  /// Reads an escape after its backslash; half of a surrogate pair is replaced.
  private mutating func escape() throws(JSONFailure) -> Unicode.Scalar {
    try step()
    let letter = next
    position += 1
    if letter == UInt8(ascii: "/") { return "/" }
    let known = JSONEscapes.letters.first { $0.letter == letter }
    if let known {
      return Unicode.Scalar(known.character)
    }
    guard letter == UInt8(ascii: "u") else { throw failure(.badEscape) }
    let code = try code()

    // A pair of escapes is one character; half of one is no scalar, and its text is still worth
    // reading.
    let isFirstHalf = 0xD800..<0xDC00 ~= code
    guard isFirstHalf,
      next == UInt8(ascii: "\\"),
      position + 1 < bytes.count,
      bytes[position + 1] == UInt8(ascii: "u")
    else { return Unicode.Scalar(code) ?? "\u{FFFD}" }
    let afterFirst = position
    position += 2
    let second = try self.code()
    guard 0xDC00..<0xE000 ~= second else {
      // The second escape is a character of its own, and is read next.
      position = afterFirst
      return "\u{FFFD}"
    }

    // Ten bits of each half, above the characters of 16 bits.
    let combined = 0x10000 + (code - 0xD800) << 10 + (second - 0xDC00)
    return Unicode.Scalar(combined) ?? "\u{FFFD}"
  }

  /// Reads the four hexadecimal digits of an escape.
  private mutating func code() throws(JSONFailure) -> UInt32 {
    var code: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(next)).hexDigitValue, next < 128 else {
        throw failure(.badEscape)
      }
      code = code << 4 | UInt32(digit)
      position += 1
    }
    return code
  }
}

/// A syntax error and its byte offset.
package struct JSONFailure: Error, Sendable, Equatable {
  package enum Reason: Sendable {
    case unexpected, unexpectedEnd, tooDeep, badNumber, badEscape, controlCharacter
    case stopped
  }

  package let reason: Reason
  package let offset: Int
}
