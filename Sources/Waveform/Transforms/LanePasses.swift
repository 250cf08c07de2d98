/// The passes of four transforms of 1024 points, one per vector lane, and their summed power.
struct LanePasses: Sendable {
  // The numbers of points and bins are part of the types, so that the compiler can remove bounds
  // checks.
  private var points = InlineArray<1024, Quad>(repeating: Quad())
  /// The power so far, in the order of the transform: base-4 digits of the bin reversed.
  private var power = InlineArray<1024, SIMD4<Float>>(repeating: .zero)

  /// Adds the power of all lanes to sums and resets it.
  mutating func movePower(to sums: inout [Double]) {
    for place in 0..<1024 {
      let lanes = SIMD4<Double>(power[place])
      sums[place] += (lanes.x + lanes.y) + (lanes.z + lanes.w)
      power[place] = .zero
    }
  }

  /// Loads signals side by side and applies the window.
  mutating func fill(with samples: [SIMD4<Float>], at starts: LaneTransform.Starts) {
    let window = LaneTurn.window
    for index in 0..<256 {
      let real = transposed(
        samples[starts[0] + index], samples[starts[2] + index], samples[starts[4] + index],
        samples[starts[6] + index])
      let imaginary = transposed(
        samples[starts[1] + index], samples[starts[3] + index], samples[starts[5] + index],
        samples[starts[7] + index])
      let factors = window[index]
      points[4 * index] = Quad(real: real.0 * factors.x, imaginary: imaginary.0 * factors.x)
      points[4 * index + 1] = Quad(real: real.1 * factors.y, imaginary: imaginary.1 * factors.y)
      points[4 * index + 2] = Quad(real: real.2 * factors.z, imaginary: imaginary.2 * factors.z)
      points[4 * index + 3] = Quad(real: real.3 * factors.w, imaginary: imaginary.3 * factors.w)
    }
  }

  /// Runs the radix-4 passes in place; after the first pass one quarter at a time, which fits the
  /// L1 cache.
  mutating func run() {
    let turns = LaneTurn.turns
    pass(of: 1024, from: 0, count: 1, turns)
    for first in stride(from: 0, to: 1024, by: 256) {
      pass(of: 256, from: first, count: 1, turns)
      pass(of: 64, from: first, count: 4, turns)
      pass(of: 16, from: first, count: 16, turns)
      lastPass(from: first)
    }
  }

  /// Runs one pass over blocks of the given number of points.
  // The masks change nothing: they prove to the compiler that no index is out of bounds.
  @inline(__always)
  private mutating func pass(of span: Int, from first: Int, count: Int, _ turns: [LaneTurn]) {
    let quarter = span / 4
    for index in 0..<quarter {
      let turn = turns[index * (1024 / span)]
      var place = first &+ index
      for _ in 0..<count {
        let a = place & 1023
        let b = (place &+ quarter) & 1023
        let c = (place &+ 2 &* quarter) & 1023
        let d = (place &+ 3 &* quarter) & 1023
        let outcome = Butterfly(points[a], points[b], points[c], points[d])
        points[a] = outcome.first
        points[b] = outcome.second.turned(turn.real.x, turn.imaginary.x)
        points[c] = outcome.third.turned(turn.real.y, turn.imaginary.y)
        points[d] = outcome.fourth.turned(turn.real.z, turn.imaginary.z)
        place &+= span
      }
    }
  }

  /// Runs the pass without twiddle factors, of which only the power is needed.
  @inline(__always)
  private mutating func lastPass(from first: Int) {
    for index in 0..<64 {
      let place = (first &+ 4 &* index) & 1020
      let outcome = Butterfly(
        points[place], points[place &+ 1], points[place &+ 2], points[place &+ 3])
      power[place] += outcome.first.power
      power[place &+ 1] += outcome.second.power
      power[place &+ 2] += outcome.third.power
      power[place &+ 3] += outcome.fourth.power
    }
  }
}

/// The twiddle factors of the second, third and fourth result of a butterfly, in three lanes.
// As vectors: the compiler mixes scalars with what they are multiplied with.
private struct LaneTurn {
  let real: SIMD4<Float>
  let imaginary: SIMD4<Float>

  static let turns: [LaneTurn] = FourierPasses.ofPair.twiddles.flatMap { turn in
    (0..<4).map { lane in
      LaneTurn(
        real: SIMD4(turn.first.real[lane], turn.second.real[lane], turn.third.real[lane], 0),
        imaginary: SIMD4(
          turn.first.imaginary[lane], turn.second.imaginary[lane], turn.third.imaginary[lane], 0))
    }
  }

  static let window = FourierPasses.ofPair.window
}

extension Quad {
  /// Rotates four numbers by the same angle.
  @inline(__always)
  fileprivate func turned(_ cosine: Float, _ sine: Float) -> Quad {
    self * Quad(real: SIMD4(repeating: cosine), imaginary: SIMD4(repeating: sine))
  }
}
