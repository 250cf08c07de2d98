/// Generates noise: no two sections are equal, and none is silent.
enum Noise {
  static func bytes(_ count: Int) -> [UInt8] {
    // A linear congruential generator of 64 bits with Knuth's constants, whose upper bits are good enough
    // for noise.
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    return (0..<count).map { _ in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return UInt8(truncatingIfNeeded: state >> 40)
    }
  }

  static func floats(_ count: Int) -> [Float] {
    bytes(count).map { Float($0) / 128 - 1 }
  }
}
