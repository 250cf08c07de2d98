import Glibc

extension Polygons {
  /// Adds the area of a stroke, joined from its sides, corners and ends.
  mutating func addStroke(along path: [Point], _ stroke: Stroke) {
    if stroke.isPlain { return addPlot(along: path, width: stroke.width) }
    guard stroke.width > 0, stroke.width.isFinite, !path.isEmpty,
      path.allSatisfy(\.isFinite)
    else { return }
    for part in stroke.inkedParts(of: path) {
      addPieces(along: part, stroke)
    }
  }

  private mutating func addPieces(along part: [Point], _ stroke: Stroke) {
    let points = part.indices.filter { $0 == 0 || part[$0] != part[$0 - 1] }.map { part[$0] }
    guard points.count > 1 else { return addDot(points[0], stroke) }
    let segments = zip(points, points.dropFirst()).map { StrokeSegment(from: $0, to: $1) }
    for (index, segment) in segments.enumerated() {
      let isFirst = index == 0 && stroke.cap == .square
      let isLast = index + 1 == segments.count && stroke.cap == .square
      addSide(segment, stroke.width / 2, before: isFirst, after: isLast)
      if index > 0 {
        addCorner(at: points[index], from: segments[index - 1], to: segment, stroke)
      }
    }
    if stroke.cap == .round {
      for end in [points[0], points[points.count - 1]] {
        addCapsule(from: end, to: end, width: stroke.width)
      }
    }
  }

  /// Adds the ends of a line of zero length, if they extend beyond it.
  private mutating func addDot(_ point: Point, _ stroke: Stroke) {
    let half = stroke.width / 2
    switch stroke.cap {
    case .butt: break
    case .round: addCapsule(from: point, to: point, width: stroke.width)
    case .square:
      add(
        RoundedRectangle(
          x: point.x - half, y: point.y - half, width: stroke.width, height: stroke.width))
    }
  }

  private mutating func addSide(_ segment: StrokeSegment, _ half: Double, before: Bool, after: Bool)
  {
    let from =
      if before {
        segment.from.moved(segment.unit, -half)
      } else {
        segment.from
      }
    let to =
      if after {
        segment.to.moved(segment.unit, half)
      } else {
        segment.to
      }
    addClockwise([
      from.moved(segment.normal, half), to.moved(segment.normal, half),
      to.moved(segment.normal, -half), from.moved(segment.normal, -half),
    ])
  }

  private mutating func addCorner(
    at point: Point, from one: StrokeSegment, to next: StrokeSegment, _ stroke: Stroke
  ) {
    let half = stroke.width / 2
    let turn = one.unit.x * next.unit.y - one.unit.y * next.unit.x
    let along = one.unit.x * next.unit.x + one.unit.y * next.unit.y
    // At a turn to the right, the outer side is on the left.
    let side = turn > 0 ? -half : half
    let start = point.moved(one.normal, side)
    let end = point.moved(next.normal, side)
    switch stroke.join {
    case .round: addCapsule(from: point, to: point, width: stroke.width)
    case .bevel: addClockwise([point, start, end])
    case .miter:
      // The tip extends by 1 over the cosine of half the turn.
      let cosine = ((1 + along) / 2).squareRoot()
      // A line that turns back onto itself has no tip.
      guard cosine > 1e-6, 1 / cosine <= stroke.miterLimit else {
        return addClockwise([point, start, end])
      }
      let middle = Point(x: one.normal.x + next.normal.x, y: one.normal.y + next.normal.y)
      let tip = point.moved(middle, side / (1 + along))
      addClockwise([point, start, tip, end])
    }
  }

  /// Adds a polygon that never crosses itself, reversed if it runs counterclockwise.
  // By the non-zero rule, pieces of opposite directions would cancel each other where they overlap.
  private mutating func addClockwise(_ corners: [Point]) {
    let next = corners.dropFirst() + corners.prefix(1)
    let area = zip(corners, next).reduce(0) { sum, side in
      sum + side.0.x * side.1.y - side.1.x * side.0.y
    }
    guard area != 0 else { return }
    close()
    let clockwise = area > 0 ? corners : corners.reversed()
    for corner in clockwise {
      line(to: corner)
    }
    close(simple: true)
  }
}

/// A straight part of a line: its ends, its direction and the unit vector perpendicular to it.
private struct StrokeSegment {
  let from: Point
  let to: Point
  let unit: Point

  var normal: Point { Point(x: -unit.y, y: unit.x) }

  init(from: Point, to: Point) {
    let length = from.distance(to: to)
    self.from = from
    self.to = to
    unit = Point(x: (to.x - from.x) / length, y: (to.y - from.y) / length)
  }
}

extension Point {
  fileprivate func moved(_ direction: Point, _ distance: Double) -> Point {
    Point(x: x + direction.x * distance, y: y + direction.y * distance)
  }
}

extension Polygons {
  /// Adds the edge of a stroke with round joins and caps, as one contour.
  // Pieces overlap at each corner, and their pixels would have to be measured one by one.
  mutating func addPlot(along path: [Point], width: Double) {
    let points = path.indices.filter { $0 == 0 || path[$0] != path[$0 - 1] }.map { path[$0] }
    guard points.count > 1, points.allSatisfy(\.isFinite), width.isFinite, width > 0 else {
      if let only = points.first {
        addCapsule(from: only, to: only, width: width)
      }
      return
    }
    let headings = zip(points, points.dropFirst()).map { atan2($1.y - $0.y, $1.x - $0.x) }
    close()
    addSide(of: points, headings, width: width)
    addSide(of: points.reversed(), headings.reversed().map { $0 + .pi }, width: width)
    close(simple: true)
  }

  /// Adds the left side of a line in its direction, and the cap at its end.
  private mutating func addSide(of points: [Point], _ headings: [Double], width: Double) {
    let quarter = Double.pi / 2
    line(
      to: Point(
        x: points[0].x + width / 2 * sin(headings[0]),
        y: points[0].y - width / 2 * cos(headings[0])))
    for index in 1..<headings.count {
      let before = headings[index - 1]
      let after = headings[index]
      let turn = remainder(after - before, 2 * .pi)
      arc(
        center: points[index], radius: width / 2, from: before - quarter,
        to: before - quarter + turn)
    }
    let last = points[points.count - 1]
    let heading = headings[headings.count - 1]
    arc(center: last, radius: width / 2, from: heading - quarter, to: heading + quarter)
  }
}
