/// Spells values as bytes for a socket or the cache: little-endian, lengths before contents.
package struct WireWriter {
  package private(set) var bytes: [UInt8] = []

  package mutating func append(_ value: some FixedWidthInteger) {
    for shift in stride(from: 0, to: value.bitWidth, by: 8) {
      bytes.append(UInt8(truncatingIfNeeded: value >> shift))
    }
  }

  package mutating func append(_ value: Bool) {
    bytes.append(value ? 1 : 0)
  }

  package mutating func append(_ value: Double) {
    append(value.bitPattern)
  }

  /// Appends a length and then the bytes.
  package mutating func append(counted value: some Collection<UInt8>) {
    append(UInt32(clamping: value.count))
    bytes.append(contentsOf: value)
  }

  /// Appends text, cut at a length that no reader refuses.
  package mutating func append(_ value: String) {
    guard value.utf8.count > WireReader.longestText else { return append(counted: value.utf8) }
    // A character that is cut in two becomes a replacement character of three bytes.
    let text = String(decoding: value.utf8.prefix(WireReader.longestText - 3), as: UTF8.self)
    append(counted: text.utf8)
  }

  /// Appends whether there is a value, and the value.
  package mutating func append<Value>(
    optional value: Value?, _ appendValue: (inout WireWriter, Value) -> Void
  ) {
    append(value != nil)
    if let value { appendValue(&self, value) }
  }
}
