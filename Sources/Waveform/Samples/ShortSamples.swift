import WavethumbBytes

/// Reads samples as 16-bit integers, with the arithmetic of audiowaveform.
struct ShortSamples: Sendable {
  let format: SampleFormat
  let origin: SampleOrigin

  /// Reads samples into an array that holds at least as many.
  func read(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    count: Int,
    into values: inout [Int16]
  ) {
    switch format.encoding {
    case .int16: readUpper(bytes, at: offset, width: 2, count: count, into: &values)
    case .int24: readUpper(bytes, at: offset, width: 3, count: count, into: &values)
    case .int32: readUpper(bytes, at: offset, width: 4, count: count, into: &values)
    case .float32:
      // Each kind of source is rounded in its own way before audiowaveform gets its shorts.
      switch origin {
      case .integers:
        // libsndfile drops the lower bits of an integer, which rounds down.
        readFloats(bytes, at: offset, count: count, into: &values) {
          ($0 * 32768).rounded(.down)
        }
      case .numbers:
        readFloats(bytes, at: offset, count: count, into: &values) {
          ($0 * 32767).rounded(.towardZero)
        }
      case .mpeg:
        readFloats(bytes, at: offset, count: count, into: &values) {
          ($0 * 32768).rounded(.toNearestOrEven)
        }
      case .xiph:
        // libsndfile rounds Vorbis and Opus by `lrint`, and wraps beyond full scale, where
        // `readFloats` clamps.
        readFloats(bytes, at: offset, count: count, into: &values) {
          ($0 * 32767).rounded(.toNearestOrEven)
        }
      }
    }
  }

  /// Reads the upper 16 bits of integers, a division that rounds down.
  private func readUpper(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    width: Int,
    count: Int,
    into values: inout [Int16]
  ) {
    let upper = format.bigEndian ? 0 : width - 2
    var at = offset + upper
    for index in 0..<count {
      values[index] = bytes.load(Int16.self, at: at, bigEndian: format.bigEndian)
      at += width
    }
  }

  /// Reads floats; NaN becomes 0, values beyond full scale are clamped.
  @inline(__always)
  private func readFloats(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    count: Int,
    into values: inout [Int16],
    rounded: (Float) -> Float
  ) {
    var at = offset
    for index in 0..<count {
      let bits = bytes.load(UInt32.self, at: at, bigEndian: format.bigEndian)
      let value = rounded(Float(bitPattern: bits))
      values[index] =
        if value == value {
          Int16(max(-32768, min(32767, value)))
        } else {
          0
        }
      at += 4
    }
  }
}

/// Reads samples of the most common formats sixteen at a time.
struct ShortVectors: Sendable {
  /// The factor of floats, or nil for 16-bit integers.
  private let scale: Float?

  /// Returns nil for formats that are read singly.
  init?(_ samples: ShortSamples) {
    guard !samples.format.bigEndian else { return nil }
    switch (samples.format.encoding, samples.origin) {
    case (.int16, _): scale = nil
    case (.float32, .mpeg): scale = 32768
    case (.float32, .xiph): scale = 32767
    case (.float32, _), (.int24, _), (.int32, _): return nil
    }
  }

  /// Returns whether no sample in `groups` groups of sixteen exceeds full scale.
  ///
  /// Compares the bits without the sign, which grow with the number and are largest for NaN.
  func areWithinScale(_ bytes: borrowing RawSpan, at offset: Int, groups: Int) -> Bool {
    guard scale != nil else { return true }
    // 32,767 of 32,768: what is larger would be clamped.
    let maximum = SIMD16<UInt32>(repeating: (Float(32767) / 32768).bitPattern)
    var differences = SIMD16<UInt32>.zero
    for group in 0..<groups {
      let words = bytes.load(SIMD16<UInt32>.self, at: offset &+ group &* 64)
      // Negative, with the highest bit set, if a number is too large.
      differences |= maximum &- (words & 0x7FFF_FFFF)
    }
    let eight = differences.lowHalf | differences.highHalf
    let four = eight.lowHalf | eight.highHalf
    return (four.x | four.y | four.z | four.w) >> 31 == 0
  }

  /// Returns sixteen samples within full scale; floats are rounded to nearest, ties to even.
  @inline(__always)
  func sixteen(_ bytes: borrowing RawSpan, at offset: Int) -> SIMD16<Int16> {
    guard let scale else { return bytes.load(SIMD16<Int16>.self, at: offset) }
    // The last bit of 1.5 · 2^23 is worth 1, so the lower half of the sum is the rounded number.
    return (bytes.load(SIMD16<Float>.self, at: offset) * scale + 12_582_912).lowerHalves
  }
}
