/// One letter within another: which, how it is turned or scaled, and where it is put.
struct GlyphPart {
  private enum Place {
    case offset(x: Double, y: Double)
    /// Where a point of it meets one of what is there already.
    case meeting(whole: Int, part: Int)
  }

  let index: Int
  /// Bytes of its record.
  let length: Int
  /// Whether another one follows.
  let isFollowed: Bool
  private let place: Place
  // Columns of a matrix.
  private var (a, b, c, d) = (1.0, 0.0, 0.0, 1.0)

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
    var end = start + (hasWords ? 8 : 6)
    func number(_ index: Int) -> Int? {
      if hasWords {
        let place = start + 4 + 2 * index
        return has(Flag.isOffset) ? record.i16(place) : record.u16(place)
      }
      let byte = record.u8(start + 4 + index)
      return has(Flag.isOffset) ? byte.map { Int(Int8(truncatingIfNeeded: $0)) } : byte
    }
    guard let first = number(0), let second = number(1) else { return nil }
    // A number of two integer and fourteen fractional bits.
    func factor(_ index: Int) -> Double? { record.i16(end + 2 * index).map { Double($0) / 16384 } }
    if has(Flag.scale) {
      guard let scale = factor(0) else { return nil }
      (a, d) = (scale, scale)
      end += 2
    } else if has(Flag.scaleXY) {
      guard let x = factor(0), let y = factor(1) else { return nil }
      (a, d) = (x, y)
      end += 4
    } else if has(Flag.matrix) {
      guard let one = factor(0), let two = factor(1), let three = factor(2), let four = factor(3)
      else { return nil }
      (a, b, c, d) = (one, two, three, four)
      end += 8
    }
    if has(Flag.isOffset) {
      let isScaled = has(Flag.scaledOffset)
      place = .offset(
        x: Double(first) * (isScaled ? (a * a + b * b).squareRoot() : 1),
        y: Double(second) * (isScaled ? (c * c + d * d).squareRoot() : 1))
    } else {
      place = .meeting(whole: first, part: second)
    }
    self.index = index
    length = end - start
    isFollowed = has(Flag.followed)
  }

  /// The points of the letter where they belong; nil where they are to meet a point that is not
  /// there.
  func placed(_ points: GlyphPoints, in whole: GlyphPoints) -> GlyphPoints? {
    var points = points
    points.transform { Point(x: a * $0.x + c * $0.y, y: b * $0.x + d * $0.y) }
    switch place {
    case .offset(let x, let y):
      points.transform { Point(x: $0.x + x, y: $0.y + y) }
    case .meeting(let first, let second):
      guard whole.points.indices.contains(first), points.points.indices.contains(second) else {
        return nil
      }
      let (fixed, moved) = (whole.points[first].place, points.points[second].place)
      points.transform { Point(x: $0.x + fixed.x - moved.x, y: $0.y + fixed.y - moved.y) }
    }
    return points
  }
}
