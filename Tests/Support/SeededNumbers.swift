/// Pseudo-random numbers that are the same in every run with the same seed, so that a failure can be
/// repeated.
package struct SeededNumbers: RandomNumberGenerator, Sendable {
  private var state: UInt64

  package init(seed: UInt64) {
    state = seed
  }

  // SplitMix64, with the constants of its authors: neighboring seeds give unlike sequences, which a
  // linear congruential generator does not.
  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
