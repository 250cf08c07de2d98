import Glibc

/// Changes heights as if their levels had been a fraction.
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
        case .db: raised > 0 ? max(0, magnitude - 20 * log10(raised) / floor) : 0
        }
      return height < 0 ? Float(-changed) : Float(changed)
    }
  }
}
