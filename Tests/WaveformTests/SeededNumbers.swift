/// A seeded pseudo-random generator, the same on every machine.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    // A linear congruential generator with Knuth's constants for 64 bits, whose low bits have short
    // periods: the upper ones are mixed into them.
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state ^ state >> 29
  }

  /// Returns white noise.
  mutating func samples(_ count: Int, level: Double = 1) -> [Double] {
    (0..<count).map { _ in Double.random(in: -level...level, using: &self) }
  }

  /// Returns white noise in the samples of most decoders.
  mutating func floats(_ count: Int) -> [Float] {
    (0..<count).map { _ in Float.random(in: -1...1, using: &self) }
  }
}
