import Bytes

/// A sum in fixed point, so that sums of parts add up to the same bits in any order.
struct FixedSum: Sendable, Equatable {
  private var units: Int128 = 0
  private static let scale = 0x1p64

  /// Adds a number; what no sound reaches is cut at 2^30.
  mutating func add(_ value: Double) {
    units += Int128((max(-0x1p30, min(0x1p30, value)) * Self.scale).rounded())
  }

  mutating func append(_ other: FixedSum) { units &+= other.units }

  var value: Double { Double(units) / Self.scale }

  func append(to writer: inout ByteWriter) {
    writer.append(UInt64(truncatingIfNeeded: units))
    writer.append(Int64(truncatingIfNeeded: units >> 64))
  }

  init() {}

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    let low = try reader.integer(UInt64.self)
    units = Int128(try reader.integer(Int64.self)) << 64 | Int128(low)
  }
}
