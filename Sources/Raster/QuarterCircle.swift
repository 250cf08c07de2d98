/// A quarter of a circle cut into lines once for many corners.
struct QuarterCircle {
  let radius: Double
  /// From the side (x 0, y the radius) up to the top (x the radius, y 0) of an upper left corner.
  private let points: [Point]

  init(radius: Double) {
    self.radius = radius
    guard radius > 0 else {
      points = []
      return
    }
    points = Flatness.arc(
      center: Point(x: radius, y: radius), radius: radius, from: .pi, turn: .pi / 2)
  }

  /// Adds both sides of a bar, bent by its corners, as far as some rows need them.
  func addSides(of bar: RoundedRectangle, rows: Range<Int>, to edges: inout [Edge]) {
    let (left, top, right, bottom) = bar.edges
    var side: [(from: Point, to: Point)] = []
    side.reserveCapacity(2 * points.count)
    if Double(rows.lowerBound) < top + radius {
      for (one, next) in zip(points, points.dropFirst()) {
        side.append((Point(x: next.x, y: top + next.y), Point(x: one.x, y: top + one.y)))
      }
    }
    side.append((Point(x: 0, y: top + radius), Point(x: 0, y: bottom - radius)))
    if Double(rows.upperBound) > bottom - radius {
      for (one, next) in zip(points, points.dropFirst()) {
        side.append((Point(x: one.x, y: bottom - one.y), Point(x: next.x, y: bottom - next.y)))
      }
    }
    for (from, to) in side {
      if let edge = Edge(
        from: Point(x: left + to.x, y: to.y), to: Point(x: left + from.x, y: from.y), unit: 1)
      {
        edges.append(edge)
      }
      if let edge = Edge(
        from: Point(x: right - from.x, y: from.y), to: Point(x: right - to.x, y: to.y), unit: 1)
      {
        edges.append(edge)
      }
    }
  }
}
