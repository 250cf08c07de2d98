/// Encodes values as bytes for a socket or the cache: little-endian, lengths before contents.
///
/// The functions for numbers are inlinable because a summary holds thousands of numbers.
package struct ByteWriter {
  @usableFromInline package private(set) var bytes: [UInt8] = []

  package init() {}

  @inlinable package mutating func append<Number: FixedWidthInteger & BitwiseCopyable>(
    _ value: Number
  ) { bytes.append(number: value) }

  @inlinable package mutating func append(_ value: Double) { append(value.bitPattern) }
  @inlinable package mutating func append(_ value: Float) { append(value.bitPattern) }

  package mutating func append(_ value: Bool) { bytes.append(value ? 1 : 0) }

  /// Appends bytes without their count, which the reader must know.
  package mutating func append(_ values: [UInt8]) { bytes += values }

  package mutating func append(counted value: some Collection<UInt8>) {
    append(UInt32(clamping: value.count))
    bytes.append(contentsOf: value)
  }

  /// Appends text, cut to the length that a reader accepts.
  package mutating func append(_ value: String) {
    guard value.utf8.count > ByteReader.maximumTextLength else {
      return append(counted: value.utf8)
    }
    // A character that is cut in two becomes a replacement character of three bytes.
    let beginning = value.utf8.prefix(ByteReader.maximumTextLength - 3)
    let text = String(decoding: beginning, as: UTF8.self)
    append(counted: text.utf8)
  }

  /// Appends whether there is a value, then the value.
  package mutating func append<Value>(
    optional value: Value?,
    _ appendValue: (inout ByteWriter, Value) -> Void
  ) {
    append(value != nil)
    if let value {
      appendValue(&self, value)
    }
  }
}
