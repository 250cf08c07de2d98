/// Which glyphs a table speaks of.
struct GlyphCoverage: Sendable {
  private let table: FontBytes

  init(_ table: FontBytes) {
    self.table = table
  }

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

/// Which class of glyphs a glyph belongs to: 0 where nothing is said.
struct GlyphClasses: Sendable {
  static let none = GlyphClasses(FontBytes([]))

  private let table: FontBytes

  init(_ table: FontBytes) {
    self.table = table
  }

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
