import WavethumbBytes

/// Collects the bits that are set in any sample.
///
/// Samples of floating point count by the smallest integers that hold them: eight bits of a WAV are
/// decoded to floating point, and keep their grid.
struct UsedBits: Sendable {
  /// The union of the bits of all samples, aligned to the most significant bit.
  private(set) var bits: UInt32 = 0
  private let format: SampleFormat

  init(format: SampleFormat) { self.format = format }

  mutating func add(_ bytes: borrowing RawSpan) {
    // The result is final once the lowest bit is set.
    let lowestBit = UInt32(1) << UInt32(32 - 8 * format.bytesPerSample)
    guard bits & lowestBit == 0 else { return }
    switch format.encoding {
    case .float32: addNumbers(bytes)
    case .int16: add(bytes, vectorsOf: 1)
    case .int24: add(bytes, vectorsOf: 3)
    case .int32: add(bytes, vectorsOf: 1)
    }
  }

  /// Adds samples of floating point until one of them lies between the numbers of 32 bits.
  private mutating func addNumbers(_ bytes: borrowing RawSpan) {
    for offset in stride(from: 0, to: bytes.byteCount - 3, by: 4) {
      let number = Float(bitPattern: bytes.load(UInt32.self, at: offset))
      let scaled = number.magnitude * 0x1p31
      // Beyond twice full scale, and for what is no number, nothing is known of the grid.
      guard scaled < 0x1p32, Float(UInt32(scaled)) == scaled else {
        bits |= 1
        return
      }
      bits |= UInt32(scaled)
    }
  }

  /// Adds bytes in groups of `count` vectors, which hold whole samples.
  // Three vectors of 16 bytes hold sixteen samples of 24 bits, so that each lane is always the same
  // byte of a sample.
  private mutating func add(_ bytes: borrowing RawSpan, vectorsOf count: Int) {
    var sums = [SIMD16<UInt8>](repeating: .zero, count: count)
    let group = 16 * count
    for offset in stride(from: 0, to: bytes.byteCount - group + 1, by: group) {
      for index in 0..<count {
        sums[index] |= bytes.load(SIMD16<UInt8>.self, at: offset + 16 * index)
      }
    }
    let width = format.bytesPerSample
    for index in 0..<group {
      add(sums[index / 16][index % 16], at: index % width)
    }
    for offset in bytes.byteCount / group * group..<bytes.byteCount {
      add(bytes.load(UInt8.self, at: offset), at: offset % width)
    }
  }

  /// Adds a byte at an index within a sample.
  private mutating func add(_ byte: UInt8, at index: Int) {
    let significance =
      if format.bigEndian {
        index
      } else {
        format.bytesPerSample - 1 - index
      }
    bits |= UInt32(byte) << UInt32(24 - 8 * significance)
  }

  /// Returns the number of used bits; nil for floats and for digital silence.
  static func count(of bits: UInt32) -> Int? {
    guard bits != 0 else { return nil }
    return 32 - bits.trailingZeroBitCount
  }
}
