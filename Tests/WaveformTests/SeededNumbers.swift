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
}
