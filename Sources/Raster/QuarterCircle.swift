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

  /// Adds the two sides of a bar, bent by its corners, as far as some rows need them.
  func addSides(of bar: RoundedRectangle, rows: Range<Int>, to edges: inout [Edge]) {
    let (left, top, right, bottom) = bar.edges
    if Double(rows.lowerBound) < top + radius {
      addArcs(left: left, right: right, y: top, down: 1, to: &edges)
    }
    if Double(rows.upperBound) > bottom - radius {
      addArcs(left: left, right: right, y: bottom, down: -1, to: &edges)
    }
    add(
      Point(x: left, y: top + radius), Point(x: left, y: bottom - radius),
      Point(x: right, y: top + radius), Point(x: right, y: bottom - radius), to: &edges)
  }

  private func addArcs(
    left: Double, right: Double, y: Double, down: Double, to edges: inout [Edge]
  ) {
    for (one, next) in zip(points, points.dropFirst()) {
      let (y0, y1) = (y + down * one.y, y + down * next.y)
      add(
        Point(x: left + one.x, y: y0), Point(x: left + next.x, y: y1),
        Point(x: right - one.x, y: y0), Point(x: right - next.x, y: y1), to: &edges)
    }
  }

  /// Adds one line of the left side and one of the right, whichever way they are given.
  private func add(
    _ left: Point, _ leftEnd: Point, _ right: Point, _ rightEnd: Point, to edges: inout [Edge]
  ) {
    let goesDown = left.y < leftEnd.y
    if let edge = Edge(
      from: goesDown ? leftEnd : left, to: goesDown ? left : leftEnd, unit: 1)
    {
      edges.append(edge)
    }
    if let edge = Edge(
      from: goesDown ? right : rightEnd, to: goesDown ? rightEnd : right, unit: 1)
    {
      edges.append(edge)
    }
  }
}
