package import WavethumbBytes

/// The encoding of uncompressed samples in a stream.
package enum PCMCoding: Equatable {
  case plain(SampleFormat)
  // Encodings that the meters do not support: 8 bits are converted to 16, and 64 to 32.
  case unsigned8, signed8, muLaw, aLaw
  case float64(isBigEndian: Bool)

  /// The format after `converted`.
  package var format: SampleFormat {
    switch self {
    case .plain(let format): format
    case .unsigned8, .signed8, .muLaw, .aLaw: SampleFormat(.int16)
    case .float64: SampleFormat(.float32)
    }
  }

  var bytesPerSample: Int {
    switch self {
    case .plain(let format): format.bytesPerSample
    case .unsigned8, .signed8, .muLaw, .aLaw: 1
    case .float64: 8
    }
  }

  /// The encoding as text, as decoders name it.
  var name: String {
    switch self {
    case .plain(let format):
      let bits = format.bytesPerSample * 8
      return switch format.encoding {
      case .float32: "\(bits)-bit float"
      case .int16, .int24, .int32: "\(bits)-bit PCM"
      }
    case .unsigned8, .signed8: return "8-bit PCM"
    case .muLaw: return "µ-law"
    case .aLaw: return "A-law"
    case .float64: return "64-bit float"
    }
  }

  /// Returns whole samples in a format of the meters.
  package func converted(_ samples: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    switch self {
    case .plain: samples
    case .unsigned8: Self.converted(samples, by: Self.unsigned8Values)
    case .signed8: Self.converted(samples, by: Self.signed8Values)
    case .muLaw: Self.converted(samples, by: Self.muLawValues)
    case .aLaw: Self.converted(samples, by: Self.aLawValues)
    case .float64(let isBigEndian): Self.narrowed(samples, isBigEndian: isBigEndian)
    }
  }

  // Tables, because a sample of eight bits has only 256 values.
  private static func converted(
    _ samples: ArraySlice<UInt8>,
    by values: [Int16]
  ) -> ArraySlice<UInt8> {
    var converted: [UInt8] = []
    converted.reserveCapacity(samples.count * 2)
    for sample in samples {
      converted.append(number: values[Int(sample)])
    }
    return converted[...]
  }

  private static func narrowed(
    _ samples: ArraySlice<UInt8>,
    isBigEndian: Bool
  ) -> ArraySlice<UInt8> {
    var converted: [UInt8] = []
    converted.reserveCapacity(samples.count / 2)
    for start in stride(from: samples.startIndex, to: samples.endIndex, by: 8) {
      let sample = samples[start..<start + 8]
      let bigEndian = sample.reduce(UInt64(0)) { word, byte in word << 8 | UInt64(byte) }
      let bits = isBigEndian ? bigEndian : bigEndian.byteSwapped
      let value = Double(bitPattern: bits)
      converted.append(number: Float(value).bitPattern)
    }
    return converted[...]
  }

  private static let unsigned8Values = (0..<256).map { byte in Int16((byte - 128) * 256) }
  private static let signed8Values = (0..<256).map { byte in
    let value = Int8(truncatingIfNeeded: byte)
    return Int16(value) * 256
  }

  /// The values of G.711 mu-law: four bits after a leading one in one of eight positions, inverted.
  private static let muLawValues = (0..<256).map { byte -> Int16 in
    let code = ~byte & 0xFF
    let exponent = code >> 4 & 7
    // 132 is the bias of 33 of the standard, in units of 16 instead of 14 bits.
    let bias = 132
    let size = ((code & 15) << 3 + bias) << exponent - bias
    let isNegative = code & 128 != 0
    let value = isNegative ? -size : size
    return Int16(value)
  }

  /// The values of G.711 A-law: like mu-law, but linear near zero, with every second bit inverted.
  private static let aLawValues = (0..<256).map { byte -> Int16 in
    let code = byte ^ 0x55
    let exponent = code >> 4 & 7
    let fine = (code & 15) << 4 + 8
    let isLinear = exponent == 0
    let size = isLinear ? fine : (fine + 256) << (exponent - 1)
    let isPositive = code & 128 != 0
    let value = isPositive ? size : -size
    return Int16(value)
  }
}
