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
    let rectangle = RoundedRectangle(
      x: frame.x,
      y: frame.y,
      width: frame.width,
      height: frame.height
    )
    let whole = Shape.bars([rectangle])
    let alpha = dim.isNaN ? Self.standardDim : dim
    // Two layers: the dim is asked for, and the shade is that of the style.
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
      // Several stops of a curve, as a straight ramp shows an edge where it ends.
      let stops = [
        shade(0.28, at: 0),
        shade(0.46, at: 0.2),
        shade(0.59, at: 0.4),
        shade(0.61, at: 0.5),
        shade(0.59, at: 0.6),
        shade(0.46, at: 0.8),
        shade(0.28, at: 1),
      ]
      return .gradient(Gradient(stops: stops), from: top, to: bottom)
    case .bottom:
      let stops = [
        shade(0.24, at: 0),
        shade(0.38, at: 0.3),
        shade(0.53, at: 0.6),
        shade(0.62, at: 1),
      ]
      return .gradient(Gradient(stops: stops), from: top, to: bottom)
    case .ring(let innerRadius):
      return .radial(
        ring(innerRadius: innerRadius.clamped(min: 0, max: 1)),
        center: frame.center,
        radius: min(frame.width, frame.height) / 2
      )
    }
  }

  // The shade is darkest at the start of the strokes, because most strokes are short. The photograph
  // stays clear in the hole.
  private func ring(innerRadius inner: Double) -> Gradient {
    let outside = 1 - inner
    let stops = [
      shade(0, at: 0),
      shade(0.08, at: inner * 0.5),
      shade(0.42, at: inner * 0.85),
      shade(0.58, at: inner + outside * 0.1),
      shade(0.56, at: inner + outside * 0.4),
      shade(0.42, at: inner + outside * 0.8),
      shade(0.34, at: 1),
    ]
    return Gradient(stops: stops)
  }

  private func shade(_ alpha: Double, at offset: Double) -> Gradient.Stop {
    Gradient.Stop(offset: offset, color: Self.black(alpha))
  }

  private static func black(_ alpha: Double) -> Color {
    Color(red: 0, green: 0, blue: 0).faded(to: alpha)
  }
}
