import Glibc

/// The power spectrum of two real signals at once: a 1024-point transform under a Hann window.
///
/// The signals are the real and the imaginary part of one complex signal. The power of both in bin
/// k is half of what that signal has in k and in its mirror image, so they need not be told apart.
struct FourierTransform: Sendable {
  static let size = SpectrumWindow.frames

  /// The two signals, not yet under the window, four samples a quad.
  var signal = [Quad](repeating: Quad(), count: size / 4)
  private var other = [Quad](repeating: Quad(), count: size / 4)
  /// The power of all complex signals so far.
  private var power = [SIMD4<Float>](repeating: .zero, count: size / 4)
  private let window = FourierTables.shared.window
  private let twiddles = FourierTables.shared.twiddles

  /// Adds the power of the two signals.
  mutating func add() {
    Self.firstPass(from: signal, to: &other, window, twiddles)
    Self.transpose(&other)
    Self.pass(from: other, to: &signal, stride: 1, twiddles)
    Self.pass(from: signal, to: &other, stride: 4, twiddles)
    Self.pass(from: other, to: &signal, stride: 16, twiddles)
    Self.lastPass(from: signal, to: &power)
  }

  /// Gives the power in the bins 0…512, `weight` times, and begins anew.
  mutating func takePower(weight: Float) -> [Float] {
    let half = Self.size / 2
    let factor = 0.5 * weight
    var bins = [Float](repeating: 0, count: half + 1)
    var (last, beforeLast) = (power[0], power[power.count - 1])
    for quad in 0..<half / 4 {
      let mirrored = SIMD4(last.x, beforeLast.w, beforeLast.z, beforeLast.y)
      let sum = (power[quad] + mirrored) * factor
      bins[4 * quad] = sum.x
      bins[4 * quad + 1] = sum.y
      bins[4 * quad + 2] = sum.z
      bins[4 * quad + 3] = sum.w
      (last, beforeLast) = (beforeLast, power[power.count - quad - 2])
    }
    bins[half] = 2 * factor * power[half / 4].x
    for index in power.indices { power[index] = .zero }
    return bins
  }

  /// Applies the window and the first pass of Stockham's transform in radix 4.
  private static func firstPass(
    from signal: [Quad], to target: inout [Quad], _ window: [SIMD4<Float>], _ twiddles: [Twiddle]
  ) {
    let quarter = size / 16
    for index in 0..<quarter {
      let outcome = Butterfly(
        signal[index].scaled(by: window[index]),
        signal[index + quarter].scaled(by: window[index + quarter]),
        signal[index + 2 * quarter].scaled(by: window[index + 2 * quarter]),
        signal[index + 3 * quarter].scaled(by: window[index + 3 * quarter]))
      let turn = twiddles[index]
      target[4 * index] = outcome.first
      target[4 * index + 1] = outcome.second * turn.first
      target[4 * index + 2] = outcome.third * turn.second
      target[4 * index + 3] = outcome.fourth * turn.third
    }
  }

  /// Makes the four outcomes of each butterfly neighbours.
  ///
  /// Apart from the first pass, because the compiler takes vectors to pieces where both meet.
  private static func transpose(_ quads: inout [Quad]) {
    for index in stride(from: 0, to: quads.count & ~3, by: 4) {
      let (a, b, c, d) = (quads[index], quads[index + 1], quads[index + 2], quads[index + 3])
      let real = transposed(a.real, b.real, c.real, d.real)
      let imaginary = transposed(a.imaginary, b.imaginary, c.imaginary, d.imaginary)
      quads[index] = Quad(real: real.0, imaginary: imaginary.0)
      quads[index + 1] = Quad(real: real.1, imaginary: imaginary.1)
      quads[index + 2] = Quad(real: real.2, imaginary: imaginary.2)
      quads[index + 3] = Quad(real: real.3, imaginary: imaginary.3)
    }
  }

  /// One pass in which the numbers of a quad turn alike.
  private static func pass(
    from source: [Quad], to target: inout [Quad], stride: Int, _ twiddles: [Twiddle]
  ) {
    let quarter = size / 16
    for part in 0..<quarter / stride {
      let turn = twiddles[part * stride].spread
      for index in part * stride..<(part + 1) * stride {
        let outcome = Butterfly(
          source[index], source[index + quarter], source[index + 2 * quarter],
          source[index + 3 * quarter])
        let place = index + 3 * stride * part
        target[place] = outcome.first
        target[place + stride] = outcome.second * turn.first
        target[place + 2 * stride] = outcome.third * turn.second
        target[place + 3 * stride] = outcome.fourth * turn.third
      }
    }
  }

  /// The pass that turns nothing, of which only the power is wanted.
  private static func lastPass(from source: [Quad], to power: inout [SIMD4<Float>]) {
    let quarter = size / 16
    for index in 0..<quarter {
      let outcome = Butterfly(
        source[index], source[index + quarter], source[index + 2 * quarter],
        source[index + 3 * quarter])
      power[index] += outcome.first.power
      power[index + quarter] += outcome.second.power
      power[index + 2 * quarter] += outcome.third.power
      power[index + 3 * quarter] += outcome.fourth.power
    }
  }
}

/// Four complex numbers.
struct Quad: Sendable {
  var real = SIMD4<Float>.zero
  var imaginary = SIMD4<Float>.zero

  var power: SIMD4<Float> { real * real + imaginary * imaginary }

  func scaled(by factors: SIMD4<Float>) -> Quad {
    Quad(real: real * factors, imaginary: imaginary * factors)
  }

  @inline(__always)
  static func + (left: Quad, right: Quad) -> Quad {
    Quad(real: left.real + right.real, imaginary: left.imaginary + right.imaginary)
  }

  @inline(__always)
  static func - (left: Quad, right: Quad) -> Quad {
    Quad(real: left.real - right.real, imaginary: left.imaginary - right.imaginary)
  }

  @inline(__always)
  static func * (left: Quad, right: Quad) -> Quad {
    Quad(
      real: left.real * right.real - left.imaginary * right.imaginary,
      imaginary: left.real * right.imaginary + left.imaginary * right.real)
  }
}

/// The transform of four numbers, four times.
private struct Butterfly {
  let first: Quad
  let second: Quad
  let third: Quad
  let fourth: Quad

  @inline(__always)
  init(_ a: Quad, _ b: Quad, _ c: Quad, _ d: Quad) {
    let (sum, gap) = (a + c, a - c)
    let (cross, slant) = (b + d, b - d)
    first = sum + cross
    // The slant is turned by -i and by i.
    second = Quad(
      real: gap.real + slant.imaginary, imaginary: gap.imaginary - slant.real)
    third = sum - cross
    fourth = Quad(
      real: gap.real - slant.imaginary, imaginary: gap.imaginary + slant.real)
  }
}

/// The turns of the second, third and fourth outcome of four butterflies.
struct Twiddle: Sendable {
  let first: Quad
  let second: Quad
  let third: Quad

  /// The turns of the first butterfly, for all four.
  var spread: Twiddle {
    Twiddle(first: first.spread, second: second.spread, third: third.spread)
  }
}

extension Quad {
  fileprivate var spread: Quad {
    Quad(real: SIMD4(repeating: real.x), imaginary: SIMD4(repeating: imaginary.x))
  }
}

/// What every transform of 1024 points needs.
struct FourierTables: Sendable {
  static let shared = FourierTables()

  /// Hann's window, scaled so that a full-scale sine has a power of 1.
  let window: [SIMD4<Float>]
  let twiddles: [Twiddle]

  private init() {
    let size = FourierTransform.size
    let turn = 2 * Double.pi / Double(size)
    func quad(_ index: Int, times factor: Int) -> Quad {
      var quad = Quad()
      for lane in 0..<4 {
        let angle = turn * Double((4 * index + lane) * factor)
        quad.real[lane] = Float(cos(angle))
        quad.imaginary[lane] = Float(-sin(angle))
      }
      return quad
    }
    // Half the sum of the window, which a sine comes out with, is a quarter of its size.
    let scale = Float(4 / Double(size))
    window = (0..<size / 4).map { (0.5 - 0.5 * quad($0, times: 1).real) * scale }
    twiddles = (0..<size / 16).map {
      Twiddle(
        first: quad($0, times: 1), second: quad($0, times: 2), third: quad($0, times: 3))
    }
  }
}

/// Columns as rows: evens of evens, evens of odds and so on, each of which is one instruction.
@inline(__always)
func transposed(
  _ a: SIMD4<Float>, _ b: SIMD4<Float>, _ c: SIMD4<Float>, _ d: SIMD4<Float>
) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
  let (ab, cd) = (SIMD8(lowHalf: a, highHalf: b), SIMD8(lowHalf: c, highHalf: d))
  let evens = SIMD8(lowHalf: ab.evenHalf, highHalf: cd.evenHalf)
  let odds = SIMD8(lowHalf: ab.oddHalf, highHalf: cd.oddHalf)
  return (evens.evenHalf, odds.evenHalf, evens.oddHalf, odds.oddHalf)
}
