/// A non-horizontal line of an outline, from its upper to its lower end.
struct Edge {
  var top: Double
  var bottom: Double
  /// The horizontal position at `top`.
  var x: Double
  /// The horizontal change per row.
  var slope: Double
  /// 1 if ink begins to the right of the edge (the contour goes up), -1 if ink ends.
  var winding: Double
  /// The edge's unit; edges of one unit never cross each other, nor wind around anything twice.
  var unit: UInt32

  /// The range of columns that the edge spans.
  var reach: ClosedRange<Double>

  init?(from: Point, to: Point, unit: UInt32) {
    // A horizontal line covers no height, so that it adds nothing to any sum.
    guard from.y != to.y else { return nil }
    let goesDown = from.y < to.y
    let upper = goesDown ? from : to
    let lower = goesDown ? to : from
    top = upper.y
    bottom = lower.y
    x = upper.x
    slope = (lower.x - upper.x) / (lower.y - upper.y)
    winding = goesDown ? -1 : 1
    self.unit = unit
    reach = min(from.x, to.x)...max(from.x, to.x)
  }

  // The clamp keeps nearly horizontal edges, with their huge slopes, between their ends.
  @inline(__always)
  func x(at y: Double) -> Double {
    let x = x + (y - top) * slope
    return if x < reach.lowerBound {
      reach.lowerBound
    } else if x > reach.upperBound {
      reach.upperBound
    } else {
      x
    }
  }
}

/// A horizontal line: it has no area, but areas that it bounds may overlap in its pixels.
// Lines on the border of two rows are left out, because the areas that they bound share no pixel.
struct HorizontalEdge {
  var y: Double
  var reach: ClosedRange<Double>
  var unit: UInt32
}

/// The lines of an outline, prepared for filling.
struct EdgeList {
  private(set) var edges: [Edge] = []
  private(set) var horizontalEdges: [HorizontalEdge] = []
  private(set) var box = ClipRectangle(
    left: .infinity,
    top: .infinity,
    right: -.infinity,
    bottom: -.infinity
  )
  // Counted only to find pixels that several touch: numbers are 24 bits wide there, and two units
  // that are equal in them are taken for one.
  private(set) var units: UInt32 = 0
  /// Whether every unit winds once around its area, all in the same direction.
  private(set) var isUniform = true

  init(_ outline: Outline) {
    let polygons = Polygons(outline)
    edges.reserveCapacity(polygons.points.count)
    for contour in polygons.contours {
      if !contour.isSimple {
        isUniform = false
      }
      units += 1
      add(contour, of: polygons.points)
    }
  }

  /// Returns the edges in some rows.
  func edges(crossing rows: Range<Int>) -> [Edge] {
    let top = Double(rows.lowerBound)
    let bottom = Double(rows.upperBound)
    return edges.filter { $0.top < bottom && $0.bottom > top }
  }

  private mutating func add(_ contour: Polygons.Contour, of points: [Point]) {
    guard let last = contour.points.last else { return }
    var from = points[last]
    var goesDown: Bool?
    for index in contour.points {
      let to = points[index]
      box.left = min(box.left, to.x)
      box.right = max(box.right, to.x)
      box.top = min(box.top, to.y)
      box.bottom = max(box.bottom, to.y)
      // A contour that may cross itself has one unit for each run of edges that all go down or all go
      // up: at each height a run has one edge, so that it cannot wind around anything twice.
      if !contour.isSimple, from.y != to.y {
        let isDown = to.y > from.y
        if let goesDown, goesDown != isDown {
          units += 1
        }
        goesDown = isDown
      }
      append(from: from, to: to)
      from = to
    }
  }

  private mutating func append(from: Point, to: Point) {
    if let edge = Edge(from: from, to: to, unit: units) {
      edges.append(edge)
    } else if from.x != to.x, from.y != from.y.rounded() {
      let reach = min(from.x, to.x)...max(from.x, to.x)
      horizontalEdges.append(HorizontalEdge(y: from.y, reach: reach, unit: units))
    }
  }
}
