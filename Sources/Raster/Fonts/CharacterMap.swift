/// Maps characters to glyphs of a font: the table `cmap` in its formats 4 and 12.
struct CharacterMap: Sendable {
  private let format: Int
  private let table: FontBytes
  /// The number of segments or groups.
  private let count: Int

  init(_ cmap: FontBytes) throws(FontFailure) {
    // No font has as many maps as 64.
    let mapCount = min(cmap.u16(2) ?? 0, 64)
    let maps = (0..<mapCount).compactMap { CharacterMap(cmap, entry: 4 + 8 * $0) }
    // Format 12 contains all planes, format 4 the basic one.
    let best = maps.max { $0.format < $1.format }
    guard let best else { throw .damaged(table: "cmap") }
    self = best
  }

  /// Reads the map of an entry of the directory; nil for other formats and encodings.
  private init?(_ cmap: FontBytes, entry: Int) {
    guard let platform = cmap.u16(entry),
      let encoding = cmap.u16(entry + 2),
      Self.isUnicode(platform: platform, encoding: encoding)
    else { return nil }
    guard let offset = cmap.u32(entry + 4),
      let table = cmap.slice(from: offset),
      let format = table.u16(0),
      let count = Self.rowCount(of: table, format: format)
    else { return nil }
    self.format = format
    self.table = table
    self.count = count
  }

  /// Returns the glyph of a character; nil for glyph 0, which stands for missing characters.
  func glyph(of scalar: Unicode.Scalar) -> Int? {
    let character = Int(scalar.value)
    let glyph =
      if format == 4 {
        glyphInSegment(of: character)
      } else {
        glyphInGroup(of: character)
      }
    if glyph == 0 { return nil }
    return glyph
  }

  private static func isUnicode(platform: Int, encoding: Int) -> Bool {
    switch platform {
    // Unicode itself; encoding 5 is for variation sequences.
    case 0: encoding != 5
    // Windows: the basic plane, and all planes.
    case 3: encoding == 1 || encoding == 10
    default: false
    }
  }

  private static func rowCount(of table: FontBytes, format: Int) -> Int? {
    switch format {
    // Stored twice as large.
    case 4: table.u16(6).map { $0 / 2 }
    // No more than fit into the table: a hostile count only costs steps of a search.
    case 12: table.u32(12).map { min($0, table.count / 12) }
    default: nil
    }
  }

  /// Looks a character up in format 4: four lists of numbers, one of each a segment.
  private func glyphInSegment(of character: Int) -> Int? {
    let ends = 14
    // Two bytes of padding follow the ends.
    let starts = 16 + 2 * count
    let deltas = 16 + 4 * count
    let offsets = 16 + 6 * count

    // The first segment that ends at the character or after it.
    let before = table.lastRow(count, upTo: character - 1) { table.u16(ends + 2 * $0) }
    let segment = before.map { $0 + 1 } ?? 0
    guard character <= 0xFFFF, segment < count else { return nil }
    guard let start = table.u16(starts + 2 * segment),
      start <= character,
      let delta = table.u16(deltas + 2 * segment),
      let offset = table.u16(offsets + 2 * segment)
    else { return nil }

    // Segments whose glyphs follow each other have no list of glyphs, only a difference.
    if offset == 0 { return (character + delta) & 0xFFFF }
    // An offset is counted from where it is stored.
    let position = offsets + 2 * segment + offset + 2 * (character - start)
    guard let glyph = table.u16(position), glyph != 0 else { return nil }
    return (glyph + delta) & 0xFFFF
  }

  /// Looks a character up in format 12: groups of first character, last character and first glyph.
  private func glyphInGroup(of character: Int) -> Int? {
    let group = table.lastRow(count, upTo: character) { table.u32(16 + 12 * $0) }
    guard let group,
      let start = table.u32(16 + 12 * group),
      let end = table.u32(20 + 12 * group),
      character <= end,
      let first = table.u32(24 + 12 * group)
    else { return nil }
    return first + character - start
  }
}
