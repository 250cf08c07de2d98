/// A seeded pseudo-random generator.
struct SeededNumbers {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next(in range: ClosedRange<Double>) -> Double {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return range.lowerBound
      + (range.upperBound - range.lowerBound) * Double(state >> 11) / Double(1 << 53)
  }
}
