package import Raster

/// The colour or gradient of the played part of a waveform.
package enum PlayedPaint: Sendable, Hashable {
  case color(Color)
  /// The colour of the text around the picture, which vectors in a page know.
  case currentColor
}

/// The colour or gradient of a background.
package enum BackgroundPaint: Sendable, Hashable {
  case color(Color)
  case gradient(Gradient, WaveformScene.Direction)
}

extension WaveformColors {
  package var playedPaint: PlayedPaint {
    get { playedIsCurrentColor ? .currentColor : .color(played) }
    set {
      switch newValue {
      case .color(let color): (played, playedIsCurrentColor) = (color, false)
      case .currentColor:
        (played, playedIsCurrentColor) = (Color(red: 0, green: 0, blue: 0), true)
      }
    }
  }

  /// The background, nil where it stays clear.
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
