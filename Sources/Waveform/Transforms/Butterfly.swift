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
