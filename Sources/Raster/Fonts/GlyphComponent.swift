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
