/// How a line is drawn along its points: width, ends, corners and dashes, as SVG and its elders
/// name them.
public struct Stroke: Sendable, Hashable {
  /// How a line ends.
  public enum Cap: String, Sendable {
    /// The line ends at its last point.
    case butt
    /// A half disc about the last point.
    case round
    /// Half of a square about the last point.
    case square
  }

  /// How a line turns.
  public enum Join: String, Sendable {
    /// A tip, as far as `miterLimit` allows.
    case miter
    /// A disc about the corner.
    case round
    /// The tip is cut off.
    case bevel
  }

  /// In pixels.
  public var width: Double
  /// How both ends look.
  public var cap: Cap
  /// How corners look.
  public var join: Join
  /// How many times its width the tip of a corner may be long; beyond, the corner is cut off.
  public var miterLimit: Double
  /// Lengths of ink and of gaps in turn; none for a line without gaps.
  public var dash: [Double]
  /// How far into its dashes the line begins.
  public var dashPhase: Double

  /// A stroke, solid and round unless told otherwise.
  public init(
    width: Double, cap: Cap = .round, join: Join = .round, miterLimit: Double = 10,
    dash: [Double] = [], dashPhase: Double = 0
  ) {
    self.width = width
    self.cap = cap
    self.join = join
    self.miterLimit = miterLimit
    self.dash = dash
    self.dashPhase = dashPhase
  }

  /// Whether it is drawn as one contour.
  var isPlain: Bool { cap == .round && join == .round && dash.isEmpty }
}

extension Stroke {
  // More than any picture shows one by one.
  private static let mostDashes = 20_000.0

  /// The parts of a line that its dashes leave.
  func parts(of path: [Point]) -> [[Point]] {
    let lengths = zip(path, path.dropFirst()).map { $0.distance(to: $1) }
    let total = lengths.reduce(0, +)
    let pattern = dash.count % 2 == 0 ? dash : dash + dash
    let period = pattern.reduce(0, +)
    guard period > 0, period.isFinite, pattern.allSatisfy({ $0 >= 0 }), dashPhase.isFinite,
      total * Double(pattern.count) / period < Self.mostDashes
    else { return [path] }
    var dashes = DashWalk(pattern, phase: dashPhase, period: period)
    var parts: [[Point]] = dashes.isInk ? [[path[0]]] : []
    for (index, length) in lengths.enumerated() {
      let (from, to) = (path[index], path[index + 1])
      var done = 0.0
      while done + dashes.rest < length {
        done += dashes.rest
        let place = from.towards(to, done / length)
        if dashes.isInk { parts[parts.count - 1].append(place) }
        dashes.next()
        if dashes.isInk { parts.append([place]) }
      }
      dashes.rest -= length - done
      if dashes.isInk { parts[parts.count - 1].append(to) }
    }
    return parts
  }
}

/// Where along its dashes a line is.
private struct DashWalk {
  private let pattern: [Double]
  private var index = 0
  /// How much of the present dash or gap is left.
  var rest: Double

  var isInk: Bool { index % 2 == 0 }

  init(_ pattern: [Double], phase: Double, period: Double) {
    self.pattern = pattern
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
    let (x, y) = (other.x - x, other.y - y)
    return (x * x + y * y).squareRoot()
  }

  fileprivate func towards(_ other: Point, _ share: Double) -> Point {
    Point(x: x + (other.x - x) * share, y: y + (other.y - y) * share)
  }
}
