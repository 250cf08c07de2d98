/// A component of a composite glyph: its glyph, transformation and position.
struct GlyphPart {
  private enum Place {
    case offset(x: Double, y: Double)
    /// A point of the component coincides with a point of the glyph so far.
    case meeting(whole: Int, part: Int)
  }

  let index: Int
  /// The length of its record in bytes.
  let length: Int
  let isFollowed: Bool
  private let place: Place
  // Columns of a matrix.
  private var a = 1.0
  private var b = 0.0
  private var c = 0.0
  private var d = 1.0

  private enum Flag {
    static let wordArguments = 0x1
    static let isOffset = 0x2
    static let scale = 0x8
    static let followed = 0x20
    static let scaleXY = 0x40
    static let matrix = 0x80
    static let scaledOffset = 0x800
  }

  init?(_ record: FontBytes, at start: Int) {
    guard let flags = record.u16(start), let index = record.u16(start + 2) else { return nil }
    func has(_ flag: Int) -> Bool { flags & flag != 0 }
    let hasWords = has(Flag.wordArguments)
    // Flags and index, then two arguments of two bytes or of one.
    var end = hasWords ? start + 8 : start + 6
    func number(_ index: Int) -> Int? {
      if hasWords {
        let place = start + 4 + 2 * index
        return if has(Flag.isOffset) {
          record.i16(place)
        } else {
          record.u16(place)
        }
      }
      let byte = record.u8(start + 4 + index)
      return if has(Flag.isOffset) {
        byte.map { Int(Int8(truncatingIfNeeded: $0)) }
      } else {
        byte
      }
    }
    guard let first = number(0), let second = number(1) else { return nil }
    if has(Flag.scale) {
      guard let scale = Self.factors(1, in: record, at: end) else { return nil }
      a = scale[0]
      d = scale[0]
      end += 2
    } else if has(Flag.scaleXY) {
      guard let scale = Self.factors(2, in: record, at: end) else { return nil }
      a = scale[0]
      d = scale[1]
      end += 4
    } else if has(Flag.matrix) {
      guard let matrix = Self.factors(4, in: record, at: end) else { return nil }
      a = matrix[0]
      b = matrix[1]
      c = matrix[2]
      d = matrix[3]
      end += 8
    }
    if has(Flag.isOffset) {
      let isScaled = has(Flag.scaledOffset)
      let across = isScaled ? (a * a + b * b).squareRoot() : 1
      let up = isScaled ? (c * c + d * d).squareRoot() : 1
      place = .offset(x: Double(first) * across, y: Double(second) * up)
    } else {
      place = .meeting(whole: first, part: second)
    }
    self.index = index
    length = end - start
    isFollowed = has(Flag.followed)
  }

  /// Reads numbers with two integer and fourteen fractional bits.
  private static func factors(_ count: Int, in record: FontBytes, at start: Int) -> [Double]? {
    let words = (0..<count).compactMap { record.i16(start + 2 * $0) }
    return if words.count == count {
      words.map { Double($0) / 16384 }
    } else {
      nil
    }
  }

  /// Returns the transformed points, or nil if they refer to a missing point.
  func placed(_ points: GlyphPoints, in whole: GlyphPoints) -> GlyphPoints? {
    var points = points
    points.transform { Point(x: a * $0.x + c * $0.y, y: b * $0.x + d * $0.y) }
    switch place {
    case .offset(let x, let y): points.transform { Point(x: $0.x + x, y: $0.y + y) }
    case .meeting(let first, let second):
      guard whole.points.indices.contains(first), points.points.indices.contains(second) else {
        return nil
      }
      let fixed = whole.points[first].place
      let moved = points.points[second].place
      points.transform { Point(x: $0.x + fixed.x - moved.x, y: $0.y + fixed.y - moved.y) }
    }
    return points
  }
}
