package import Raster

/// The colors of a spectrogram, from silence to a full-scale sine, perceptually uniform.
public enum SpectrogramPalette: String, CaseIterable, Sendable {
  /// From black through violet and orange to pale yellow.
  case color
  /// From white to black, for paper.
  case grey

  func colors(count: Int) -> [Color] {
    // Evenly spaced in lightness, not along the stops, so that a step in level is the same step to
    // the eye anywhere.
    let tones = stops.map { SpectrumRamp.Tone(Color(rgb: $0)) }
    return (0..<count).map { step in
      Self.tone(at: Double(step) / Double(count - 1), among: tones).color
    }
  }

  /// The colors of low to high frequencies for bars colored by pitch.
  package var ramp: Gradient {
    switch self {
    case .color: WaveformColoring.standardRamp
    // Both ends stay visible on white and on black.
    case .grey: Gradient(colors: [Color(rgb: 0x949494), Color(rgb: 0x5a5a5a)])
    }
  }

  private var stops: [UInt32] {
    switch self {
    // The control points of the color map "magma" (Smith and van der Walt, in the public domain).
    case .color:
      [
        0x000004, 0x180F3D, 0x440F76, 0x721F81, 0x9E2F7F, 0xCD4071, 0xF1605D, 0xFD9668, 0xFECA8D,
        0xFCFDBF,
      ]
    case .grey: [0xFFFFFF, 0x000000]
    }
  }

  /// Returns the tone at a fraction of the ramp, measured in lightness.
  private static func tone(
    at share: Double,
    among tones: [SpectrumRamp.Tone]
  ) -> SpectrumRamp.Tone {
    let first = tones[0].lightness
    let last = tones[tones.count - 1].lightness
    let lightness = first + (last - first) * share
    let rises = last > first

    // The first stop that is as light, or as dark where the palette darkens.
    let index = tones.indices.dropFirst().first { index in
      if rises {
        tones[index].lightness >= lightness
      } else {
        tones[index].lightness <= lightness
      }
    }

    let end = index ?? tones.count - 1
    let low = tones[end - 1]
    let high = tones[end]
    let between = (lightness - low.lightness) / (high.lightness - low.lightness)
    return SpectrumRamp.Tone(
      lightness: lightness,
      greenRed: low.greenRed + (high.greenRed - low.greenRed) * between,
      blueYellow: low.blueYellow + (high.blueYellow - low.blueYellow) * between
    )
  }
}
