/// One letter of the built-in font: strokes on a grid of twenty units per em.
struct Letter: Sendable, Hashable {
  static let unitsPerEm = 20.0
  // The gap between the strokes of adjacent letters.
  // By eye, as all lengths of the drawn alphabet: a fifth of an em.
  private static let gap = 4.0
  // The lowest position of marks above small letters, and the gap between a letter and its mark.
  private static let markBase = 12.2
  private static let markGap = 2.0
  // The largest overhang of a mark beyond its letter.
  private static let markOverhang = 2.0
  // The shift of a Greek capital for the marks before it.
  private static let shiftBehindMark = 4.0

  let width: Double
  let strokes: [[Point]]

  /// The distance from this letter to the next.
  var advance: Double { width + Self.gap }

  static let space = Letter(width: 2, strokes: [])

  /// Returns the letter with a mark above or below its middle.
  func marked(with mark: Letter) -> Letter {
    let top = strokes.joined().reduce(0) { top, point in max(top, point.y) }
    // Marks below the baseline keep their position.
    let rise =
      if mark.isAbove {
        max(0, top + Self.markGap - Self.markBase)
      } else {
        0.0
      }
    // A wide mark on a narrow letter needs room on both sides; in whole pixels at 10 points, which
    // are two units.
    let reach = mark.strokes.joined().reduce(0) { reach, point in max(reach, abs(point.x)) }
    let overhang = reach - width / 2 - Self.markOverhang
    let room =
      if mark.isAbove {
        2 * (max(0, overhang) / 2).rounded(.up)
      } else {
        0.0
      }
    let own = moved(x: room, y: 0)
    let above = mark.moved(x: room + width / 2, y: rise)
    return Letter(width: width + 2 * room, strokes: own + above)
  }

  /// Returns the letter with a mark before its top, as for Greek capitals.
  func marked(before mark: Letter) -> Letter {
    Letter(
      width: width + Self.shiftBehindMark,
      strokes: mark.moved(x: 0.6, y: 0) + moved(x: Self.shiftBehindMark, y: 0)
    )
  }

  /// Whether the letter is a mark above another letter.
  var isAbove: Bool { strokes.joined().contains { $0.y > 0 } }

  private func moved(x: Double, y: Double) -> [[Point]] {
    strokes.map { stroke in
      stroke.map { Point(x: $0.x + x, y: $0.y + y) }
    }
  }
}

extension Letter {
  // The number of lines per curve: more than enough for letters a few points high.
  private static let steps = 6

  /// Parses strokes; returns nil if they are invalid, or use a letter that is not parsed yet.
  init?(width: Double, _ fields: ArraySlice<Substring>, among letters: [Character: Letter]) {
    var strokes: [[Point]] = [[]]
    var corner: Point?
    for field in fields {
      if field == "/" {
        strokes.append([])
      } else if field.first == "=" {
        guard let other = Self.borrowed(field.dropFirst(), among: letters) else { return nil }
        strokes += other
      } else {
        let isCorner = field.first == "~"
        let numbers = isCorner ? field.dropFirst() : field
        guard let point = Self.point(numbers) else { return nil }
        // It bends the line to the point that follows.
        if isCorner {
          corner = point
          continue
        }
        let open = strokes.count - 1
        strokes[open] += Self.curve(from: strokes[open].last, around: corner, to: point)
        corner = nil
      }
    }
    self.init(width: width, strokes: strokes.filter { !$0.isEmpty })
  }

  /// Returns the strokes of another letter, shifted right by the number after its name.
  private static func borrowed(
    _ name: Substring,
    among letters: [Character: Letter]
  ) -> [[Point]]? {
    guard let first = name.first, let letter = letters[first] else { return nil }
    let shift = name.dropFirst()
    if shift.isEmpty { return letter.strokes }
    // The number stands behind a `>`.
    guard let distance = Double(shift.dropFirst()) else { return nil }
    return letter.moved(x: distance, y: 0)
  }

  /// Returns the points of a quadratic curve after its start; its end alone if it is a line.
  private static func curve(
    from start: Point?,
    around corner: Point?,
    to end: Point
  ) -> [Point] {
    guard let start, let corner else { return [end] }
    return (1...steps).map { step in
      let t = Double(step) / Double(steps)
      let a = (1 - t) * (1 - t)
      let b = 2 * t * (1 - t)
      let c = t * t
      return Point(
        x: a * start.x + b * corner.x + c * end.x,
        y: a * start.y + b * corner.y + c * end.y
      )
    }
  }

  private static func point(_ word: Substring) -> Point? {
    let numbers = word.split(separator: ",").compactMap { Double($0) }
    return if numbers.count == 2 {
      Point(x: numbers[0], y: numbers[1])
    } else {
      nil
    }
  }
}
