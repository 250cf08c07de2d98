/// Writes the fields of values as bytes, or reads them in the same order: little-endian, lengths
/// before contents.
///
/// Each function writes the field that it gets and returns it; without one it reads, and throws if the
/// bytes hold no such field.
// Inlinable, as it is called from other modules for each of thousands of numbers.
package struct ByteCoder {
  /// The longest accepted text, in bytes of UTF-8.
  // Untuned. Tags are cut to a quarter of it before (`TagText`).
  package static let maximumTextLength = 4096

  /// What was written.
  @usableFromInline package internal(set) var bytes: [UInt8] = []
  @usableFromInline let source: ArraySlice<UInt8>
  @usableFromInline var next = 0
  package let isReading: Bool

  /// Creates a coder that writes.
  package init() {
    source = []
    isReading = false
  }

  /// Creates a coder that reads.
  package init(reading bytes: ArraySlice<UInt8>) {
    source = bytes
    next = bytes.startIndex
    isReading = true
  }

  package init(reading bytes: [UInt8]) { self.init(reading: bytes[...]) }

  /// The number of bytes that were not read yet.
  @inlinable package var left: Int { source.endIndex - next }

  // Bytes left over mean another version or damage, so a value never has two spellings.
  package func finish() throws(MalformedBytes) { guard left == 0 else { throw MalformedBytes() } }

  /// Rejects bytes that were read unless the condition holds.
  // What is written was checked when it was made.
  @inlinable package func require(_ condition: Bool) throws(MalformedBytes) {
    guard condition || !isReading else { throw MalformedBytes() }
  }
}

// A field of an optional type has a byte before it for whether there is a value. These functions come in
// pairs, and the type of the field selects one.
extension ByteCoder {
  @inlinable package mutating func field<Value: ByteCoded>(
    _ value: Value?
  ) throws(MalformedBytes) -> Value { try Value(coding: value, with: &self) }

  @inlinable package mutating func field<Value: ByteCoded>(
    _ value: Value?
  ) throws(MalformedBytes) -> Value? {
    guard try isPresent(value) else { return nil }
    return try Value(coding: value, with: &self)
  }

  /// Codes a number within `range`: the usual one is small enough for sums.
  // In eight bytes, which a machine of 32 bits may not be able to hold.
  @inlinable package mutating func count(
    _ value: Int?,
    in range: ClosedRange<Int> = 0...Int.max / 4
  ) throws(MalformedBytes) -> Int {
    let number = try integer(value.map { Int64($0) })
    guard let count = Int(exactly: number) else { throw MalformedBytes() }
    try require(range.contains(count))
    return count
  }

  @inlinable package mutating func count(
    _ value: Int?,
    in range: ClosedRange<Int>
  ) throws(MalformedBytes) -> Int? {
    guard try isPresent(value) else { return nil }
    let number: Int = try count(value, in: range)
    return number
  }

  /// Codes whether there is a value.
  @inlinable mutating func isPresent<Value>(_ value: Value?) throws(MalformedBytes) -> Bool {
    try bool(isReading ? nil : value != nil)
  }

  /// Codes a last field, which has no bytes if it is nil.
  package mutating func last<Value: ByteCoded>(
    _ value: Value?
  ) throws(MalformedBytes) -> Value? {
    let isPresent = isReading ? left > 0 : value != nil
    guard isPresent else { return nil }
    return try Value(coding: value, with: &self)
  }
}

extension ByteCoder {
  // Byte by byte, as nothing says that a number is aligned in a message or that this processor has
  // its byte order.
  @inlinable package mutating func integer<Value: FixedWidthInteger & BitwiseCopyable>(
    _ value: Value?
  ) throws(MalformedBytes) -> Value {
    if let value {
      bytes.append(number: value)
      return value
    }
    let width = Value.bitWidth / 8
    guard width <= left else { throw MalformedBytes() }
    var read: Value = 0
    for index in (next..<next + width).reversed() {
      read = read << 8 | Value(truncatingIfNeeded: source[index])
    }
    next += width
    return read
  }

  @inlinable package mutating func bool(_ value: Bool?) throws(MalformedBytes) -> Bool {
    let byte: UInt8 = try integer(value.map { $0 ? 1 : 0 })
    // Any other byte is damage, and equal values must have equal bytes.
    guard byte <= 1 else { throw MalformedBytes() }
    return byte == 1
  }

  /// Codes the number of a case.
  package mutating func kind<Kind: RawRepresentable<UInt8>>(
    _ kind: Kind?
  ) throws(MalformedBytes) -> Kind {
    guard let kind = Kind(rawValue: try integer(kind?.rawValue)) else { throw MalformedBytes() }
    return kind
  }

  /// Codes the number of some values, and the values.
  @inlinable package mutating func fields<Value: ByteCoded>(
    _ values: [Value]?,
    in counts: ClosedRange<Int>
  ) throws(MalformedBytes) -> [Value] {
    let number: Int = try count(values?.count, in: counts)
    if let values {
      for value in values {
        _ = try Value(coding: value, with: &self)
      }
      return values
    }
    var read: [Value] = []
    for _ in 0..<number {
      read.append(try Value(coding: nil, with: &self))
    }
    return read
  }

  /// Codes the number of some integers, and the integers.
  @inlinable package mutating func integers<Value: FixedWidthInteger & BitwiseCopyable>(
    _ values: [Value]?
  ) throws(MalformedBytes) -> [Value] {
    let number: Int = try count(values?.count, in: 0...max(0, left / (Value.bitWidth / 8)))
    if let values {
      for value in values {
        bytes.append(number: value)
      }
      return values
    }
    var read: [Value] = []
    read.reserveCapacity(number)
    for _ in 0..<number {
      read.append(try integer(nil))
    }
    return read
  }
}

extension ByteCoder {
  /// Codes bytes without their count, which the caller knows; those that are read are not copied.
  package mutating func bytes(
    _ value: ArraySlice<UInt8>?,
    count: Int
  ) throws(MalformedBytes) -> ArraySlice<UInt8> {
    if let value {
      bytes += value
      return value
    }
    guard count >= 0, count <= left else { throw MalformedBytes() }
    defer { next += count }
    return source[next..<next + count]
  }

  /// Codes a length and that many bytes.
  package mutating func countedBytes(
    _ value: ArraySlice<UInt8>?,
    atMost maximum: Int
  ) throws(MalformedBytes) -> ArraySlice<UInt8> {
    let count = Int(try integer(value.map { UInt32(clamping: $0.count) }))
    try require(count <= maximum)
    return try bytes(value, count: count)
  }

  /// Codes the length of a value in bytes, and the value.
  package mutating func countedField<Value: ByteCoded>(
    _ value: Value?,
    atMost maximum: Int
  ) throws(MalformedBytes) -> Value {
    let own = try countedBytes(value?.encoded()[...], atMost: maximum)
    if let value { return value }
    guard let read = Value(encoded: own) else { throw MalformedBytes() }
    return read
  }

  /// Codes a text, cut to the length that is accepted; invalid UTF-8 is malformed.
  package mutating func text(_ value: String?) throws(MalformedBytes) -> String {
    let cut = value.map(Self.cut)
    let utf8 = try countedBytes(cut.map { Array($0.utf8)[...] }, atMost: Self.maximumTextLength)
    if let cut { return cut }
    // Not repaired: the text would then have other bytes than those that were read.
    guard let text = String(validating: utf8, as: UTF8.self) else { throw MalformedBytes() }
    return text
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > maximumTextLength else { return text }
    // A character that is cut in two becomes a replacement character of three bytes.
    return String(decoding: text.utf8.prefix(maximumTextLength - 3), as: UTF8.self)
  }
}

/// Bytes that are not the encoding of the expected value.
package struct MalformedBytes: Error {
  @inlinable package init() {}
}
