/// The widths of the letters of a font: the tables `head`, `maxp`, `hhea` and `hmtx`.
struct FontMetrics: Sendable {
  let unitsPerEm: Double
  let hasLongOffsets: Bool
  let glyphCount: Int
  private let widths: FontBytes
  private let widthCount: Int

  // The units per em that the specification allows.
  private static let sizes = 16...16_384

  init(_ tables: FontTables) throws(FontFailure) {
    let head = try tables.required("head")
    guard let size = head.u16(18), Self.sizes.contains(size) else {
      throw .damaged(table: "head")
    }
    guard let offsetFormat = head.i16(50) else { throw .damaged(table: "head") }
    unitsPerEm = Double(size)
    hasLongOffsets = offsetFormat != 0

    let profile = try tables.required("maxp")
    guard let glyphCount = profile.u16(4) else { throw .damaged(table: "maxp") }
    self.glyphCount = glyphCount

    guard let widthCount = try tables.required("hhea").u16(34), widthCount > 0 else {
      throw .damaged(table: "hhea")
    }
    self.widthCount = widthCount
    widths = try tables.required("hmtx")
  }

  /// Returns the distance to the next glyph, in ems.
  func advance(of glyph: Int) -> Double {
    // The last width applies to all following glyphs: fonts of one width store it once.
    let offset = 4 * min(glyph, widthCount - 1)
    return Double(widths.u16(offset) ?? 0) / unitsPerEm
  }

  /// Returns the position of the leftmost point of a glyph.
  func bearing(of glyph: Int) -> Int {
    // Pairs of width and bearing come first, then the bearings of glyphs without a width.
    let offset =
      if glyph < widthCount {
        4 * glyph + 2
      } else {
        4 * widthCount + 2 * (glyph - widthCount)
      }
    return widths.i16(offset) ?? 0
  }
}
