import Raster

/// Markers of pictures in which time runs around a circle: ticks, arcs, and captions in the hole.
extension MarkerLayer {
  func marks(around ring: Ring) -> [Mark] {
    let bands = marks { marker in
      guard let end = marker.end else { return nil }
      let arc = ring.arc(from: marker.start, to: end)
      let faint = marker.color.faded(to: Self.band)
      return Mark.shape(.outline(arc), in: .color(faint))
    }
    let ticks = marks { tick($0, on: ring) }
    return bands + ticks
  }

  /// The area between the hole and the outer edge.
  struct Ring {
    var center: Point
    var inner: Double
    var outer: Double

    init(in canvas: WaveformScene.Frame, innerRadius: Double) {
      center = canvas.center
      outer = min(canvas.width, canvas.height) / 2
      inner = innerRadius * outer
    }

    func point(at turn: Double, radius: Double) -> Point {
      center.moved(by: radius, towards: Self.angle(turn))
    }

    /// Returns the area between two moments, as fractions of a turn from twelve o'clock.
    func arc(from start: Double, to end: Double) -> Outline {
      var outline = Outline()
      let from = Self.angle(start)
      let to = Self.angle(end)
      // Out along the edge and back along the hole.
      outline.arc(center: center, radius: outer, from: from, to: to)
      outline.arc(center: center, radius: inner, from: to, to: from)
      outline.close()
      return outline
    }

    static func angle(_ turn: Double) -> Double {
      2 * .pi * turn - .pi / 2
    }
  }

  private func tick(_ marker: Placed, on ring: Ring) -> Mark {
    let isRegion = marker.end != nil
    let unscaledWidth = isRegion ? Self.stripeWidth : Self.lineWidth
    let width = unscaledWidth * scale
    let dot = min(Self.dotRadius * scale, (ring.outer - ring.inner) / 2)

    // The round end of a stripe, or the dot of a moment, touches the edge of the ring.
    let endRadius =
      if isRegion {
        width / 2
      } else {
        dot
      }
    let end = ring.outer - endRadius
    var shape = Outline()
    let turn = min(marker.start, 1)

    // The round end of the stripe stays out of the hole, in which captions are.
    let innerEnd = ring.point(at: turn, radius: min(end, ring.inner + width / 2))
    let outerEnd = ring.point(at: turn, radius: end)
    shape.addCapsule(from: innerEnd, to: outerEnd, width: width)
    if !isRegion {
      shape.addCircle(center: outerEnd, radius: dot)
    }
    return .shape(.outline(shape), in: .color(marker.color))
  }
}
