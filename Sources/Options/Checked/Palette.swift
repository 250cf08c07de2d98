package import Raster
package import Thumbnails

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
