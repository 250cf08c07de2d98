/// Closed contours to be filled as one, in pixels.
///
/// Filling is by the non-zero rule, so contours that overlap or touch are one shape.
public struct Outline: Sendable, Hashable {
  /// A step of a contour, as it was added.
  public enum Step: Sendable, Hashable {
    /// Begins a contour.
    case move(to: Point)
    /// A straight line to a point.
    case line(to: Point)
    /// A cubic Bézier curve with its two control points.
    case cubic(Point, Point, to: Point)
    /// An arc of a circle, with its angles in radians.
    case arc(center: Point, radius: Double, from: Double, to: Double)
    /// Closes the contour.
    case close(isSimple: Bool)
    /// A rectangle as a contour of its own.
    case rectangle(RoundedRectangle)
    /// A straight stroke with round ends as a contour of its own.
    case capsule(from: Point, to: Point, width: Double)
    /// A stroke along points as a contour of its own.
    case stroke([Point], Stroke)
  }

  /// The steps, in the order in which they were added.
  public private(set) var steps: [Step] = []

  /// An outline without contours.
  public init() {}

  /// Whether there is nothing to fill.
  public var isEmpty: Bool { steps.isEmpty }

  /// Begins a new contour; the one before is closed.
  public mutating func move(to point: Point) {
    steps.append(.move(to: point))
  }

  /// A straight line from the last point.
  public mutating func line(to point: Point) {
    steps.append(.line(to: point))
  }

  /// A cubic Bézier curve from the last point.
  public mutating func cubic(_ control1: Point, _ control2: Point, to end: Point) {
    steps.append(.cubic(control1, control2, to: end))
  }

  /// An arc of a circle, clockwise on screen where `to` is the greater angle; a line leads to it.
  public mutating func arc(
    center: Point, radius: Double, from: Double, to: Double
  ) {
    steps.append(.arc(center: center, radius: radius, from: from, to: to))
  }

  /// Closes the contour that is being drawn.
  ///
  /// A contour that goes clockwise and never crosses itself is filled faster with `simple`.
  public mutating func close(simple: Bool = false) {
    steps.append(.close(isSimple: simple))
  }

  /// Adds a rectangle as a contour of its own.
  public mutating func add(_ rectangle: RoundedRectangle) {
    steps.append(.rectangle(rectangle))
  }

  /// Adds the contours of another outline.
  public mutating func add(_ other: Outline) {
    steps += other.steps
  }

  /// Adds a disc as a contour of its own.
  public mutating func addCircle(center: Point, radius: Double) {
    addCapsule(from: center, to: center, width: 2 * radius)
  }

  /// A straight stroke with round caps that reach beyond both ends; a disc where the ends are one.
  public mutating func addCapsule(from: Point, to: Point, width: Double) {
    steps.append(.capsule(from: from, to: to, width: width))
  }

  /// A stroke along a line of points, with round joins and caps.
  public mutating func addStroke(along path: [Point], width: Double) {
    if path.count == 1 { addCapsule(from: path[0], to: path[0], width: width) }
    for (from, to) in zip(path, path.dropFirst()) {
      addCapsule(from: from, to: to, width: width)
    }
  }

  /// A stroke along a line of points, whatever its ends, corners and dashes are.
  public mutating func addStroke(along path: [Point], _ stroke: Stroke) {
    steps.append(.stroke(path, stroke))
  }

  /// A stroke along a line that does not come back to itself, with round joins and caps, as one
  /// contour: it is filled hundreds of times faster than that of `addStroke(along:width:)`.
  ///
  /// However sharp its bends are, it winds at least once around all that the stroke covers; but
  /// where a line does come back, the edges of one part may show upon the other.
  public mutating func addPlot(along path: [Point], width: Double) {
    steps.append(.stroke(path, Stroke(width: width)))
  }
}

/// A place on a canvas, in pixels from its upper left corner.
public struct Point: Sendable, Hashable {
  /// Pixels from the left edge.
  public var x: Double
  /// Pixels from the top edge.
  public var y: Double

  /// A point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  var isFinite: Bool { x.isFinite && y.isFinite }

  /// The place itself, or the nearest one that arithmetic can still handle.
  var clamped: Point { Point(x: x.clamped(to: Point.far), y: y.clamped(to: Point.far)) }

  // Far beyond any canvas, and small enough that squares and slopes keep their precision.
  private static let far = -1e7...1e7
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}
