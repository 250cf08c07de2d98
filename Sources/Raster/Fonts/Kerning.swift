/// Distances of pairs of glyphs: the table `kern`.
// All 29 kerned fonts of DejaVu and Liberation have it; fonts with only `GPOS` are not kerned.
struct Kerning: Sendable {
  /// Sorted pairs of six bytes.
  private let pairs: FontBytes
  private let count: Int

  /// Reads the first table of horizontal pairs, if any.
  init(_ tables: FontTables) {
    guard let table = tables["kern"], table.u16(0) == 0, let length = table.u16(6), length > 0,
      let coverage = table.u16(8), coverage & 0xFF07 == 1, let count = table.u16(10),
      let pairs = table.part(from: 18)
    else {
      (pairs, count) = (FontBytes([]), 0)
      return
    }
    self.pairs = pairs
    self.count = min(count, pairs.count / 6)
  }

  /// Returns the distance in units of the font.
  func distance(_ left: Int, _ right: Int) -> Int {
    let wanted = left << 16 | right
    let row = pairs.lastRow(count, upTo: wanted) { pairs.u32(6 * $0) }
    guard let row, pairs.u32(6 * row) == wanted else { return 0 }
    return pairs.i16(6 * row + 4) ?? 0
  }
}
