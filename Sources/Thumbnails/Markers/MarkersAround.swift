import Raster

/// Markers of pictures in which time runs around a circle: ticks, arcs, and captions in the hole.
extension MarkerLayer {
  func marks(around ring: Ring) -> [Mark] {
    let bands = marks(of: { marker in
      marker.end.map { end in
        Mark.shape(
          .outline(ring.arc(from: marker.start, to: end)),
          in: .color(marker.color.faded(to: Self.band)))
      }
    })
    return bands + marks(of: { tick($0, on: ring) })
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
      outline.arc(center: center, radius: outer, from: from, to: to)
      outline.arc(center: center, radius: inner, from: to, to: from)
      outline.close()
      return outline
    }

    static func angle(_ turn: Double) -> Double { 2 * .pi * turn - .pi / 2 }
  }

  private func tick(_ marker: Placed, on ring: Ring) -> Mark {
    let isRegion = marker.end != nil
    let unscaledWidth = isRegion ? Self.stripeWidth : Self.lineWidth
    let width = unscaledWidth * scale
    let dot = min(Self.dotRadius * scale, (ring.outer - ring.inner) / 2)
    // The round end of a stripe, or the dot of a moment, touches the edge of the ring.
    let endRadius = isRegion ? width / 2 : dot
    let end = ring.outer - endRadius
    var shape = Outline()
    let turn = min(marker.start, 1)
    shape.addCapsule(
      from: ring.point(at: turn, radius: min(end, ring.inner + width / 2)),
      to: ring.point(at: turn, radius: end), width: width)
    if !isRegion {
      shape.addCircle(center: ring.point(at: turn, radius: end), radius: dot)
    }
    return .shape(.outline(shape), in: .color(marker.color))
  }
}
