/// Closed contours that are filled as one, in pixels.
///
/// The non-zero rule applies, so overlapping or adjacent contours form one shape.
// The rule that SVG has where nothing else is said: pixels and vectors then show the same.
public struct Outline: Sendable, Hashable {
  /// A step of a contour.
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
    // Kept whole, and not as lines and arcs: SVG has shorter spellings for these three.
    case rectangle(RoundedRectangle)
    /// A straight stroke with round ends as a contour of its own.
    case capsule(from: Point, to: Point, width: Double)
    /// A stroke along points as a contour of its own.
    case stroke([Point], Stroke)
  }

  /// The steps in order.
  public private(set) var steps: [Step] = []

  /// Creates an outline without contours.
  public init() {}

  /// Whether there is nothing to fill.
  public var isEmpty: Bool { steps.isEmpty }

  /// Begins a new contour; the previous one is closed.
  public mutating func move(to point: Point) { steps.append(.move(to: point)) }

  /// Adds a straight line from the last point.
  public mutating func line(to point: Point) { steps.append(.line(to: point)) }

  /// Adds a cubic Bézier curve from the last point.
  public mutating func cubic(_ control1: Point, _ control2: Point, to end: Point) {
    steps.append(.cubic(control1, control2, to: end))
  }

  /// Adds an arc of a circle, clockwise on screen if `to` is the greater angle, preceded by a line
  /// to its start.
  public mutating func arc(center: Point, radius: Double, from: Double, to: Double) {
    steps.append(.arc(center: center, radius: radius, from: from, to: to))
  }

  /// Closes the current contour.
  ///
  /// A contour that goes clockwise and never crosses itself is filled faster with `simple`.
  public mutating func close(simple: Bool = false) {
    steps.append(.close(isSimple: simple))
  }

  /// Adds a rectangle as a separate contour.
  public mutating func add(_ rectangle: RoundedRectangle) { steps.append(.rectangle(rectangle)) }

  /// Adds the contours of another outline.
  public mutating func add(_ other: Outline) { steps += other.steps }

  /// Adds a disc as a separate contour.
  public mutating func addCircle(center: Point, radius: Double) {
    // A capsule of no length, for which everything is there already.
    addCapsule(from: center, to: center, width: 2 * radius)
  }

  /// Adds a straight stroke with round caps beyond both ends; a disc if the ends are equal.
  public mutating func addCapsule(from: Point, to: Point, width: Double) {
    steps.append(.capsule(from: from, to: to, width: width))
  }

  /// Adds a stroke along points, with round joins and caps.
  // A capsule for each segment, since SVG has a short spelling for them; joined by the non-zero rule.
  public mutating func addStroke(along path: [Point], width: Double) {
    if path.count == 1 {
      addCapsule(from: path[0], to: path[0], width: width)
    }
    for (from, to) in zip(path, path.dropFirst()) {
      addCapsule(from: from, to: to, width: width)
    }
  }

  /// Adds a stroke along points with any ends, corners and dashes.
  ///
  /// A plain stroke with round joins and caps becomes one contour, which fills hundreds of times
  /// faster than `addStroke(along:width:)`; if the line crosses itself, edges of one part may show
  /// on the other.
  public mutating func addStroke(along path: [Point], _ stroke: Stroke) {
    steps.append(.stroke(path, stroke))
  }
}

extension Double {
  func clamped(to range: ClosedRange<Double>) -> Double {
    Swift.min(range.upperBound, Swift.max(range.lowerBound, self))
  }
}
