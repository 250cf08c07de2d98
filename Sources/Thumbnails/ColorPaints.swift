package import Raster

/// The color or gradient of the played part of a waveform.
package enum PlayedPaint: Sendable, Hashable {
  /// Blue, and white over album art.
  case automatic
  case color(Color)
  /// The color of the text around the picture, for SVG in a page.
  case currentColor
}

/// The color or gradient of a background.
package enum BackgroundPaint: Sendable, Hashable {
  case color(Color)
  case gradient(Gradient, WaveformScene.Direction)
}

extension WaveformColors {
  package var playedPaint: PlayedPaint {
    get {
      if playedIsCurrentColor { return .currentColor }
      return playedOverArt == nil ? .color(played) : .automatic
    }
    set {
      (playedIsCurrentColor, playedOverArt) = (newValue == .currentColor, nil)
      switch newValue {
      case .automatic: (played, playedOverArt) = (Self.standardPlayed, Self.standardPlayedOverArt)
      case .color(let color): played = color
      case .currentColor: played = Color(red: 0, green: 0, blue: 0)
      }
    }
  }

  /// The background, or nil if it is transparent.
  package var backgroundPaint: BackgroundPaint? {
    get {
      backgroundGradient.map { .gradient($0, backgroundDirection) }
        ?? background.map(BackgroundPaint.color)
    }
    set {
      (background, backgroundGradient, backgroundDirection) = (nil, nil, .down)
      switch newValue {
      case .color(let color)?: background = color
      case .gradient(let gradient, let direction)?:
        (backgroundGradient, backgroundDirection) = (gradient, direction)
      case nil: break
      }
    }
  }
}
