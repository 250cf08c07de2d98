import Glibc

extension Polygons {
  /// The edge of a stroke with round joins and caps, as one contour.
  mutating func addPlot(along path: [Point], width: Double) {
    let places = path.indices.filter { $0 == 0 || path[$0] != path[$0 - 1] }.map { path[$0] }
    guard places.count > 1, places.allSatisfy(\.isFinite), width.isFinite, width > 0 else {
      if let only = places.first { addCapsule(from: only, to: only, width: width) }
      return
    }
    let headings = zip(places, places.dropFirst()).map { atan2($1.y - $0.y, $1.x - $0.x) }
    close()
    addSide(of: places, headings, width: width)
    addSide(of: places.reversed(), headings.reversed().map { $0 + .pi }, width: width)
    close(simple: true)
  }

  /// The left side of a line as one walks along it, and the cap at its end.
  private mutating func addSide(of places: [Point], _ headings: [Double], width: Double) {
    let quarter = Double.pi / 2
    line(to: places[0].beside(headings[0], width / 2))
    for index in 1..<headings.count {
      let (before, after) = (headings[index - 1], headings[index])
      let turn = remainder(after - before, 2 * .pi)
      arc(
        center: places[index], radius: width / 2, from: before - quarter,
        to: before - quarter + turn)
    }
    let (last, heading) = (places[places.count - 1], headings[headings.count - 1])
    arc(center: last, radius: width / 2, from: heading - quarter, to: heading + quarter)
  }
}

extension Point {
  fileprivate func beside(_ heading: Double, _ distance: Double) -> Point {
    Point(x: x + distance * sin(heading), y: y - distance * cos(heading))
  }
}
