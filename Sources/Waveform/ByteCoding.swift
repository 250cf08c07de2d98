/// Writes numbers as little-endian bytes.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  init(capacity: Int) { bytes.reserveCapacity(capacity) }

  mutating func put(_ value: some FixedWidthInteger) {
    var rest = value
    for _ in 0..<value.bitWidth / 8 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func put(_ value: Double) { put(value.bitPattern) }
  mutating func put(_ value: Float) { put(value.bitPattern) }
  mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }
  mutating func put(_ values: [UInt8]) { bytes += values }
}

/// Reads little-endian numbers from bytes nobody checked; nil where they end.
struct ByteReader {
  private let bytes: [UInt8]
  private var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  var left: Int { bytes.count - position }

  mutating func integer<T: FixedWidthInteger>(_ type: T.Type) -> T? {
    let width = T.bitWidth / 8
    guard left >= width else { return nil }
    var value: T = 0
    for index in (position..<position + width).reversed() {
      value = value << 8 | T(truncatingIfNeeded: bytes[index])
    }
    position += width
    return value
  }

  /// A count of at most `limit`.
  mutating func count(upTo limit: Int) -> Int? {
    guard let value = integer(Int64.self), value >= 0, value <= limit else { return nil }
    return Int(value)
  }

  mutating func double() -> Double? { integer(UInt64.self).map(Double.init(bitPattern:)) }
  mutating func float() -> Float? { integer(UInt32.self).map(Float.init(bitPattern:)) }

  mutating func bool() -> Bool? {
    guard let value = integer(UInt8.self), value <= 1 else { return nil }
    return value == 1
  }

  mutating func take(_ count: Int) -> [UInt8]? {
    guard count >= 0, left >= count else { return nil }
    defer { position += count }
    return Array(bytes[position..<position + count])
  }
}
