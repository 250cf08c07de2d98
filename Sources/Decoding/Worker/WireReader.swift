/// Bytes that are not what they should be.
package struct WireFailure: Error {}

/// What can be spelled as bytes, and read from bytes that nobody checked.
package protocol WireValue {
  func append(to writer: inout WireWriter)
  init(from reader: inout WireReader) throws(WireFailure)
}

/// Reads what a `WireWriter` wrote, from bytes that may have been made to harm.
package struct WireReader {
  /// The longest text, in bytes of UTF-8, that is taken.
  static let longestText = 4096

  private let bytes: ArraySlice<UInt8>
  private var next: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    next = bytes.startIndex
  }

  package init(_ bytes: [UInt8]) {
    self.init(bytes[...])
  }

  /// Reads an integer of the wanted width.
  mutating func integer<Value: FixedWidthInteger>(
    _ type: Value.Type = Value.self
  ) throws(WireFailure) -> Value {
    var value: Value = 0
    for (index, byte) in try take(Value.bitWidth / 8).enumerated() {
      value |= Value(truncatingIfNeeded: byte) << (8 * index)
    }
    return value
  }

  /// Reads a number that counts something: never negative, within `range`.
  package mutating func count(in range: ClosedRange<Int>) throws(WireFailure) -> Int {
    guard let value = Int(exactly: try integer(Int64.self)), range.contains(value) else {
      throw WireFailure()
    }
    return value
  }

  package mutating func bool() throws(WireFailure) -> Bool {
    let byte = try integer(UInt8.self)
    guard byte <= 1 else { throw WireFailure() }
    return byte == 1
  }

  /// Reads a finite number.
  package mutating func double() throws(WireFailure) -> Double {
    let value = Double(bitPattern: try integer())
    guard value.isFinite else { throw WireFailure() }
    return value
  }

  /// Reads a length and as many bytes.
  mutating func countedBytes(atMost most: Int) throws(WireFailure) -> ArraySlice<UInt8> {
    let count = Int(try integer(UInt32.self))
    guard count <= most else { throw WireFailure() }
    return try take(count)
  }

  package mutating func text() throws(WireFailure) -> String {
    let utf8 = try countedBytes(atMost: Self.longestText)
    guard let text = String(validating: utf8, as: UTF8.self) else { throw WireFailure() }
    return text
  }

  package mutating func optional<Value>(
    _ read: (inout WireReader) throws(WireFailure) -> Value
  ) throws(WireFailure) -> Value? {
    try bool() ? try read(&self) : nil
  }

  /// Refuses bytes that nobody asked for.
  package func finish() throws(WireFailure) {
    guard next == bytes.endIndex else { throw WireFailure() }
  }

  private mutating func take(_ count: Int) throws(WireFailure) -> ArraySlice<UInt8> {
    guard count <= bytes.endIndex - next else { throw WireFailure() }
    defer { next += count }
    return bytes[next..<next + count]
  }
}
