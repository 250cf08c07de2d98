/// The outlines of TrueType: the tables `glyf` and `loca`.
struct QuadraticGlyphs: Sendable {
  let glyphs: FontBytes
  let offsets: FontBytes
  let hasLongOffsets: Bool
  let unitsPerEm: Double

  // The nesting depth of composite letters; real fonts have two levels.
  private static let maximumDepth = 6
  // A letter with several marks has some five.
  private static let maximumComponents = 64

  /// Returns the shape of a glyph whose leftmost point lies at `bearing`, or nil if the file is
  /// invalid.
  func glyph(_ index: Int, bearing: Int) -> Glyph? {
    var components = 0
    guard let points = points(of: index, depth: 0, components: &components),
      let record = record(of: index)
    else { return nil }
    // The record has the leftmost point as well; a few fonts store letters beside their bearing.
    let left = record.i16(2) ?? bearing
    return points.glyph(unitsPerEm: unitsPerEm, shift: Double(bearing - left))
  }

  private func record(of index: Int) -> FontBytes? {
    guard index >= 0 else { return nil }
    func offset(of index: Int) -> Int? {
      if hasLongOffsets {
        offsets.u32(4 * index)
      } else {
        // Records begin at even bytes, so that half the offset is stored.
        offsets.u16(2 * index).map { 2 * $0 }
      }
    }

    // The record ends where the next one begins.
    guard let start = offset(of: index), let end = offset(of: index + 1), end >= start else {
      return nil
    }
    return glyphs.slice(from: start, count: end - start)
  }

  private func points(of index: Int, depth: Int, components: inout Int) -> GlyphPoints? {
    guard depth < Self.maximumDepth, let record = record(of: index) else { return nil }
    // A space has no record.
    if record.count == 0 { return GlyphPoints() }
    guard let contours = record.i16(0) else { return nil }
    if contours >= 0 { return GlyphPoints(simple: record, contours: contours) }
    return composite(record, depth: depth, components: &components)
  }

  private func composite(_ record: FontBytes, depth: Int, components: inout Int) -> GlyphPoints? {
    var whole = GlyphPoints()
    var offset = 10
    while true {
      // Counted over all levels: a glyph of components of components could otherwise have 64^6.
      components += 1
      guard components <= Self.maximumComponents,
        let component = GlyphComponent(record, at: offset),
        let points = points(of: component.index, depth: depth + 1, components: &components),
        let placed = component.placed(points, in: whole)
      else { return nil }
      whole.append(placed)
      guard whole.points.count <= Glyph.maximumPoints else { return nil }
      guard component.isFollowed else { return whole }
      offset += component.length
    }
  }
}

/// The points of a TrueType letter: contours through some of them, bent toward the others.
struct GlyphPoints {
  struct GlyphPoint {
    var position: Point
    var isOnCurve: Bool
  }

  private(set) var points: [GlyphPoint] = []
  /// The end of each contour, as the index after its last point.
  private var ends: [Int] = []

  init() {}

  /// Reads a simple (not composite) glyph.
  init?(simple record: FontBytes, contours: Int) {
    // The last point of each contour. Growing, and below a limit, so that the number of points is
    // bounded before anything is allocated for them.
    var previous = 0
    for contour in 0..<contours {
      guard let last = record.u16(10 + 2 * contour),
        last + 1 >= previous,
        last < Glyph.maximumPoints
      else { return nil }
      previous = last + 1
      ends.append(previous)
    }

    // Instructions adjust letters to coarse pixels, and are skipped.
    guard let instructions = record.u16(10 + 2 * contours) else { return nil }
    var offset = 12 + 2 * contours + instructions
    guard let flags = Self.flags(count: previous, in: record, at: &offset),
      let across = Self.coordinates(of: flags, short: 0x2, same: 0x10, in: record, at: &offset),
      let up = Self.coordinates(of: flags, short: 0x4, same: 0x20, in: record, at: &offset)
    else { return nil }
    points = flags.indices.map { index in
      GlyphPoint(
        position: Point(x: Double(across[index]), y: Double(up[index])),
        isOnCurve: flags[index] & 1 != 0
      )
    }
  }

  private static func flags(
    count: Int,
    in record: FontBytes,
    at offset: inout Int
  ) -> [Int]? {
    var flags: [Int] = []
    flags.reserveCapacity(count)
    while flags.count < count {
      guard let flag = record.u8(offset) else { return nil }
      offset += 1
      var times = 1
      // The flag says that a number of repetitions follows.
      if flag & 0x8 != 0 {
        guard let more = record.u8(offset) else { return nil }
        offset += 1
        times += more
      }
      // Repetitions beyond the last point are cut: a hostile count asks for no memory.
      flags += repeatElement(flag, count: min(times, count - flags.count))
    }
    return flags
  }

  /// Reads coordinates, which are stored as differences.
  ///
  /// With the flag `short`, a difference has one byte and `same` means positive; without it, `same`
  /// means no difference.
  private static func coordinates(
    of flags: [Int],
    short: Int,
    same: Int,
    in record: FontBytes,
    at offset: inout Int
  ) -> [Int]? {
    var value = 0
    var values: [Int] = []
    values.reserveCapacity(flags.count)
    for flag in flags {
      if flag & short != 0 {
        guard let step = record.u8(offset) else { return nil }
        let isPositive = flag & same != 0
        value += isPositive ? step : -step
        offset += 1
      } else if flag & same == 0 {
        guard let step = record.i16(offset) else { return nil }
        value += step
        offset += 2
      }
      values.append(value)
    }
    return values
  }

  mutating func append(_ other: GlyphPoints) {
    ends += other.ends.map { $0 + points.count }
    points += other.points
  }

  mutating func transform(_ change: (Point) -> Point) {
    for index in points.indices {
      points[index].position = change(points[index].position)
    }
  }

  func glyph(unitsPerEm: Double, shift: Double) -> Glyph {
    var glyph = Glyph()
    var start = 0
    for end in ends {
      add(points[start..<end], to: &glyph) { point in
        Point(x: (point.x + shift) / unitsPerEm, y: point.y / unitsPerEm)
      }
      start = end
    }
    return glyph
  }

  private func add(
    _ contour: ArraySlice<GlyphPoint>,
    to glyph: inout Glyph,
    ems: (Point) -> Point
  ) {
    // Fewer than three points enclose nothing; fonts have them as marks for instructions.
    guard contour.count > 2, let first = contour.first, let last = contour.last else { return }
    // The curve passes through the midpoint of two consecutive control points.
    let start =
      if first.isOnCurve {
        first.position
      } else if last.isOnCurve {
        last.position
      } else {
        first.position.toward(last.position, 0.5)
      }
    glyph.move(to: ems(start))
    var corner: Point?
    let rest = first.isOnCurve ? contour.dropFirst() : contour
    for point in rest {
      if point.isOnCurve {
        glyph.draw(around: corner.map(ems), to: ems(point.position))
        corner = nil
      } else {
        if let before = corner {
          glyph.draw(around: ems(before), to: ems(before.toward(point.position, 0.5)))
        }
        corner = point.position
      }
    }
    glyph.draw(around: corner.map(ems), to: ems(start))
  }
}

extension Glyph {
  fileprivate mutating func draw(around corner: Point?, to end: Point) {
    if let corner {
      quadratic(corner, to: end)
    } else {
      line(to: end)
    }
  }
}

/// A component of a composite glyph: its glyph, transformation and position.
struct GlyphComponent {
  /// What a record contains, as the specification numbers it.
  // Others, such as how to round to coarse pixels and whose width to use, have no meaning here.
  private struct Flags: OptionSet {
    let rawValue: Int

    static let wordArguments = Flags(rawValue: 0x1)
    static let isOffset = Flags(rawValue: 0x2)
    static let scale = Flags(rawValue: 0x8)
    static let followed = Flags(rawValue: 0x20)
    static let scaleXY = Flags(rawValue: 0x40)
    static let matrix = Flags(rawValue: 0x80)
    static let scaledOffset = Flags(rawValue: 0x800)
  }

  private enum Position {
    case offset(x: Double, y: Double)
    /// A point of the component coincides with a point of the glyph so far.
    case meeting(whole: Int, component: Int)
  }

  /// A linear transformation, column by column.
  private struct Matrix {
    var a = 1.0
    var b = 0.0
    var c = 0.0
    var d = 1.0

    func applied(to point: Point) -> Point {
      Point(x: a * point.x + c * point.y, y: b * point.x + d * point.y)
    }
  }

  let index: Int
  /// The length of its record in bytes.
  let length: Int
  let isFollowed: Bool
  private let position: Position
  private let matrix: Matrix

  init?(_ record: FontBytes, at start: Int) {
    guard let bits = record.u16(start), let index = record.u16(start + 2) else { return nil }
    let flags = Flags(rawValue: bits)
    // Flags and index come first, then two arguments of two bytes or of one.
    let argumentsStart = start + 4
    let argumentsLength = flags.contains(.wordArguments) ? 4 : 2
    let matrixStart = argumentsStart + argumentsLength
    guard let first = Self.argument(0, in: record, at: argumentsStart, flags),
      let second = Self.argument(1, in: record, at: argumentsStart, flags),
      let (matrix, matrixLength) = Self.matrix(in: record, at: matrixStart, flags)
    else { return nil }
    self.index = index
    self.matrix = matrix
    length = matrixStart + matrixLength - start
    isFollowed = flags.contains(.followed)
    position = Self.position(first, second, scaledBy: matrix, flags)
  }

  /// Reads an argument: a signed distance, or the index of a point.
  private static func argument(
    _ index: Int,
    in record: FontBytes,
    at start: Int,
    _ flags: Flags
  ) -> Int? {
    let isSigned = flags.contains(.isOffset)
    if flags.contains(.wordArguments) {
      let offset = start + 2 * index
      return isSigned ? record.i16(offset) : record.u16(offset)
    }
    guard let byte = record.u8(start + index) else { return nil }
    return isSigned ? Int(Int8(truncatingIfNeeded: byte)) : byte
  }

  /// Reads the factors behind the arguments: one, one for each axis, four, or none.
  private static func matrix(
    in record: FontBytes,
    at start: Int,
    _ flags: Flags
  ) -> (matrix: Matrix, length: Int)? {
    // At most one of the flags is set in a valid font; in another, the first one counts.
    if flags.contains(.scale) {
      guard let scale = factors(1, in: record, at: start) else { return nil }
      return (Matrix(a: scale[0], d: scale[0]), length: 2)
    }
    if flags.contains(.scaleXY) {
      guard let scales = factors(2, in: record, at: start) else { return nil }
      return (Matrix(a: scales[0], d: scales[1]), length: 4)
    }
    if flags.contains(.matrix) {
      guard let columns = factors(4, in: record, at: start) else { return nil }
      let matrix = Matrix(a: columns[0], b: columns[1], c: columns[2], d: columns[3])
      return (matrix, length: 8)
    }
    return (Matrix(), length: 0)
  }

  /// Reads numbers with two integer and fourteen fractional bits.
  private static func factors(_ count: Int, in record: FontBytes, at start: Int) -> [Double]? {
    let numbers = (0..<count).compactMap { record.i16(start + 2 * $0) }
    guard numbers.count == count else { return nil }
    return numbers.map { Double($0) / 16384 }
  }

  private static func position(
    _ first: Int,
    _ second: Int,
    scaledBy matrix: Matrix,
    _ flags: Flags
  ) -> Position {
    guard flags.contains(.isOffset) else { return .meeting(whole: first, component: second) }
    let x = Double(first)
    let y = Double(second)
    // Apple's fonts scale the offset along with the component, those of Microsoft do not.
    guard flags.contains(.scaledOffset) else { return .offset(x: x, y: y) }
    let across = (matrix.a * matrix.a + matrix.b * matrix.b).squareRoot()
    let up = (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot()
    return .offset(x: x * across, y: y * up)
  }

  /// Returns the transformed points, or nil if they refer to a missing point.
  func placed(_ points: GlyphPoints, in whole: GlyphPoints) -> GlyphPoints? {
    var points = points
    // First, as the specification says: the offset is that of the transformed component.
    points.transform(matrix.applied)
    switch position {
    case .offset(let x, let y):
      points.transform { $0 + Point(x: x, y: y) }
    case .meeting(let first, let second):
      // The indices are the file's, so either may be beyond the end.
      guard whole.points.indices.contains(first), points.points.indices.contains(second) else {
        return nil
      }
      let fixed = whole.points[first].position
      let moved = points.points[second].position
      points.transform { $0 + fixed - moved }
    }
    return points
  }
}
