/// Four complex numbers.
// Real and imaginary parts apart, so that a product is a few operations on whole vectors; side by side,
// they would have to be exchanged.
struct Quad: Sendable {
  var real = SIMD4<Float>.zero
  var imaginary = SIMD4<Float>.zero

  @inline(__always)
  var power: SIMD4<Float> { real * real + imaginary * imaginary }

  @inline(__always)
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
      imaginary: left.real * right.imaginary + left.imaginary * right.real
    )
  }
}

/// The twiddle factors of the second, third and fourth result of four butterflies.
struct Twiddle: Sendable {
  let first: Quad
  let second: Quad
  let third: Quad

  /// The twiddle factors of the first butterfly, for all four.
  var spread: Twiddle {
    Twiddle(first: first.spread, second: second.spread, third: third.spread)
  }
}

extension Quad {
  fileprivate var spread: Quad {
    Quad(real: SIMD4(repeating: real.x), imaginary: SIMD4(repeating: imaginary.x))
  }
}

/// Transposes columns to rows with one instruction per step.
@inline(__always)
func transposed(
  _ a: SIMD4<Float>,
  _ b: SIMD4<Float>,
  _ c: SIMD4<Float>,
  _ d: SIMD4<Float>
) -> (first: SIMD4<Float>, second: SIMD4<Float>, third: SIMD4<Float>, fourth: SIMD4<Float>) {
  let ab = SIMD8(lowHalf: a, highHalf: b)
  let cd = SIMD8(lowHalf: c, highHalf: d)
  let evens = SIMD8(lowHalf: ab.evenHalf, highHalf: cd.evenHalf)
  let odds = SIMD8(lowHalf: ab.oddHalf, highHalf: cd.oddHalf)
  return (evens.evenHalf, odds.evenHalf, evens.oddHalf, odds.oddHalf)
}
