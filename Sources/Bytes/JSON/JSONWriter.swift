/// Writes JSON into bytes that can be taken at any time.
///
/// Names and values are written in the order of the calls; the caller must close each object and
/// array, and name each member.
package struct JSONWriter: Sendable {
  package enum Layout: Sendable {
    /// One member per line, indented by two spaces per level, for people and for `diff`.
    case indented
    /// A single line, for events.
    case compact
  }

  private enum Container { case lines, inline }

  private let layout: Layout
  private let outerDepth: Int
  // Not a String: these go to a file or a pipe as they are.
  package private(set) var bytes: [UInt8] = []
  /// The objects and arrays that are not closed, the innermost last.
  private var open: [Container] = []
  /// Whether the next value is the first of its container, or of the document.
  private var isFirst = true
  /// Whether the next value belongs to a name.
  private var followsName = false

  /// Creates a writer whose text will be nested `depth` levels deep.
  // Entries of a manifest are written one by one, and copied into it as they are.
  package init(_ layout: Layout, depth: Int = 0) {
    self.layout = layout
    outerDepth = depth
  }

  /// Returns the bytes written since the last call.
  package mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  package var count: Int { bytes.count }

  package mutating func beginArray(inline: Bool = false) {
    begin(UInt8(ascii: "["), inline: inline)
  }

  package mutating func endArray() { end(UInt8(ascii: "]")) }

  package mutating func name(_ name: String) {
    separate()
    append(quoted: name)
    bytes.append(UInt8(ascii: ":"))
    if layout == .indented {
      bytes.append(UInt8(ascii: " "))
    }
    followsName = true
  }

  /// Ends a document, or a line of NDJSON.
  package mutating func newline() {
    bytes.append(UInt8(ascii: "\n"))
    // What follows is another document, without a comma before it.
    isFirst = true
  }

  /// Writes a value that is JSON already.
  // Unchecked: the settings of a manifest and tables of a page, which this writer has written.
  package mutating func raw(_ json: some Sequence<UInt8>) {
    separate()
    bytes.append(contentsOf: json)
  }

  private mutating func begin(_ bracket: UInt8, inline: Bool) {
    separate()
    bytes.append(bracket)
    // What is on one line has everything inside on that line too.
    let isInside = open.last == .inline
    let staysOnLine = inline || isInside || layout == .compact
    open.append(staysOnLine ? .inline : .lines)
    isFirst = true
  }

  private mutating func end(_ bracket: UInt8) {
    let container = open.popLast()
    // An empty one is `{}` or `[]`.
    if container == .lines, !isFirst {
      breakLine()
    }
    bytes.append(bracket)
    isFirst = false
  }

  /// Writes a comma after the last value, and the line break or the space before the next one.
  private mutating func separate() {
    if followsName {
      followsName = false
      return
    }
    if !isFirst {
      bytes.append(UInt8(ascii: ","))
    }
    switch open.last {
    case .lines: breakLine()
    case .inline where !isFirst && layout == .indented: bytes.append(UInt8(ascii: " "))
    case .inline?, nil: break
    }
    isFirst = false
  }

  private mutating func breakLine() {
    bytes.append(UInt8(ascii: "\n"))
    let depth = outerDepth + open.count
    bytes.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
  }

  private mutating func append(quoted string: String) {
    bytes.append(UInt8(ascii: "\""))
    JSONEscapes.append(string, to: &bytes)
    bytes.append(UInt8(ascii: "\""))
  }
}

extension JSONWriter {
  package mutating func value(_ value: String) {
    separate()
    append(quoted: value)
  }

  package mutating func value(_ value: Int) { raw(String(value).utf8) }

  package mutating func value(_ value: Bool) {
    let word = value ? "true" : "false"
    raw(word.utf8)
  }

  package mutating func null() { raw("null".utf8) }

  /// Writes the shortest digits that read back as the same number; null for NaN and infinity.
  package mutating func value(_ value: Double) { raw(JSONNumber.shortest(value).utf8) }

  /// Writes at most `decimals` decimals without trailing zeros; null for NaN and infinity.
  package mutating func value(_ value: Double, decimals: Int) {
    raw(JSONNumber.rounded(value, decimals: decimals).utf8)
  }

  package mutating func member(_ name: String, _ value: String) {
    self.name(name)
    self.value(value)
  }

  /// Writes a member; null for nil.
  // Null and not left out, so that a reader may count on the name.
  package mutating func member(_ name: String, _ value: Int?) {
    self.name(name)
    if let value {
      self.value(value)
    } else {
      null()
    }
  }

  /// Writes a member; null for nil.
  package mutating func member(_ name: String, _ value: Bool?) {
    self.name(name)
    if let value {
      self.value(value)
    } else {
      null()
    }
  }

  /// Writes a member; null for nil, NaN and infinity.
  package mutating func member(_ name: String, _ value: Double?, decimals: Int) {
    self.name(name)
    if let value {
      self.value(value, decimals: decimals)
    } else {
      null()
    }
  }
}

/// Objects and arrays whose contents are written by a closure.
extension JSONWriter {
  package mutating func object(inline: Bool = false, _ members: (inout JSONWriter) -> Void) {
    begin(UInt8(ascii: "{"), inline: inline)
    members(&self)
    end(UInt8(ascii: "}"))
  }

  /// Writes a member that is an object, optionally on one line.
  package mutating func member(
    _ name: String,
    inline: Bool = false,
    _ members: (inout JSONWriter) -> Void
  ) {
    self.name(name)
    object(inline: inline, members)
  }

  package mutating func member<Element>(
    _ name: String,
    inline: Bool = false,
    array elements: some Sequence<Element>,
    _ element: (inout JSONWriter, Element) -> Void
  ) {
    self.name(name)
    array(elements, inline: inline, element)
  }

  /// Writes a member that is an array of numbers on one line.
  package mutating func member(_ name: String, row: some Sequence<Float>, decimals: Int) {
    self.name(name)
    self.row(row, decimals: decimals)
  }

  package mutating func array<Element>(
    _ elements: some Sequence<Element>,
    inline: Bool = false,
    _ element: (inout JSONWriter, Element) -> Void
  ) {
    beginArray(inline: inline)
    for value in elements {
      element(&self, value)
    }
    endArray()
  }

  /// Writes numbers on one line, each with at most `decimals` decimals.
  // The bars of a picture would take a screen of lines for each hundred of them.
  package mutating func row(_ values: some Sequence<Float>, decimals: Int) {
    array(values, inline: true) { json, value in
      json.value(Double(value), decimals: decimals)
    }
  }
}
