/// The power of windows of 1024 samples: eight real signals at a time, in the lanes of vectors.
///
/// Two signals are the real and the imaginary part of one complex signal. Their power together in
/// bin k is half of what that has in k and in its mirror image, so they need not be told apart.
/// Four such signals lie side by side, so that no vector is ever taken to pieces.
struct LaneTransform: Sendable {
  /// Where eight signals begin, in vectors of four samples.
  typealias Starts = InlineArray<8, Int>

  // In an array, so that what holds a transform stays small where it is moved.
  private var passes = [LanePasses()]
  private var sums = [Double](repeating: 0, count: size)
  /// How many transforms the sums lack.
  private var waiting = 0

  private static let size = SpectrumWindow.frames
  // Few enough that sums of Float stay as exact as the samples are.
  private static let mostWaiting = 64

  /// Adds the power of the eight signals of 1024 samples that begin there, under Hann's window.
  mutating func add(_ samples: [SIMD4<Float>], at starts: Starts) {
    passes[0].fill(with: samples, at: starts)
    passes[0].run()
    waiting += 1
    if waiting == Self.mostWaiting { addWaiting() }
  }

  /// Gives the mean power of so many signals in the bins 0…512, and begins anew.
  mutating func takeMean(of signals: Int) -> [Double] {
    addWaiting()
    let half = Self.size / 2
    let weight = 0.5 / Double(max(signals, 1))
    let means = (0...half).map { bin in
      let mirrored = (Self.size - bin) % Self.size
      return (sums[Self.places[bin]] + sums[Self.places[mirrored]]) * weight
    }
    for place in sums.indices { sums[place] = 0 }
    return means
  }

  private mutating func addWaiting() {
    passes[0].movePower(to: &sums)
    waiting = 0
  }

  /// Where the transform leaves each bin: its digits to the base of 4 in reverse.
  private static let places: [Int] = (0..<size).map { bin in
    (0..<5).reduce(0) { place, digit in place << 2 | bin >> (2 * digit) & 3 }
  }
}
