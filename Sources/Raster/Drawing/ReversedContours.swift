import Glibc

/// Builds the contours of an outline in the other direction.
private struct ReversedContours: ContourBuilder {
  /// A step of a contour, from the point before it.
  private struct Segment {
    var start: Point
    var end: Point
    var step: Outline.Step
  }

  var outline = Outline()
  private var segments: [Segment] = []
  private var last: Point?

  mutating func move(to point: Point) {
    close(simple: false)
    last = point
  }

  mutating func line(to point: Point) {
    append(.line(to: point), to: point)
  }

  mutating func cubic(_ control1: Point, _ control2: Point, to end: Point) {
    append(.cubic(control1, control2, to: end), to: end)
  }

  mutating func arc(center: Point, radius: Double, from: Double, to: Double) {
    // An arc is preceded by a line to its start.
    line(to: Self.point(around: center, radius: radius, at: from))
    let arc = Outline.Step.arc(center: center, radius: radius, from: from, to: to)
    append(arc, to: Self.point(around: center, radius: radius, at: to))
  }

  mutating func addStroke(along path: [Point], _ stroke: Stroke) {
    close(simple: false)
    // A stroke has no direction of its own, and is always ink: only bars are subtracted.
    outline.addStroke(along: path, stroke)
  }

  mutating func close(simple: Bool) {
    // From the end to the start, each step to the point from which it came.
    if let end = segments.last?.end {
      outline.move(to: end)
    }
    for segment in segments.reversed() {
      switch segment.step {
      case .cubic(let control1, let control2, _):
        outline.cubic(control2, control1, to: segment.start)
      case .arc(let center, let radius, let from, let to):
        outline.arc(center: center, radius: radius, from: to, to: from)
      default: outline.line(to: segment.start)
      }
    }

    // Never as a simple one, which would have to go clockwise.
    if !segments.isEmpty {
      outline.close()
    }
    segments = []
    last = nil
  }

  private static func point(around center: Point, radius: Double, at angle: Double) -> Point {
    Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
  }

  private mutating func append(_ step: Outline.Step, to end: Point) {
    if let last {
      segments.append(Segment(start: last, end: end, step: step))
    }
    last = end
  }
}

extension Outline {
  /// Removes the area of an outline that lies within this one.
  // By the non-zero rule, a contour in the other direction is a hole.
  public mutating func subtract(_ inner: Outline) {
    var reversed = ReversedContours()
    reversed.add(inner)
    reversed.close(simple: false)
    add(reversed.outline)
  }
}

extension Shape {
  /// The shape as an outline, or nil for text.
  public var outline: Outline? {
    switch self {
    case .bars(let bars):
      var outline = Outline()
      for bar in bars {
        outline.add(bar)
      }
      return outline
    case .outline(let outline): return outline
    case .lettering: return nil
    }
  }
}
