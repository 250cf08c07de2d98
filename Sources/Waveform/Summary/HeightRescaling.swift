import Glibc

/// Changes heights as if their levels had been a fraction.
// The bands of a colored bar are fractions of its level. Scaling each band anew would give heights
// that do not end at the top of the bar, whose level comes from finer buckets.
package struct HeightRescaling: Sendable {
  private let curve: WaveformScaling.Curve
  private let gamma: Double
  private let floor: Double

  /// Creates the change of heights that a scaling has made with an exponent.
  package init(_ scaling: WaveformScaling, gamma: Double) {
    curve = scaling.curve
    self.gamma = gamma
    floor = scaling.floor
  }

  /// Returns the heights, or deflections, of levels multiplied by the shares.
  package func heights(_ heights: [Float], shares: [Float]) -> [Float] {
    zip(heights, shares).map { height, share in
      let raised = pow(Double(share), gamma)
      let magnitude = Double(abs(height))
      let changed: Double =
        switch curve {
        case .linear: magnitude * raised
        case .sqrt: magnitude * raised.squareRoot()
        // In decibels a factor is a difference. Silence would be infinitely far below.
        case .db where raised > 0: max(0, magnitude - 20 * log10(raised) / floor)
        case .db: 0
        }
      return if height < 0 {
        Float(-changed)
      } else {
        Float(changed)
      }
    }
  }
}
