/// Writes JSON text value by value, without holding a tree of it.
struct JSONWriter {
  enum Style {
    /// Two spaces a level, a member a line.
    case pretty
    /// All on one line.
    case compact
  }

  private(set) var bytes: [UInt8] = []
  private let style: Style
  private var depth: Int
  private var isFirst = true
  private var followsKey = false

  /// A writer whose text will stand `depth` levels deep in another.
  init(style: Style, depth: Int = 0) {
    self.style = style
    self.depth = depth
  }

  mutating func object(_ members: (inout JSONWriter) -> Void) {
    enclosed("{", "}", members)
  }

  mutating func array<Element>(
    _ elements: some Sequence<Element>, _ element: (inout JSONWriter, Element) -> Void
  ) {
    enclosed("[", "]") { json in
      for value in elements { element(&json, value) }
    }
  }

  mutating func key(_ name: String) {
    begin()
    text(name)
    bytes.append(UInt8(ascii: ":"))
    if style == .pretty { bytes.append(UInt8(ascii: " ")) }
    followsKey = true
  }

  mutating func value(_ value: String) {
    begin()
    text(value)
  }

  mutating func value(_ value: some BinaryInteger) {
    begin()
    bytes.append(contentsOf: String(value).utf8)
  }

  mutating func value(_ value: Bool) {
    begin()
    bytes.append(contentsOf: (value ? "true" : "false").utf8)
  }

  /// A number with at most so many digits behind the point; one that is not finite is null.
  mutating func value(_ value: Double, digits: Int) {
    begin()
    bytes.append(contentsOf: (DecimalText.text(of: value, digits: digits) ?? "null").utf8)
  }

  /// Numbers in a row on one line, each with at most so many digits behind the point.
  mutating func row(_ values: some Sequence<Float>, digits: Int) {
    begin()
    var separator = "["
    for value in values {
      bytes.append(contentsOf: separator.utf8)
      let text = DecimalText.text(of: Double(value), digits: digits)
      bytes.append(contentsOf: (text ?? "null").utf8)
      separator = style == .pretty ? ", " : ","
    }
    bytes.append(contentsOf: (separator == "[" ? "[]" : "]").utf8)
  }

  mutating func null() {
    begin()
    bytes.append(contentsOf: "null".utf8)
  }

  /// A value that is JSON already.
  mutating func raw(_ value: some Collection<UInt8>) {
    begin()
    bytes.append(contentsOf: value)
  }

  mutating func field(_ name: String, _ value: String) {
    key(name)
    self.value(value)
  }

  mutating func field(_ name: String, _ value: some BinaryInteger) {
    key(name)
    self.value(value)
  }

  mutating func field(_ name: String, _ value: Bool) {
    key(name)
    self.value(value)
  }

  mutating func field(_ name: String, _ value: Double, digits: Int) {
    key(name)
    self.value(value, digits: digits)
  }

  /// Takes what was written so far, for a sink that keeps up.
  mutating func takeBytes() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  private mutating func enclosed(
    _ opening: Unicode.Scalar, _ closing: Unicode.Scalar, _ members: (inout JSONWriter) -> Void
  ) {
    begin()
    bytes.append(UInt8(ascii: opening))
    isFirst = true
    depth += 1
    members(&self)
    depth -= 1
    if !isFirst { breakLine() }
    bytes.append(UInt8(ascii: closing))
    isFirst = false
  }

  private mutating func begin() {
    if followsKey {
      followsKey = false
      return
    }
    if !isFirst { bytes.append(UInt8(ascii: ",")) }
    if depth > 0, !(bytes.isEmpty && isFirst) { breakLine() }
    isFirst = false
  }

  private mutating func breakLine() {
    guard style == .pretty else { return }
    bytes.append(UInt8(ascii: "\n"))
    for _ in 0..<depth { bytes.append(contentsOf: [0x20, 0x20]) }
  }

  private mutating func text(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes.append(contentsOf: [0x5c, byte])
      case 0x0a: bytes.append(contentsOf: "\\n".utf8)
      case 0x0d: bytes.append(contentsOf: "\\r".utf8)
      case 0x09: bytes.append(contentsOf: "\\t".utf8)
      case 0..<0x20, 0x7f:
        bytes.append(contentsOf: "\\u00".utf8)
        bytes.append(contentsOf: Hexadecimal.digits(UInt64(byte), count: 2))
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
