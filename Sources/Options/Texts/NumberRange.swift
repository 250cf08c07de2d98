import WavethumbBytes

/// Ranges of frequencies and of levels, as in `18k..120k` and `-110..-20`.
extension ValueForm<ClosedRange<Double>> {
  /// Frequencies in hertz, or in kilohertz with a `k`.
  static var frequencies: ValueForm {
    ValueForm("HZ..HZ") { text throws(ValueProblem) in
      // The highest sampling rate of a recording is 768 kHz, and half of that has a frequency.
      try text.numberRange(as: "200..8k") { number throws(ValueProblem) in
        var digits = number.bytes
        var factor = 1.0
        if let last = digits.last, last | 0x20 == UInt8(ascii: "k") {
          digits.removeLast()
          factor = 1000
        }
        // The bounds once more, after the factor: `1000k` passes the first ones.
        let hertz = try OptionText(digits).number(in: 0...400_000) * factor
        guard (1...400_000).contains(hertz) else {
          throw .outOfRange(lowest: "1", highest: "400k")
        }
        return hertz
      }
    }
  }

  /// Levels in decibels relative to a full-scale sine.
  static var levels: ValueForm {
    ValueForm("DB..DB") { text throws(ValueProblem) in
      try text.numberRange(as: "-110..-20") { number throws(ValueProblem) in
        // All noise of 24 bits together is at -146 dB, and samples of floating point may exceed full
        // scale. The bounds are untuned.
        try number.number(in: -200...20)
      }
    }
  }
}

extension OptionText {
  /// Parses two numbers with two dots between them, the lower one first.
  fileprivate func numberRange(
    as example: String,
    readingBound bound: (OptionText) throws(ValueProblem) -> Double
  ) throws(ValueProblem) -> ClosedRange<Double> {
    guard let (first, second) = aroundDots else { throw .notANumberRange(example: example) }
    let low = try bound(OptionText(first))
    let high = try bound(OptionText(second))
    if low > high {
      // As they were typed: `8k` stays `8k`.
      let sorted = second + Array("..".utf8) + first
      throw .reversed(sorted: String(decoding: sorted, as: UTF8.self))
    }
    // A range of one value would divide by zero in the picture.
    guard low < high else { throw .notANumberRange(example: example) }
    return low...high
  }

  /// The texts before and after the first two dots; nil without two dots.
  // Dots and not a hyphen, which would be the sign of the second number.
  var aroundDots: (before: [UInt8], after: [UInt8])? {
    guard let dots = bytes.firstRange(of: Array("..".utf8)) else { return nil }
    return (
      before: Array(bytes[..<dots.lowerBound]),
      after: Array(bytes[dots.upperBound...])
    )
  }
}
