/// The points of a TrueType letter: contours through some of them, bent toward the others.
struct GlyphPoints {
  struct GlyphPoint {
    var place: Point
    var isOnCurve: Bool
  }

  private(set) var points: [GlyphPoint] = []
  /// The end of each contour, as the index after its last point.
  private var ends: [Int] = []

  init() {}

  /// Reads a simple (not composite) glyph.
  init?(simple record: FontBytes, contours: Int) {
    var previous = 0
    for contour in 0..<contours {
      guard let last = record.u16(10 + 2 * contour), last + 1 >= previous,
        last < Glyph.maximumPoints
      else { return nil }
      previous = last + 1
      ends.append(previous)
    }
    guard let instructions = record.u16(10 + 2 * contours) else { return nil }
    var place = 12 + 2 * contours + instructions
    guard let flags = Self.flags(count: previous, in: record, at: &place),
      let across = Self.coordinates(of: flags, short: 0x2, same: 0x10, in: record, at: &place),
      let up = Self.coordinates(of: flags, short: 0x4, same: 0x20, in: record, at: &place)
    else { return nil }
    points = flags.indices.map { index in
      GlyphPoint(
        place: Point(x: Double(across[index]), y: Double(up[index])),
        isOnCurve: flags[index] & 1 != 0)
    }
  }

  private static func flags(
    count: Int, in record: FontBytes, at place: inout Int
  ) -> [Int]? {
    var flags: [Int] = []
    flags.reserveCapacity(count)
    while flags.count < count {
      guard let flag = record.u8(place) else { return nil }
      place += 1
      var times = 1
      if flag & 0x8 != 0 {
        guard let more = record.u8(place) else { return nil }
        place += 1
        times += more
      }
      flags += repeatElement(flag, count: min(times, count - flags.count))
    }
    return flags
  }

  /// Reads coordinates, which are stored as differences.
  ///
  /// With the flag `short`, a difference has one byte and `same` means positive; without it, `same`
  /// means no difference.
  private static func coordinates(
    of flags: [Int], short: Int, same: Int, in record: FontBytes, at place: inout Int
  ) -> [Int]? {
    var value = 0
    var values: [Int] = []
    values.reserveCapacity(flags.count)
    for flag in flags {
      if flag & short != 0 {
        guard let step = record.u8(place) else { return nil }
        let isPositive = flag & same != 0
        value += isPositive ? step : -step
        place += 1
      } else if flag & same == 0 {
        guard let step = record.i16(place) else { return nil }
        value += step
        place += 2
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
      points[index].place = change(points[index].place)
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
    _ contour: ArraySlice<GlyphPoint>, to glyph: inout Glyph, ems: (Point) -> Point
  ) {
    guard contour.count > 2, let first = contour.first, let last = contour.last else { return }
    // The curve passes through the midpoint of two consecutive control points.
    let start =
      if first.isOnCurve {
        first.place
      } else if last.isOnCurve {
        last.place
      } else {
        first.place.toward(last.place, 0.5)
      }
    glyph.move(to: ems(start))
    var corner: Point?
    let rest = first.isOnCurve ? contour.dropFirst() : contour
    for point in rest {
      if point.isOnCurve {
        glyph.draw(around: corner.map(ems), to: ems(point.place))
        corner = nil
      } else {
        if let before = corner {
          glyph.draw(around: ems(before), to: ems(before.toward(point.place, 0.5)))
        }
        corner = point.place
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
