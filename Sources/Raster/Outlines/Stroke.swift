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
  // More than a picture shows apart. A guess.
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
