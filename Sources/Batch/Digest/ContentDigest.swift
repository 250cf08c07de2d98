/// 128 bits that stand for bytes.
public struct ContentDigest: Sendable, Hashable {
  public let high: UInt64
  public let low: UInt64

  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The XXH3-128 of bytes, as `xxh128sum` computes it.
  public init(of bytes: borrowing RawSpan) {
    self = XXH3.digest(of: bytes)
  }

  /// The XXH3-128 of bytes, as `xxh128sum` computes it.
  public init(of bytes: [UInt8]) {
    // Bytes have no padding that could be read uninitialised, which is what `bytes` warns of.
    self = unsafe XXH3.digest(of: bytes.span.bytes)
  }

  /// Reads what `hex` writes.
  public init?(hex: String) {
    let digits = Array(hex.utf8)
    guard digits.count == 32, digits.allSatisfy({ Self.digits.contains($0) }),
      let high = UInt64(hex.prefix(16), radix: 16), let low = UInt64(hex.suffix(16), radix: 16)
    else { return nil }
    self.init(high: high, low: low)
  }

  /// Thirty-two lowercase digits, the high half first.
  public var hex: String {
    let digits = [high, low].flatMap { half in
      stride(from: 60, through: 0, by: -4).map { Self.digits[Int(half >> UInt64($0) & 15)] }
    }
    return String(decoding: digits, as: UTF8.self)
  }

  /// Sixteen bytes, the lowest first.
  public var bytes: [UInt8] {
    [low, high].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> UInt64($0 * 8)) }
    }
  }

  /// Reads what `bytes` gives; of more than sixteen bytes the first count, missing ones are 0.
  public init(bytes: some Collection<UInt8>) {
    let halves = [bytes.prefix(8), bytes.dropFirst(8).prefix(8)].map { half in
      half.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    }
    self.init(high: halves[1], low: halves[0])
  }

  private static let digits = Array("0123456789abcdef".utf8)
}
