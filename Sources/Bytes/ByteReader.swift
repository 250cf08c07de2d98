/// Reads the output of a `ByteWriter` from possibly hostile bytes.
package struct ByteReader {
  /// The longest accepted text, in bytes of UTF-8.
  // Tags are cut to a quarter of it before (`TagText`).
  package static let maximumTextLength = 4096

  @usableFromInline let bytes: ArraySlice<UInt8>
  @usableFromInline var next: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    next = bytes.startIndex
  }

  package init(_ bytes: [UInt8]) { self.init(bytes[...]) }

  @inlinable package var left: Int { bytes.endIndex - next }

  // Byte by byte, as nothing says that a number is aligned in a message or that this processor has
  // its byte order.
  @inlinable package mutating func integer<Value: FixedWidthInteger>(
    _ type: Value.Type = Value.self
  ) throws(MalformedBytes) -> Value {
    let width = Value.bitWidth / 8
    guard width <= left else { throw MalformedBytes() }
    var value: Value = 0
    for index in (next..<next + width).reversed() {
      value = value << 8 | Value(truncatingIfNeeded: bytes[index])
    }
    next += width
    return value
  }

  /// Reads a count, which must lie within `range`.
  // In eight bytes, which a machine of 32 bits may not be able to hold.
  package mutating func count(in range: ClosedRange<Int>) throws(MalformedBytes) -> Int {
    guard let value = Int(exactly: try integer(Int64.self)), range.contains(value) else {
      throw MalformedBytes()
    }
    return value
  }

  package mutating func bool() throws(MalformedBytes) -> Bool {
    // Any other byte is damage, and equal values must have equal bytes.
    let byte = try integer(UInt8.self)
    guard byte <= 1 else { throw MalformedBytes() }
    return byte == 1
  }

  // NaN and infinity would spread through every sum and comparison, so they end here.
  @inlinable package mutating func double() throws(MalformedBytes) -> Double {
    let value = Double(bitPattern: try integer())
    guard value.isFinite else { throw MalformedBytes() }
    return value
  }

  @inlinable package mutating func float() throws(MalformedBytes) -> Float {
    let value = Float(bitPattern: try integer())
    guard value.isFinite else { throw MalformedBytes() }
    return value
  }

  /// Reads some bytes, without copying them.
  package mutating func take(_ count: Int) throws(MalformedBytes) -> ArraySlice<UInt8> {
    guard count >= 0, count <= left else { throw MalformedBytes() }
    defer { next += count }
    return bytes[next..<next + count]
  }

  /// Reads a length and that many bytes.
  package mutating func countedBytes(
    atMost maximum: Int
  ) throws(MalformedBytes) -> ArraySlice<UInt8> {
    let count = Int(try integer(UInt32.self))
    guard count <= maximum else { throw MalformedBytes() }
    return try take(count)
  }

  /// Reads a text; invalid UTF-8 is malformed.
  package mutating func text() throws(MalformedBytes) -> String {
    let utf8 = try countedBytes(atMost: Self.maximumTextLength)
    // Not repaired: the text would then have other bytes than those that were read.
    guard let text = String(validating: utf8, as: UTF8.self) else { throw MalformedBytes() }
    return text
  }

  package mutating func read<Value: ByteCoded>(
    _ type: Value.Type = Value.self
  ) throws(MalformedBytes) -> Value { try Value(from: &self) }

  /// Reads a value after a flag, or returns nil if the flag is not set.
  package mutating func optional<Value>(
    _ read: (inout ByteReader) throws(MalformedBytes) -> Value
  ) throws(MalformedBytes) -> Value? {
    guard try bool() else { return nil }
    return try read(&self)
  }

  // Bytes left over mean another version or damage, so a value never has two spellings.
  package func finish() throws(MalformedBytes) { guard left == 0 else { throw MalformedBytes() } }
}

/// Bytes that are not the encoding of the expected value.
package struct MalformedBytes: Error {
  package init() {}
}
