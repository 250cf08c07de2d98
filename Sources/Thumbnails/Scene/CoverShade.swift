import Raster

/// The layers between a photograph and the waveform: the whole photograph is dimmed, and a soft
/// shade behind the waveform keeps it readable on art of any brightness.
public struct CoverShade: Sendable, Hashable {
  /// The position of the shade.
  public enum Position: Sendable, Hashable {
    /// A band along the middle, softer toward top and bottom.
    case middle
    /// From the bottom upward.
    case bottom
    /// A ring outside a hole whose radius is a fraction of half the shorter side.
    case ring(innerRadius: Double)
  }

  /// The default dimming of a photograph, from 0 to 1.
  // Chosen by eye, as the shades below.
  public static let standardDim = 0.35

  let position: Position
  /// The dimming of the whole photograph, from 0 to 1.
  let dim: Double

  /// Returns the marks over the photograph, in order.
  func marks(in frame: WaveformScene.Frame) -> [Mark] {
    let whole = Shape.bars([
      RoundedRectangle(x: frame.x, y: frame.y, width: frame.width, height: frame.height)
    ])
    let alpha = dim.isNaN ? Self.standardDim : dim
    return [
      Mark.shape(whole, in: .color(Self.black(alpha))),
      .shape(whole, in: shade(of: frame)),
    ]
  }

  private func shade(of frame: WaveformScene.Frame) -> Paint {
    let top = Point(x: frame.x, y: frame.y)
    let bottom = Point(x: frame.x, y: frame.y + frame.height)
    switch position {
    case .middle:
      return .gradient(
        Self.gradient([
          (0, 0.28), (0.2, 0.46), (0.4, 0.59), (0.5, 0.61), (0.6, 0.59), (0.8, 0.46), (1, 0.28),
        ]),
        from: top,
        to: bottom
      )
    case .bottom:
      return .gradient(
        Self.gradient([(0, 0.24), (0.3, 0.38), (0.6, 0.53), (1, 0.62)]),
        from: top,
        to: bottom
      )
    case .ring(let innerRadius):
      // The shade is darkest at the start of the strokes, because most strokes are short.
      let inner = innerRadius.clamped(min: 0, max: 1)
      let outside = 1 - inner
      return .radial(
        Self.gradient([
          (0, 0), (inner * 0.5, 0.08), (inner * 0.85, 0.42), (inner + outside * 0.1, 0.58),
          (inner + outside * 0.4, 0.56), (inner + outside * 0.8, 0.42), (1, 0.34),
        ]),
        center: frame.center,
        radius: min(frame.width, frame.height) / 2
      )
    }
  }

  private static func gradient(_ stops: [(offset: Double, alpha: Double)]) -> Gradient {
    Gradient(stops: stops.map { Gradient.Stop(offset: $0.offset, color: black($0.alpha)) })
  }

  private static func black(_ alpha: Double) -> Color {
    Color(red: 0, green: 0, blue: 0).faded(to: alpha)
  }
}
