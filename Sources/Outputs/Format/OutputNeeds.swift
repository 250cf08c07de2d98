package import Waveform

/// What must be measured of a recording for an output.
package struct OutputNeeds: Sendable, Equatable {
  package var measuresLevels: Bool
  package var measuresSpectrum: Bool
  /// The grid of lowest and highest values, if needed.
  package var points: PointGrid?

  package init(measuresSpectrum: Bool = false) {
    measuresLevels = true
    self.measuresSpectrum = measuresSpectrum
    points = nil
  }

  /// Creates the needs of an output that requires only points.
  package init(points: PointGrid?) {
    measuresLevels = false
    measuresSpectrum = false
    self.points = points
  }

  /// Returns the needs of both outputs together: a recording is decoded once for all of them.
  package func union(_ other: OutputNeeds) -> OutputNeeds {
    // One grid is enough: the options allow one zoom for all outputs of a run.
    var both = OutputNeeds(points: points ?? other.points)
    both.measuresLevels = measuresLevels || other.measuresLevels
    both.measuresSpectrum = measuresSpectrum || other.measuresSpectrum
    return both
  }
}
