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
        let hertz = try OptionText(digits).number(0...400_000) * factor
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
        try number.number(-200...20)
      }
    }
  }
}

extension OptionText {
  /// Parses two numbers with two dots between them, the lower one first.
  fileprivate func numberRange(
    as example: String, _ number: (OptionText) throws(ValueProblem) -> Double
  ) throws(ValueProblem) -> ClosedRange<Double> {
    let dot = UInt8(ascii: ".")
    let dots = bytes.indices.dropLast().first { bytes[$0] == dot && bytes[$0 + 1] == dot }
    guard let dots else { throw .notANumberRange(example: example) }
    let first = Array(bytes[..<dots])
    let second = Array(bytes[(dots + 2)...])
    let low = try number(OptionText(first))
    let high = try number(OptionText(second))
    if low > high {
      throw .reversed(sorted: String(decoding: second + [dot, dot] + first, as: UTF8.self))
    }
    guard low < high else { throw .notANumberRange(example: example) }
    return low...high
  }
}
