/// Computes the power of windows of 1024 samples: eight real signals at a time, in the lanes of
/// vectors.
///
/// Two signals are the real and imaginary part of one complex signal. The sum of their power in bin
/// k is half of the power in k and in its mirror image, so they need not be separated. Four such
/// signals lie side by side, so that no vector is split.
struct LaneTransform: Sendable {
  /// The starts of eight signals, in vectors of four samples.
  typealias Starts = InlineArray<8, Int>

  // In an array, so that moving the owner of a transform stays cheap.
  private var passes = [LanePasses()]
  private var sums = [Double](repeating: 0, count: size)
  /// The number of transforms not yet added to the sums.
  private var waiting = 0

  private static let size = SpectrumWindow.frames
  // Few enough that sums of Float stay as exact as the samples.
  private static let maximumWaiting = 64

  /// Adds the power of eight signals of 1024 samples under the Hann window.
  mutating func add(_ samples: [SIMD4<Float>], at starts: Starts) {
    passes[0].fill(with: samples, at: starts)
    passes[0].run()
    waiting += 1
    if waiting == Self.maximumWaiting {
      addWaiting()
    }
  }

  /// Returns the mean power of `signals` signals in the bins 0…512 and resets the sums.
  mutating func takeMean(of signals: Int) -> [Double] {
    addWaiting()
    let half = Self.size / 2
    let weight = 0.5 / Double(max(signals, 1))
    let means = (0...half).map { bin in
      let mirrored = (Self.size - bin) % Self.size
      return (sums[Self.places[bin]] + sums[Self.places[mirrored]]) * weight
    }
    for place in sums.indices {
      sums[place] = 0
    }
    return means
  }

  private mutating func addWaiting() {
    passes[0].movePower(to: &sums)
    waiting = 0
  }

  /// The position of each bin after the transform: its base-4 digits reversed.
  private static let places: [Int] = (0..<size).map { bin in
    (0..<5).reduce(0) { place, digit in place << 2 | bin >> (2 * digit) & 3 }
  }
}
