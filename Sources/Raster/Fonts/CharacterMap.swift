/// Maps characters to glyphs of a font: the table `cmap` in its formats 4 and 12.
struct CharacterMap: Sendable {
  private let format: Int
  private let table: FontBytes
  private let count: Int

  init(_ cmap: FontBytes) throws(FontFailure) {
    // No font has as many maps as 64.
    let mapCount = min(cmap.u16(2) ?? 0, 64)
    let maps = (0..<mapCount).compactMap {
      index -> (format: Int, table: FontBytes, count: Int)? in
      let entry = 4 + 8 * index
      guard let platform = cmap.u16(entry), let encoding = cmap.u16(entry + 2),
        let offset = cmap.u32(entry + 4), let table = cmap.slice(from: offset),
        Self.isUnicode(platform, encoding), let format = table.u16(0),
        let count = Self.rowCount(of: table, format)
      else { return nil }
      return (format, table, count)
    }
    // Format 12 contains all planes, format 4 the basic one.
    guard let best = maps.max(by: { $0.format < $1.format }) else { throw .damaged(table: "cmap") }
    (format, table, count) = best
  }

  func glyph(of scalar: Unicode.Scalar) -> Int? {
    let character = Int(scalar.value)
    let glyph =
      if format == 4 {
        glyphInSegment(of: character)
      } else {
        glyphInGroup(of: character)
      }
    return glyph == 0 ? nil : glyph
  }

  private static func isUnicode(_ platform: Int, _ encoding: Int) -> Bool {
    switch platform {
    // Encoding 5 of platform 0 is for variation sequences.
    case 0: encoding != 5
    case 3: encoding == 1 || encoding == 10
    default: false
    }
  }

  private static func rowCount(of table: FontBytes, _ format: Int) -> Int? {
    switch format {
    case 4: table.u16(6).map { $0 / 2 }
    case 12: table.u32(12).map { min($0, table.count / 12) }
    default: nil
    }
  }

  private func glyphInSegment(of character: Int) -> Int? {
    let ends = 14
    let starts = 16 + 2 * count
    let deltas = 16 + 4 * count
    let offsets = 16 + 6 * count
    // The first segment that ends at the character or after it.
    let before = table.lastRow(count, upTo: character - 1) { table.u16(ends + 2 * $0) }
    let segment = before.map { $0 + 1 } ?? 0
    guard character <= 0xFFFF, segment < count else { return nil }
    guard let start = table.u16(starts + 2 * segment), start <= character,
      let delta = table.u16(deltas + 2 * segment),
      let offset = table.u16(offsets + 2 * segment)
    else { return nil }
    // Segments whose glyphs follow each other have no list of glyphs, only a difference.
    if offset == 0 { return (character + delta) & 0xFFFF }
    let position = offsets + 2 * segment + offset + 2 * (character - start)
    guard let glyph = table.u16(position), glyph != 0 else { return nil }
    return (glyph + delta) & 0xFFFF
  }

  private func glyphInGroup(of character: Int) -> Int? {
    let group = table.lastRow(count, upTo: character) { table.u32(16 + 12 * $0) }
    guard let group, let start = table.u32(16 + 12 * group),
      let end = table.u32(20 + 12 * group), character <= end,
      let first = table.u32(24 + 12 * group)
    else { return nil }
    return first + character - start
  }
}
