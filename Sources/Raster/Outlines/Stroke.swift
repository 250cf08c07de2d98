import Glibc

/// The look of a line along its points: width, ends, corners and dashes, named as in SVG.
public struct Stroke: Sendable, Hashable {
  /// The shape of the ends of a line.
  public enum Cap: String, Sendable {
    /// The line ends at its last point.
    case butt
    /// A half disk about the last point.
    case round
    /// Half of a square about the last point.
    case square
  }

  /// The shape of the corners of a line.
  public enum Join: String, Sendable {
    /// A pointed tip, limited by `miterLimit`.
    case miter
    /// A disk about the corner.
    case round
    /// The tip is cut off.
    case bevel
  }

  /// The width in pixels.
  public var width: Double
  /// The shape of both ends.
  public var cap: Cap
  /// The shape of corners.
  public var join: Join
  /// The largest length of a miter in line widths; longer ones are cut off.
  public var miterLimit: Double
  /// Alternating lengths of ink and gaps; empty for a solid line.
  public var dash: [Double]
  /// The offset into the dashes at which the line begins.
  public var dashPhase: Double

  /// Creates a stroke, solid and round by default.
  // The limit of a miter is that of the canvas of browsers.
  public init(
    width: Double,
    cap: Cap = .round,
    join: Join = .round,
    miterLimit: Double = 10,
    dash: [Double] = [],
    dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }

  /// Whether it can be drawn as one contour.
  var isPlain: Bool { cap == .round && join == .round && dash.isEmpty }
}

extension Stroke {
  // More than a picture shows apart. Untuned.
  private static let maximumDashes = 20_000.0

  /// Returns the inked parts of a dashed line.
  func inkedParts(of path: [Point]) -> [[Point]] {
    let lengths = zip(path, path.dropFirst()).map { from, to in from.distance(to: to) }
    guard let walk = dashes(over: lengths.reduce(0, +)) else { return [path] }
    var dashes = walk
    var parts: [[Point]] = []
    if dashes.isInk {
      parts = [[path[0]]]
    }
    for (index, length) in lengths.enumerated() {
      let from = path[index]
      let to = path[index + 1]
      // Each end of a dash within this segment begins or ends a part.
      var done = 0.0
      while done + dashes.rest < length {
        done += dashes.rest
        let point = from.toward(to, done / length)
        if dashes.isInk {
          parts[parts.count - 1].append(point)
        }
        dashes.next()
        if dashes.isInk {
          parts.append([point])
        }
      }
      // A dash continues around the corner.
      dashes.rest -= length - done
      if dashes.isInk {
        parts[parts.count - 1].append(to)
      }
    }
    return parts
  }

  /// Returns the start of the dashes over a length, or nil if the line is to be solid: without dashes,
  /// with invalid ones as in SVG, and with too many.
  private func dashes(over length: Double) -> DashWalk? {
    // As in SVG, an odd number of lengths is taken twice: what was ink is then a gap.
    let isEven = dash.count.isMultiple(of: 2)
    let pattern = isEven ? dash : dash + dash
    let period = pattern.reduce(0, +)
    let hasPeriod = period > 0 && period.isFinite && pattern.allSatisfy { $0 >= 0 }
    guard hasPeriod, dashPhase.isFinite else { return nil }
    let count = length * Double(pattern.count) / period
    guard count < Self.maximumDashes else { return nil }
    return DashWalk(pattern, phase: dashPhase, period: period)
  }
}

/// A position along the dashes of a line.
private struct DashWalk {
  private let pattern: [Double]
  private var index = 0
  /// The remaining length of the current dash or gap.
  var rest: Double

  var isInk: Bool { index % 2 == 0 }

  init(_ pattern: [Double], phase: Double, period: Double) {
    self.pattern = pattern
    // Whole periods change nothing; rounded down, because a phase may be negative.
    var ahead = phase - (phase / period).rounded(.down) * period
    while ahead >= pattern[index], index + 1 < pattern.count {
      ahead -= pattern[index]
      index += 1
    }
    rest = max(0, pattern[index] - ahead)
  }

  mutating func next() {
    index = (index + 1) % pattern.count
    rest = pattern[index]
  }
}

extension Point {
  func distance(to other: Point) -> Double {
    let delta = other - self
    return (delta.x * delta.x + delta.y * delta.y).squareRoot()
  }
}

extension Polygons {
  /// Adds the area of a stroke, joined from its sides, corners and ends.
  mutating func addStroke(along path: [Point], _ stroke: Stroke) {
    if stroke.isPlain { return addPlot(along: path, width: stroke.width) }
    // One contour cannot have square ends, tips or gaps.
    let hasInk = stroke.width > 0 && stroke.width.isFinite && !path.isEmpty
    guard hasInk, path.allSatisfy(\.isFinite) else { return }
    for part in stroke.inkedParts(of: path) {
      addPieces(along: part, stroke)
    }
  }

  private mutating func addPieces(along part: [Point], _ stroke: Stroke) {
    let points = part.withoutRepeats
    guard points.count > 1 else { return addDot(at: points[0], stroke) }
    let segments = zip(points, points.dropFirst()).map { from, to in
      StrokeSegment(from: from, to: to)
    }
    let isSquare = stroke.cap == .square
    for (index, segment) in segments.enumerated() {
      let isFirst = index == 0
      let isLast = index + 1 == segments.count
      addSegment(
        segment,
        width: stroke.width,
        extendsBefore: isFirst && isSquare,
        extendsAfter: isLast && isSquare
      )
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
  private mutating func addDot(at point: Point, _ stroke: Stroke) {
    let half = stroke.width / 2
    switch stroke.cap {
    case .butt: break
    case .round: addCapsule(from: point, to: point, width: stroke.width)
    case .square:
      // A line of no length has no direction: the square is upright, as in SVG.
      let square = RoundedRectangle(
        x: point.x - half,
        y: point.y - half,
        width: stroke.width,
        height: stroke.width
      )
      add(square)
    }
  }

  private mutating func addSegment(
    _ segment: StrokeSegment,
    width: Double,
    extendsBefore: Bool,
    extendsAfter: Bool
  ) {
    let half = width / 2
    var from = segment.from
    if extendsBefore {
      from = from.moved(along: segment.unit, by: -half)
    }
    var to = segment.to
    if extendsAfter {
      to = to.moved(along: segment.unit, by: half)
    }
    let normal = segment.normal
    addClockwise([
      from.moved(along: normal, by: half),
      to.moved(along: normal, by: half),
      to.moved(along: normal, by: -half),
      from.moved(along: normal, by: -half),
    ])
  }

  private mutating func addCorner(
    at point: Point,
    from one: StrokeSegment,
    to next: StrokeSegment,
    _ stroke: Stroke
  ) {
    let half = stroke.width / 2
    // The sine and the cosine of the angle between both.
    let turn = one.unit.x * next.unit.y - one.unit.y * next.unit.x
    let along = one.unit.x * next.unit.x + one.unit.y * next.unit.y

    // At a turn to the right, the outer side is on the left.
    let isToTheRight = turn > 0
    let side = isToTheRight ? -half : half
    let start = point.moved(along: one.normal, by: side)
    let end = point.moved(along: next.normal, by: side)
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
      let tip = point.moved(along: one.normal + next.normal, by: side / (1 + along))
      addClockwise([point, start, tip, end])
    }
  }

  /// Adds a polygon that never crosses itself, reversed if it runs counterclockwise.
  // By the non-zero rule, pieces of opposite directions would cancel each other where they overlap.
  private mutating func addClockwise(_ corners: [Point]) {
    let next = corners.dropFirst() + corners.prefix(1)
    // Twice the area, whose sign is the direction.
    var area = 0.0
    for (from, to) in zip(corners, next) {
      area += from.x * to.y - to.x * from.y
    }
    guard area != 0 else { return }
    close()
    let isClockwise = area > 0
    let clockwise = isClockwise ? corners : corners.reversed()
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
    self.from = from
    self.to = to
    // Not 0: equal points are left out before.
    let length = from.distance(to: to)
    let delta = to - from
    unit = Point(x: delta.x / length, y: delta.y / length)
  }
}

extension [Point] {
  /// The points without those that equal the one before, between which a line has no direction.
  fileprivate var withoutRepeats: [Point] {
    let kept = indices.filter { $0 == 0 || self[$0] != self[$0 - 1] }
    return kept.map { self[$0] }
  }
}

extension Polygons {
  /// Adds the edge of a stroke with round joins and caps, as one contour.
  // Pieces overlap at each corner, and their pixels would have to be measured one by one.
  mutating func addPlot(along path: [Point], width: Double) {
    let points = path.withoutRepeats
    let hasInk = width.isFinite && width > 0
    guard hasInk, let first = points.first, points.allSatisfy(\.isFinite) else { return }
    if points.count == 1 { return addCapsule(from: first, to: first, width: width) }
    let headings = zip(points, points.dropFirst()).map { from, to in
      atan2(to.y - from.y, to.x - from.x)
    }
    close()

    // Down one side, around the end, and back along the other.
    let headingsBack = headings.reversed().map { $0 + .pi }
    addSide(of: points, headings: headings, width: width)
    addSide(of: points.reversed(), headings: headingsBack, width: width)

    // Called simple even if the line crosses itself: the five waves of `speech` took 0.7 s when the
    // pixels of overlaps were measured one by one, and take less than 2 ms.
    close(simple: true)
  }

  /// Adds the left side of a line in its direction, and the cap at its end.
  private mutating func addSide(of points: [Point], headings: [Double], width: Double) {
    let quarter = Double.pi / 2
    let start = Point(
      x: points[0].x + width / 2 * sin(headings[0]),
      y: points[0].y - width / 2 * cos(headings[0])
    )
    line(to: start)
    for index in 1..<headings.count {
      let before = headings[index - 1]
      let after = headings[index]
      // The shorter way round; on the inner side of a corner the arc runs back, within the stroke.
      let turn = remainder(after - before, 2 * .pi)
      arc(
        center: points[index],
        radius: width / 2,
        from: before - quarter,
        to: before - quarter + turn
      )
    }

    let last = points[points.count - 1]
    let heading = headings[headings.count - 1]
    arc(center: last, radius: width / 2, from: heading - quarter, to: heading + quarter)
  }
}
