import Glibc
import Raster

/// The commands of a path, with relative coordinates in hundredths of a point.
// Relative coordinates have fewer digits, and a hundredth of a point is not visible.
struct SVGPath: ContourBuilder {
  private(set) var text = ""
  private var last = Position(x: 0, y: 0)
  /// The start of the current contour, or nil between contours.
  private var start: Position?
  private var command: Character?
  /// The second control point of the previous curve, or nil if there is none.
  private var lastControl: Position?

  /// A rounded point; later points are relative to it, so that rounding errors do not add up.
  private struct Position: Equatable {
    var x: Int
    var y: Int
  }

  init() {}

  init(_ outline: Outline) {
    add(outline)
    close()
  }

  mutating func move(to point: Point) {
    close()
    jump(to: point)
  }

  /// Begins a contour without closing the previous one, for strokes.
  mutating func jump(to point: Point) {
    let position = Self.position(point)
    write("m", to: [position.x - last.x, position.y - last.y])
    last = position
    start = position
  }

  mutating func line(to point: Point) {
    guard start != nil else { return jump(to: point) }
    let position = Self.position(point)
    let x = position.x - last.x
    let y = position.y - last.y
    if x == 0, y == 0 { return }
    if x == 0 {
      write("v", to: [y])
    } else if y == 0 {
      write("h", to: [x])
    } else {
      write("l", to: [x, y])
    }
    last = position
  }

  mutating func cubic(_ control1: Point, _ control2: Point, to end: Point) {
    guard start != nil else { return jump(to: end) }
    let positions = [control1, control2, end].map(Self.position)
    // A smooth curve leaves out its first control point.
    let isSmooth = mirrorsLastControl(at: positions[0])
    let name: Character = isSmooth ? "s" : "c"
    let written = isSmooth ? positions.dropFirst() : positions[...]
    write(name, to: written.flatMap { [$0.x - last.x, $0.y - last.y] })
    lastControl = positions[1]
    last = positions[2]
  }

  /// Returns whether a control point mirrors the last one, so that it can be omitted.
  private func mirrorsLastControl(at control: Position) -> Bool {
    guard let lastControl else { return false }
    // Within a hundredth of a point, to which each of the three points is rounded.
    return abs(2 * last.x - lastControl.x - control.x) <= 1
      && abs(2 * last.y - lastControl.y - control.y) <= 1
  }

  mutating func arc(center: Point, radius: Double, from: Double, to: Double) {
    guard radius.isFinite, from.isFinite, to.isFinite else { return line(to: center) }
    func point(_ angle: Double) -> Point {
      Point(x: center.x + radius * cos(angle), y: center.y + radius * sin(angle))
    }

    // The limit of `Polygons`, so that a picture is the same in pixels.
    let turn = min(64, max(-64, to - from))
    line(to: point(from))

    // An arc of more than half a circle would need a flag, and a full circle cannot be one arc. Three
    // is a little less than half a turn.
    let pieces = max(1, Int((abs(turn) / 3).rounded(.up)))
    for piece in 1...pieces {
      let angle = from + turn * Double(piece) / Double(pieces)
      let end = Self.position(point(angle))
      let length = Int((abs(radius) * 100).rounded())
      if end == last { continue }
      write("a", to: [length, length])
      // No rotation, not the longer arc, and clockwise or not. Flags need no space between them.
      let isClockwise = turn > 0
      text += isClockwise ? " 0 01" : " 0 00"
      append([end.x - last.x, end.y - last.y], afterFlag: true)
      last = end
    }
  }

  /// Adds a line to a path with other contours, as one capsule per segment.
  mutating func addStroke(along path: [Point], _ stroke: Stroke) {
    // A single point is a dot.
    let ends = path.count == 1 ? path[...] : path.dropFirst()
    for (from, to) in zip(path, ends) {
      addCapsule(from: from, to: to, width: stroke.width)
    }
  }

  mutating func close(simple: Bool = false) {
    guard let start else { return }
    text += "z"
    command = "z"
    last = start
    self.start = nil
  }

  private mutating func write(_ name: Character, to numbers: [Int]) {
    // Coordinates after a move without a command would be parsed as a line.
    let isNamed = command != name || name == "m"
    if isNamed {
      text.append(name)
    }
    command = name
    lastControl = nil
    append(numbers, afterFlag: isNamed)
  }

  private mutating func append(_ numbers: [Int], afterFlag: Bool) {
    for (index, number) in numbers.enumerated() {
      let digits = SVGNumber(hundredths: number).description
      // A sign, a letter and a flag end what is before them.
      let isSeparated = index == 0 && afterFlag || digits.first == "-"
      if !isSeparated {
        text += " "
      }
      text += digits
    }
  }

  private static func position(_ point: Point) -> Position {
    // The bound of `SVGNumber`, before there is an integer that could overflow.
    func hundredths(_ length: Double) -> Int {
      guard length.isFinite else { return 0 }
      return Int((min(1e7, max(-1e7, length)) * 100).rounded())
    }
    return Position(x: hundredths(point.x), y: hundredths(point.y))
  }
}

/// A number in its shortest form: without leading or trailing zeros.
struct SVGNumber: CustomStringConvertible {
  let description: String

  // Renderers lose precision with larger numbers: a Float has 24 bits.
  private static let maximum = 1e7

  init(_ value: Double, decimals: Int = 3) {
    var factor = 1
    for _ in 0..<decimals {
      factor *= 10
    }
    let clamped = min(Self.maximum, max(-Self.maximum, value))
    let kept = value.isFinite ? clamped : 0
    let units = (kept * Double(factor)).rounded()
    self.init(units: Int(units), of: factor, decimals: decimals)
  }

  init(hundredths: Int) { self.init(units: hundredths, of: 100, decimals: 2) }

  // By integers: Swift's own text of a `Double` may have an exponent, and 17 digits.
  private init(units: Int, of factor: Int, decimals: Int) {
    let magnitude = abs(units)
    let whole = magnitude / factor
    var text = units < 0 ? "-" : ""
    if whole > 0 || magnitude == 0 {
      text += String(whole)
    }
    let fraction = magnitude % factor
    if fraction > 0 {
      var digits = String(fraction)
      digits = String(repeating: "0", count: decimals - digits.count) + digits
      while digits.last == "0" {
        digits.removeLast()
      }
      text += "." + digits
    }
    description = text
  }
}
