import Glibc

/// The passes of Stockham's transform in radix 4, for a power of two from 256 to 8,192 points.
// Stockham's form leaves its result in order, without the reversal of digits that scatters loads
// and stores over the whole array.
// Real signals are transformed in pairs, as the real and the imaginary part of one: `PairTransform`.
struct FourierPasses: Sendable {
  /// Returns the passes for two signals of so many samples, as real and imaginary part.
  // Each is made once: the factors of 8,192 points take a millisecond.
  static func ofPair(_ size: Int) -> FourierPasses {
    switch size {
    case 256: points256
    case 512: points512
    case 2048: points2048
    case 4096: points4096
    case 8192: points8192
    default: points1024
    }
  }

  private static let points256 = FourierPasses(size: 256)
  private static let points512 = FourierPasses(size: 512)
  private static let points1024 = FourierPasses(size: 1024)
  private static let points2048 = FourierPasses(size: 2048)
  private static let points4096 = FourierPasses(size: 4096)
  private static let points8192 = FourierPasses(size: 8192)

  /// The twiddle factors of the butterflies, four at a time.
  let twiddles: [Twiddle]
  /// The Hann window, scaled so that a full-scale sine has a power of 1.
  let window: [SIMD4<Float>]
  /// The number of complex numbers that are transformed.
  let size: Int
  private let quarter: Int

  private init(size: Int) {
    self.size = size
    // A quarter of the numbers, in vectors of four.
    quarter = size / 16
    twiddles = Self.twiddles(quads: quarter, size: size)
    window = Self.hannWindow(size: size)
  }

  /// Returns the factors e^(-2πi·k·n/size) for the results k = 1, 2 and 3 of each butterfly n.
  // In double precision, and rounded once: angles that were added up would drift.
  private static func twiddles(quads: Int, size: Int) -> [Twiddle] {
    func quad(_ index: Int, result: Int) -> Quad {
      var quad = Quad()
      for lane in 0..<4 {
        let angle = angle(of: 4 * index + lane, size: size) * Double(result)
        quad.real[lane] = Float(cos(angle))
        quad.imaginary[lane] = Float(-sin(angle))
      }
      return quad
    }

    return (0..<quads).map { index in
      Twiddle(
        first: quad(index, result: 1),
        second: quad(index, result: 2),
        third: quad(index, result: 3)
      )
    }
  }

  private static func hannWindow(size: Int) -> [SIMD4<Float>] {
    // A sine's amplitude after the window is half the window's sum, a quarter of its length.
    let scale = 2 / Double(size)
    return (0..<size / 4).map { index in
      var factors = SIMD4<Float>()
      for lane in 0..<4 {
        let angle = angle(of: 4 * index + lane, size: size)
        factors[lane] = Float((1 - cos(angle)) * scale)
      }
      return factors
    }
  }

  /// Returns the angle of a number among `size` around the circle, in radians.
  private static func angle(of index: Int, size: Int) -> Double {
    2 * Double.pi * Double(index) / Double(size)
  }

  /// Applies the window and runs all passes but the last.
  func run(_ signal: inout [Quad], with other: inout [Quad]) {
    first(from: signal, to: &other)
    Self.transpose(&other)
    swap(&signal, &other)
    var stride = 1
    // A pass of four or, for odd powers of 2, of two points is left to the caller, which needs only the
    // power of its result.
    while 16 * stride < size {
      pass(from: signal, to: &other, stride: stride)
      swap(&signal, &other)
      stride *= 4
    }
  }

  /// Runs the first pass under the window, which saves a pass of its own over the signal.
  private func first(from signal: [Quad], to target: inout [Quad]) {
    for index in 0..<quarter {
      let outcome = Butterfly(
        signal[index].scaled(by: window[index]),
        signal[index + quarter].scaled(by: window[index + quarter]),
        signal[index + 2 * quarter].scaled(by: window[index + 2 * quarter]),
        signal[index + 3 * quarter].scaled(by: window[index + 3 * quarter])
      )
      let twiddle = twiddles[index]
      target[4 * index] = outcome.first
      target[4 * index + 1] = outcome.second * twiddle.first
      target[4 * index + 2] = outcome.third * twiddle.second
      target[4 * index + 3] = outcome.fourth * twiddle.third
    }
  }

  /// Transposes the four results of each butterfly into neighbors.
  // Separate from the first pass, because the compiler splits vectors if both are combined.
  private static func transpose(_ quads: inout [Quad]) {
    for index in stride(from: 0, to: quads.count & ~3, by: 4) {
      let a = quads[index]
      let b = quads[index + 1]
      let c = quads[index + 2]
      let d = quads[index + 3]
      let real = transposed(a.real, b.real, c.real, d.real)
      let imaginary = transposed(a.imaginary, b.imaginary, c.imaginary, d.imaginary)
      quads[index] = Quad(real: real.first, imaginary: imaginary.first)
      quads[index + 1] = Quad(real: real.second, imaginary: imaginary.second)
      quads[index + 2] = Quad(real: real.third, imaginary: imaginary.third)
      quads[index + 3] = Quad(real: real.fourth, imaginary: imaginary.fourth)
    }
  }

  /// Runs one pass in which all numbers of a quad have the same twiddle factors.
  private func pass(from source: [Quad], to target: inout [Quad], stride: Int) {
    for group in 0..<quarter / stride {
      let twiddle = twiddles[group * stride].spread
      for index in group * stride..<(group + 1) * stride {
        let outcome = Butterfly(
          source[index],
          source[index + quarter],
          source[index + 2 * quarter],
          source[index + 3 * quarter]
        )
        // The four results of a group of `stride` butterflies are four groups in the target.
        let first = index + 3 * stride * group
        target[first] = outcome.first
        target[first + stride] = outcome.second * twiddle.first
        target[first + 2 * stride] = outcome.third * twiddle.second
        target[first + 3 * stride] = outcome.fourth * twiddle.third
      }
    }
  }
}

/// The transform of four numbers, four times at once.
// Of radix 4, because a radix of 2 loads and stores all numbers twice as often.
struct Butterfly {
  let first: Quad
  let second: Quad
  let third: Quad
  let fourth: Quad

  @inline(__always)
  init(_ a: Quad, _ b: Quad, _ c: Quad, _ d: Quad) {
    let sum = a + c
    let gap = a - c
    let cross = b + d
    let slant = b - d
    first = sum + cross
    // The odd difference is multiplied by -i and by i, which exchanges its parts: no multiplication.
    second = Quad(real: gap.real + slant.imaginary, imaginary: gap.imaginary - slant.real)
    third = sum - cross
    fourth = Quad(real: gap.real - slant.imaginary, imaginary: gap.imaginary + slant.real)
  }
}
