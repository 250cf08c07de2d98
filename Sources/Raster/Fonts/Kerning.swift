/// Distances of pairs of glyphs: pair adjustments in `GPOS`, or the table `kern`.
struct Kerning: Sendable {
  private let adjustments: [PairAdjustment]
  /// Sorted pairs of six bytes, unless there are adjustments: two glyphs and a distance.
  private let pairs: FontBytes?

  init(_ tables: FontTables) {
    // Newer fonts, such as those of Noto, have only `GPOS`; where both are there, it is the one
    // that other programs use.
    adjustments = tables["GPOS"].map(PairAdjustment.kerning) ?? []
    pairs =
      if adjustments.isEmpty {
        tables["kern"].flatMap(Self.pairs)
      } else {
        nil
      }
  }

  /// Returns the distance in units of the font.
  func distance(_ left: Int, _ right: Int) -> Int {
    for adjustment in adjustments {
      if let distance = adjustment.distance(left, right) { return distance }
    }
    guard let pairs else { return 0 }
    // Both glyphs as one number, by which the pairs are sorted.
    let pair = left << 16 | right
    let row = pairs.lastRow(pairs.count / 6, upTo: pair) { pairs.u32(6 * $0) }
    guard let row, pairs.u32(6 * row) == pair else { return 0 }
    return pairs.i16(6 * row + 4) ?? 0
  }

  /// Returns the pairs of the first table, if they are horizontal.
  private static func pairs(of table: FontBytes) -> FontBytes? {
    guard table.u16(0) == 0, let length = table.u16(6), length > 0 else { return nil }
    guard let coverage = table.u16(8) else { return nil }
    // Format 0, horizontal, neither minimum values nor across the line.
    let isPlain = coverage & 0xFF07 == 1
    guard isPlain, let count = table.u16(10), let rest = table.slice(from: 18) else { return nil }
    // Cut to the bytes that are there: large fonts count more pairs than the length of a table holds.
    return rest.slice(from: 0, count: min(6 * count, rest.count))
  }
}

extension FontBytes {
  /// Returns the index of a glyph in a table of the covered glyphs.
  func coverageIndex(of glyph: Int) -> Int? {
    guard let format = u16(0), let count = u16(2) else { return nil }
    switch format {
    case 1:
      // A list of glyphs.
      let row = lastRow(count, upTo: glyph) { u16(4 + 2 * $0) }
      guard let row, u16(4 + 2 * row) == glyph else { return nil }
      return row
    case 2:
      // Ranges of first glyph, last glyph and index of the first.
      guard let range = rangeOfGlyphs(containing: glyph, count: count),
        let start = u16(range),
        let first = u16(range + 4)
      else { return nil }
      return first + glyph - start
    default:
      return nil
    }
  }

  /// Returns the class of a glyph in a table of classes: 0 for those not listed.
  func glyphClass(of glyph: Int) -> Int {
    switch u16(0) {
    case 1:
      // A list of classes, from a first glyph on.
      guard let first = u16(2), let count = u16(4), glyph >= first, glyph - first < count else {
        return 0
      }
      return u16(6 + 2 * (glyph - first)) ?? 0
    case 2:
      // Ranges of first glyph, last glyph and class.
      guard let count = u16(2), let range = rangeOfGlyphs(containing: glyph, count: count) else {
        return 0
      }
      return u16(range + 4) ?? 0
    default:
      return 0
    }
  }

  /// Returns the offset of the range of six bytes that contains a glyph.
  private func rangeOfGlyphs(containing glyph: Int, count: Int) -> Int? {
    guard let row = lastRow(count, upTo: glyph, number: { u16(4 + 6 * $0) }),
      let end = u16(6 + 6 * row),
      glyph <= end
    else { return nil }
    return 4 + 6 * row
  }
}
