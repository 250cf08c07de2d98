package import Raster
package import Thumbnails

/// What the colors of bars follow.
package enum ColorBy: String, CaseIterable, Sendable {
  /// The mean frequency of each bar.
  case pitch
  /// The levels of low, mid and high frequencies.
  case bands
}

/// The colors of a spectrogram, and of pitches from low to high.
package enum Palette: Sendable, Equatable {
  case named(SpectrogramPalette)
  case colors(Gradient)

  /// The colors of pitches.
  package var ramp: Gradient {
    switch self {
    case .named(let palette): palette.ramp
    case .colors(let gradient): gradient
    }
  }
}
