import WavethumbBytes

/// Counts the samples that equal the one before: a sample rate that was raised without a filter.
struct HeldTally: Sendable, Equatable {
  /// The number of nonzero samples.
  // Zeros equal each other in any silence, and say nothing about the sampling rate.
  var nonzero = 0
  /// The number of those that equal the previous sample.
  var held = 0

  /// Whether most samples are held.
  var isMost: Bool { 2 * held > nonzero }

  mutating func add(_ bytes: borrowing RawSpan, in samples: SampleRange) {
    let offset = samples.offset
    let count = samples.count
    precondition(offset >= 4 && offset + 4 * count <= bytes.byteCount)
    let none = SIMD4<Float>.zero
    // Counted in floats, whose lanes need no conversion: a tick has far fewer than 2^24 samples.
    var nonzero = none
    var held = none
    for index in stride(from: 0, to: count - 3, by: 4) {
      let values = bytes.loadUnchecked(at: offset &+ 4 &* index)
      let last = bytes.loadUnchecked(at: offset &+ 4 &* index &- 4)
      let isNonzero = SIMD4<Float>(repeating: 1).replacing(with: 0, where: values .== none)
      nonzero += isNonzero
      held += isNonzero.replacing(with: 0, where: values .!= last)
    }

    self.nonzero += Int(nonzero.sum())
    self.held += Int(held.sum())
  }

  /// Appends the counts of the samples that follow.
  mutating func append(_ other: HeldTally) {
    nonzero += other.nonzero
    held += other.held
  }
}
