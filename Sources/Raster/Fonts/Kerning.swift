/// Distances of pairs of glyphs: pair adjustments in `GPOS`, or the table `kern`.
struct Kerning: Sendable {
  private enum Source: Sendable {
    case none
    /// Sorted pairs of six bytes.
    case pairs(FontBytes, count: Int)
    case adjustments([PairAdjustment])
  }

  private let source: Source

  init(_ tables: FontTables) {
    let adjustments = tables["GPOS"].map(PairAdjustment.kerning) ?? []
    if !adjustments.isEmpty {
      source = .adjustments(adjustments)
    } else if let table = tables["kern"], let pairs = Self.pairs(of: table) {
      source = pairs
    } else {
      source = .none
    }
  }

  /// Returns the distance in units of the font.
  func distance(_ left: Int, _ right: Int) -> Int {
    switch source {
    case .none: return 0
    case .pairs(let pairs, let count):
      let wanted = left << 16 | right
      let row = pairs.lastRow(count, upTo: wanted) { pairs.u32(6 * $0) }
      guard let row, pairs.u32(6 * row) == wanted else { return 0 }
      return pairs.i16(6 * row + 4) ?? 0
    case .adjustments(let adjustments):
      for adjustment in adjustments {
        if let distance = adjustment.distance(left, right) { return distance }
      }
      return 0
    }
  }

  /// Returns the first table of horizontal pairs.
  private static func pairs(of table: FontBytes) -> Source? {
    guard table.u16(0) == 0, let length = table.u16(6), length > 0, let coverage = table.u16(8),
      coverage & 0xFF07 == 1, let count = table.u16(10), let pairs = table.part(from: 18)
    else { return nil }
    return .pairs(pairs, count: min(count, pairs.count / 6))
  }
}

/// The glyphs to which a table applies.
struct GlyphCoverage: Sendable {
  private let table: FontBytes

  init(_ table: FontBytes) { self.table = table }

  func index(of glyph: Int) -> Int? {
    guard let form = table.u16(0), let count = table.u16(2) else { return nil }
    if form == 1 {
      let row = table.lastRow(count, upTo: glyph) { table.u16(4 + 2 * $0) }
      return row.flatMap { table.u16(4 + 2 * $0) == glyph ? $0 : nil }
    }
    let row = table.lastRow(count, upTo: glyph) { table.u16(4 + 6 * $0) }
    guard form == 2, let row, let start = table.u16(4 + 6 * row),
      let end = table.u16(6 + 6 * row), glyph <= end, let first = table.u16(8 + 6 * row)
    else { return nil }
    return first + glyph - start
  }
}

/// Classes of glyphs: 0 for those not listed.
struct GlyphClasses: Sendable {
  static let none = GlyphClasses(FontBytes([]))

  private let table: FontBytes

  init(_ table: FontBytes) { self.table = table }

  func value(of glyph: Int) -> Int {
    switch table.u16(0) {
    case 1:
      guard let first = table.u16(2), let count = table.u16(4), glyph >= first,
        glyph - first < count
      else { return 0 }
      return table.u16(6 + 2 * (glyph - first)) ?? 0
    case 2:
      guard let count = table.u16(2),
        let row = table.lastRow(count, upTo: glyph, number: { table.u16(4 + 6 * $0) }),
        let end = table.u16(6 + 6 * row), glyph <= end
      else { return 0 }
      return table.u16(8 + 6 * row) ?? 0
    default: return 0
    }
  }
}
