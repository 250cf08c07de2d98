import Glibc

/// The loudness of a recording by ITU-R BS.1770-4, EBU Tech 3341 and 3342.
package struct Loudness: Sendable, Equatable {
  /// Integrated loudness in LUFS, or nil if nothing passes the gate.
  package var integrated: Double?
  /// Loudness range in LU, or nil below 3 s of gated sound.
  package var range: Double?
  /// The highest short-term loudness (3 s) in LUFS.
  package var shortTerm: Double?
  /// The gating blocks, to be joined with those of other recordings.
  package var gating = GatingHistogram()

  /// Computes loudness from the mean square of each 100 ms.
  // Blocks of 400 ms that overlap by three quarters, and short-term values of 3 s: both are means of
  // these, so that nothing else has to be kept of a recording.
  init(meanSquares: [Double]) {
    let blocks = Self.means(of: 4, in: meanSquares)
    // The relative gate of BS.1770 is 10 LU below the mean of what passes the absolute one.
    let audible = Self.gated(blocks, below: 10)
    integrated = Self.mean(audible).flatMap(Self.level)
    for block in blocks {
      gating.add(meanSquare: block)
    }
    let shortTerm = Self.means(of: 30, in: meanSquares)
    self.shortTerm = shortTerm.max().flatMap(Self.level)
    // Once a second, as the standard says: every tenth of the values at each 100 ms.
    let seconds = stride(from: 0, to: shortTerm.count, by: 10)
    range = Self.range(of: seconds.map { shortTerm[$0] })
  }

  init() {}

  /// Returns the loudness of a mean square in LUFS, or nil for silence.
  static func level(_ meanSquare: Double) -> Double? {
    // The offset of BS.1770, which takes out the gain of K-weighting at 1 kHz.
    let level = 10 * log10(meanSquare) - 0.691
    // Dither of 16 bits is louder than -120 LUFS: what is below is silence with rounding errors.
    guard level > -120 else { return nil }
    return level
  }

  /// Returns the mean square of a loudness in LUFS.
  static func meanSquare(_ level: Double) -> Double {
    pow(10, level / 10) / LoudnessSeries.unitGain
  }

  /// Returns the moving averages of `count` consecutive values.
  static func means(of count: Int, in values: [Double]) -> [Double] {
    guard values.count >= count else { return [] }
    return (0...values.count - count).map { first in
      // Each sum anew: a running one would keep the rounding errors of everything before it.
      var sum = 0.0
      for index in first..<first + count {
        sum += values[index]
      }
      return sum / Double(count)
    }
  }

  /// Returns the values above -70 LUFS that are at most `distance` LU below their mean.
  private static func gated(_ values: [Double], below distance: Double) -> [Double] {
    let absoluteGate = meanSquare(-70)
    let loud = values.filter { $0 >= absoluteGate }
    let gate = (mean(loud) ?? 0) / pow(10, distance / 10)
    return loud.filter { $0 >= gate }
  }

  private static func mean(_ values: [Double]) -> Double? {
    if values.isEmpty {
      nil
    } else {
      values.reduce(0, +) / Double(values.count)
    }
  }

  /// Returns the loudness range by EBU Tech 3342: from the 10th to the 95th percentile of
  /// the values that pass a gate 20 LU below the mean.
  private static func range(of shortTerm: [Double]) -> Double? {
    let gated = gated(shortTerm, below: 20).sorted()
    guard !gated.isEmpty else { return nil }
    // The nearest value, as in the program of the standard: no interpolation.
    func percentile(_ share: Double) -> Double? {
      level(gated[Int(Double(gated.count - 1) * share + 0.5)])
    }
    guard let low = percentile(0.1), let high = percentile(0.95) else { return nil }
    return high - low
  }
}
