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

  /// The colors of low, mid and high frequencies; nil unless there are three.
  package var bands: [Color]? {
    guard case .colors(let gradient) = self, gradient.stops.count == 3 else { return nil }
    return gradient.stops.map(\.color)
  }
}
