import Glibc

/// Receives the contours of an outline as lines, curves and arcs.
// A protocol, because an outline is walked for three purposes: to divide it into lines, to reverse it,
// and to write it as SVG. Each would otherwise spell rectangles and capsules anew.
package protocol ContourBuilder {
  /// Closes the current contour and begins another.
  mutating func move(to point: Point)
  /// Adds a line; without a current contour it begins one.
  mutating func line(to point: Point)
  mutating func cubic(_ control1: Point, _ control2: Point, to end: Point)
  mutating func arc(center: Point, radius: Double, from: Double, to: Double)
  mutating func close(simple: Bool)
  mutating func addStroke(along path: [Point], _ stroke: Stroke)
}

extension ContourBuilder {
  package mutating func add(_ outline: Outline) {
    for step in outline.steps {
      switch step {
      case .move(let point): move(to: point)
      case .line(let point): line(to: point)
      case .cubic(let control1, let control2, let end): cubic(control1, control2, to: end)
      case .arc(let center, let radius, let from, let to):
        arc(center: center, radius: radius, from: from, to: to)
      case .close(let isSimple): close(simple: isSimple)
      case .rectangle(let rectangle): add(rectangle)
      case .capsule(let from, let to, let width): addCapsule(from: from, to: to, width: width)
      case .stroke(let path, let stroke): addStroke(along: path, stroke)
      }
    }
  }

  mutating func add(_ rectangle: RoundedRectangle) {
    close(simple: false)
    guard rectangle.hasInk else { return }
    let (left, top, right, bottom) = rectangle.edges
    let radius = rectangle.cornerRadius
    let quarter = Double.pi / 2

    // The centers of the corners, clockwise, as `close(simple:)` demands.
    let centers = [
      Point(x: left + radius, y: top + radius),
      Point(x: right - radius, y: top + radius),
      Point(x: right - radius, y: bottom - radius),
      Point(x: left + radius, y: bottom - radius),
    ]
    for (index, center) in centers.enumerated() {
      // The corner at the upper left runs from the left, at -π, to the top, at -π/2.
      let from = Double(index - 2) * quarter
      if radius > 0 {
        arc(center: center, radius: radius, from: from, to: from + quarter)
      } else {
        line(to: center)
      }
    }
    close(simple: true)
  }

  package mutating func addCapsule(from: Point, to: Point, width: Double) {
    close(simple: false)
    let radius = width / 2
    guard radius > 0, radius.isFinite, from.isFinite, to.isFinite else { return }
    let heading =
      if from == to {
        // A disc, whose halves may lie in any direction.
        0.0
      } else {
        atan2(to.y - from.y, to.x - from.x)
      }
    let quarter = Double.pi / 2
    arc(center: to, radius: radius, from: heading - quarter, to: heading + quarter)
    arc(center: from, radius: radius, from: heading + quarter, to: heading + 3 * quarter)
    close(simple: true)
  }
}
