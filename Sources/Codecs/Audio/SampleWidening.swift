/// Converts samples that the meters do not support: eight bits to sixteen, 64 to 32.
package enum SampleWidening: Equatable {
  case unsigned8, signed8, muLaw, aLaw
  case float64(isBigEndian: Bool)

  /// Returns whole samples as little-endian 16-bit integers or 32-bit floats.
  package func widened(_ samples: ArraySlice<UInt8>) -> [UInt8] {
    switch self {
    case .unsigned8: Self.looked(up: Self.unsigned8Values, samples)
    case .signed8: Self.looked(up: Self.signed8Values, samples)
    case .muLaw: Self.looked(up: Self.muLawValues, samples)
    case .aLaw: Self.looked(up: Self.aLawValues, samples)
    case .float64(let isBigEndian): Self.narrowed(samples, isBigEndian)
    }
  }

  private static func looked(up values: [Int16], _ samples: ArraySlice<UInt8>) -> [UInt8] {
    var words: [UInt8] = []
    words.reserveCapacity(samples.count * 2)
    for sample in samples {
      let value = UInt16(bitPattern: values[Int(sample)])
      words.append(UInt8(truncatingIfNeeded: value))
      words.append(UInt8(truncatingIfNeeded: value >> 8))
    }
    return words
  }

  private static func narrowed(_ samples: ArraySlice<UInt8>, _ isBigEndian: Bool) -> [UInt8] {
    var words: [UInt8] = []
    words.reserveCapacity(samples.count / 2)
    for start in stride(from: samples.startIndex, to: samples.endIndex, by: 8) {
      let bits = samples[start..<start + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let value = Float(Double(bitPattern: isBigEndian ? bits : bits.byteSwapped)).bitPattern
      for shift: UInt32 in [0, 8, 16, 24] {
        words.append(UInt8(truncatingIfNeeded: value >> shift))
      }
    }
    return words
  }

  private static let unsigned8Values = (0..<256).map { Int16(($0 - 128) * 256) }
  private static let signed8Values = (0..<256).map {
    Int16(Int(Int8(truncatingIfNeeded: $0)) * 256)
  }

  /// G.711: four bits below a leading one at one of eight positions, all inverted.
  private static let muLawValues = (0..<256).map { byte -> Int16 in
    let code = ~byte & 0xFF
    let size = ((code & 15) << 3 + 132) << (code >> 4 & 7) - 132
    return Int16(code & 128 != 0 ? -size : size)
  }

  /// G.711: as the other law, but linear near zero, with every second bit inverted.
  private static let aLawValues = (0..<256).map { byte -> Int16 in
    let code = byte ^ 0x55
    let place = code >> 4 & 7
    let fine = (code & 15) << 4 + 8
    let size = place == 0 ? fine : (fine + 256) << (place - 1)
    return Int16(code & 128 != 0 ? size : -size)
  }
}
