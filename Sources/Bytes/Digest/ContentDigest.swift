/// 128 bits that stand for bytes.
public struct ContentDigest: Sendable, Hashable {
  /// The upper 64 bits.
  public let high: UInt64
  /// The lower 64 bits.
  public let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The XXH3-128 of bytes, as `xxh128sum` computes it.
  package init(of bytes: borrowing RawSpan) {
    self = XXH3.digest(of: bytes)
  }

  /// The XXH3-128 of bytes, as `xxh128sum` computes it.
  package init(of bytes: [UInt8]) {
    // Bytes have no padding that could be read uninitialised, which is what `bytes` warns of.
    self = unsafe XXH3.digest(of: bytes.span.bytes)
  }

  /// Reads what `hex` writes.
  package init?(hex: String) {
    let digits = hex.utf8
    guard digits.count == 32, let high = Hexadecimal.value(digits.prefix(16)),
      let low = Hexadecimal.value(digits.suffix(16))
    else { return nil }
    self.init(high: high, low: low)
  }

  /// Thirty-two lowercase digits, the high half first.
  public var hex: String {
    String(decoding: Hexadecimal.digits(high) + Hexadecimal.digits(low), as: UTF8.self)
  }

  /// Sixteen bytes, the lowest first.
  package var bytes: [UInt8] {
    [low, high].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64($0 * 8)) }
    }
  }

  /// Reads what `bytes` gives; of more than sixteen bytes the first count, missing ones are 0.
  package init(bytes: some Collection<UInt8>) {
    let halves = [bytes.prefix(8), bytes.dropFirst(8).prefix(8)].map { half in
      half.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    self.init(high: halves[1], low: halves[0])
  }
}

extension ContentDigest: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(low)
    writer.append(high)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let low: UInt64 = try reader.integer()
    self.init(high: try reader.integer(), low: low)
  }
}
