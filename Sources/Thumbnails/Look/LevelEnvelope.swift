package import Waveform

/// The level of a recording over time, scaled as the heights of its bars.
package struct LevelEnvelope: Sendable {
  // About the number of bars of a picture, and computed exactly from a summary, so that the
  // animated level matches the drawn one.
  static let count = 160

  /// The levels in 0…1.
  package let levels: [Float]
  /// How levels were scaled; nil for given bars.
  let scale: WaveformScaling.Scale?
  /// The exponent applied to levels.
  var gamma: Double { scale?.gamma ?? 1 }

  /// Creates the envelope of a summary; given bars are used unchanged.
  package init(_ summary: WaveformSummary, scaling: WaveformScaling) {
    let bars = summary.bars(Self.count, measure: scaling.measure)
    // They were scaled by the program that made them.
    if summary.givenBars != nil {
      levels = bars.map { bar in
        if bar.isNaN {
          0
        } else {
          min(1, max(0, bar))
        }
      }
      scale = nil
    } else {
      let scale = scaling.scale(of: [bars])
      levels = scaling.heights(of: bars, scale: scale)
      self.scale = scale
    }
  }

  /// Returns the interpolated level at a fraction of the recording.
  package func level(at fraction: Double) -> Float {
    // A level is that of the middle of its bar.
    let position =
      if fraction.isNaN {
        0.0
      } else {
        fraction * Double(levels.count) - 0.5
      }
    return SpectrumHeights.between(levels, at: position)
  }

  /// The position of the highest level, the first of equals.
  // The first, so that a picture of one moment is the same on every machine.
  package var loudestPosition: Double {
    var best = 0
    for index in levels.indices where levels[index] > levels[best] {
      best = index
    }
    return (Double(best) + 0.5) / Double(Self.count)
  }
}
