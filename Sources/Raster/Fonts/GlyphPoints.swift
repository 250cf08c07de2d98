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
