/// The power spectrum of pairs of real signals: a transform under a Hann window.
///
/// The signals are the real and imaginary part of one complex signal. The sum of their power in bin
/// k is half of the power in k and in its mirror image, so they need not be separated. One signal is
/// paired with silence: a transform of its own would save 0.05 ms a recording.
// One transform for thumbnails of spectra, spectrograms and the cut-off. A second one for spectrograms,
// of four pairs in the lanes of vectors, saves a twentieth of a scan, which nobody would notice. That
// of tones is in C: of 30 minutes of MP3 color takes 0.17 s of 1.22, and would take 0.25 with this one.
struct PairTransform: Sendable {
  /// The two signals before the window, four samples per quad.
  var signal: [Quad]
  private var other: [Quad]
  /// The power of all complex signals so far.
  private var power: [SIMD4<Float>]
  private let passes: FourierPasses

  init(size: Int) {
    passes = .ofPair(size)
    signal = Array(repeating: Quad(), count: passes.size / 4)
    other = signal
    power = Array(repeating: .zero, count: passes.size / 4)
  }

  /// Adds the power of a channel and of the next one, if any.
  mutating func add(_ planes: SamplePlanes, channel: Int) {
    let first = channel * planes.length
    // The plane after that of the last channel is the window of zeros.
    add(planes, at: first, and: min(first + planes.length, planes.zeros))
  }

  /// Adds the power of two signals, which begin at vectors of the planes.
  mutating func add(_ planes: SamplePlanes, at first: Int, and second: Int) {
    for quad in signal.indices {
      signal[quad] = Quad(
        real: planes.samples[first + quad],
        imaginary: planes.samples[second + quad]
      )
    }
    add()
  }

  /// Adds the power of the two signals in `signal`, which it overwrites.
  mutating func add() {
    passes.run(&signal, with: &other)
    Self.lastPass(from: signal, to: &power)
  }

  /// Returns the power in the bins from 0 to half the number of points, multiplied by `weight`, and
  /// resets it.
  mutating func takePower(weight: Float) -> [Float] {
    let half = passes.size / 2
    let factor = 0.5 * weight
    var bins = [Float](repeating: 0, count: half + 1)

    // The mirror images of bins 4q to 4q + 3 are the first of one vector and the last three of the
    // vector before, in descending order.
    var last = power[0]
    var beforeLast = power[power.count - 1]
    for quad in 0..<half / 4 {
      let mirrored = SIMD4(last.x, beforeLast.w, beforeLast.z, beforeLast.y)
      let sum = (power[quad] + mirrored) * factor
      bins[4 * quad] = sum.x
      bins[4 * quad + 1] = sum.y
      bins[4 * quad + 2] = sum.z
      bins[4 * quad + 3] = sum.w
      last = beforeLast
      beforeLast = power[power.count - quad - 2]
    }

    // The highest bin is its own mirror image.
    bins[half] = 2 * factor * power[half / 4].x
    for index in power.indices {
      power[index] = .zero
    }
    return bins
  }

  /// Runs the pass without twiddle factors, of which only the power is needed.
  private static func lastPass(from source: [Quad], to power: inout [SIMD4<Float>]) {
    let isPowerOfFour = source.count.trailingZeroBitCount % 2 == 0
    guard isPowerOfFour else { return lastPairs(from: source, to: &power) }
    let quarter = source.count / 4
    for index in 0..<quarter {
      let outcome = Butterfly(
        source[index],
        source[index + quarter],
        source[index + 2 * quarter],
        source[index + 3 * quarter]
      )
      power[index] += outcome.first.power
      power[index + quarter] += outcome.second.power
      power[index + 2 * quarter] += outcome.third.power
      power[index + 3 * quarter] += outcome.fourth.power
    }
  }

  /// Runs that pass in radix 2.
  private static func lastPairs(from source: [Quad], to power: inout [SIMD4<Float>]) {
    let half = source.count / 2
    for index in 0..<half {
      power[index] += (source[index] + source[index + half]).power
      power[index + half] += (source[index] - source[index + half]).power
    }
  }
}
