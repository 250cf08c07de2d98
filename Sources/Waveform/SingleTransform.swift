/// The power spectrum of one real signal of 1024 samples by a transform of 512 complex numbers.
struct SingleTransform: Sendable {
  private static let size = SpectrumWindow.frames / 2

  /// The even samples as real and the odd ones as imaginary parts, four of each per quad.
  private var signal = [Quad](repeating: Quad(), count: size / 4)
  private var other = [Quad](repeating: Quad(), count: size / 4)
  private let passes = FourierPasses.ofOne
  private let twiddles = FourierPasses.ofPair.twiddles

  /// Returns the power of the first channel in the bins 0…512.
  mutating func takePower(of planes: SamplePlanes) -> [Float] {
    for quad in signal.indices {
      let samples = SIMD8(
        lowHalf: planes.samples[2 * quad], highHalf: planes.samples[2 * quad + 1])
      signal[quad] = Quad(real: samples.evenHalf, imaginary: samples.oddHalf)
    }
    passes.run(&signal, with: &other)
    Self.lastPass(from: signal, to: &other)
    return Self.power(of: other, twiddles)
  }

  /// Runs the final radix-2 pass of 512 points.
  private static func lastPass(from source: [Quad], to target: inout [Quad]) {
    let half = size / 8
    for index in 0..<half {
      target[index] = source[index] + source[index + half]
      target[index + half] = source[index] - source[index + half]
    }
  }

  /// Combines the even and odd samples: bin k and its mirror image 512 - k at once.
  private static func power(of quads: [Quad], _ twiddles: [Twiddle]) -> [Float] {
    var bins = [Float](repeating: 0, count: size + 1)
    var (last, beforeLast) = (quads[0], quads[quads.count - 1])
    for index in 0..<size / 8 {
      let near = quads[index]
      let far = Quad(
        real: SIMD4(last.real.x, beforeLast.real.w, beforeLast.real.z, beforeLast.real.y),
        imaginary: SIMD4(
          last.imaginary.x, beforeLast.imaginary.w, beforeLast.imaginary.z, beforeLast.imaginary.y))
      // The part of the even samples, and that of the odd samples rotated by k and by -i.
      let even = Quad(real: near.real + far.real, imaginary: near.imaginary - far.imaginary)
      let slant = Quad(real: near.real - far.real, imaginary: near.imaginary + far.imaginary)
      let turned = slant * twiddles[index].first
      let sum = even.power + turned.power
      let cross = 2 * (even.real * turned.imaginary - even.imaginary * turned.real)
      let (low, high) = ((sum + cross) * 0.25, (sum - cross) * 0.25)
      let bin = 4 * index
      (bins[bin], bins[bin + 1], bins[bin + 2], bins[bin + 3]) = (low.x, low.y, low.z, low.w)
      (bins[size - bin], bins[size - bin - 1]) = (high.x, high.y)
      (bins[size - bin - 2], bins[size - bin - 3]) = (high.z, high.w)
      (last, beforeLast) = (beforeLast, quads[quads.count - index - 2])
    }
    bins[size / 2] = quads[size / 8].power.x
    return bins
  }
}
