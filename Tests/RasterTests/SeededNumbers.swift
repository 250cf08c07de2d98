/// A seeded pseudo-random generator, the same on every machine.
// A linear congruential generator with Knuth's constants for 64 bits. Its low bits have short periods,
// so that the numbers are made of the upper ones.
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    advance()
    let upper = state >> 32
    advance()
    return upper << 32 | state >> 32
  }

  mutating func next(in range: ClosedRange<Double>) -> Double {
    advance()
    // 53 bits, as many as a double keeps.
    let share = Double(state >> 11) / Double(1 << 53)
    return range.lowerBound + (range.upperBound - range.lowerBound) * share
  }

  private mutating func advance() {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
  }
}
