/// The outlines of TrueType: the tables `glyf` and `loca`.
struct QuadraticGlyphs: Sendable {
  let glyphs: FontBytes
  let offsets: FontBytes
  let hasLongOffsets: Bool
  let unitsPerEm: Double

  // The nesting depth of composite letters; real fonts have two levels.
  private static let maximumDepth = 6
  // A guess: a letter with several marks has some five.
  private static let maximumComponents = 64

  /// Returns the shape of a glyph whose leftmost point lies at `bearing`, or nil if the file is
  /// invalid.
  func glyph(_ index: Int, bearing: Int) -> Glyph? {
    var components = 0
    guard let points = points(of: index, depth: 0, components: &components),
      let record = record(of: index)
    else { return nil }
    // The record has the leftmost point as well; a few fonts store letters beside their bearing.
    let left = record.i16(2) ?? bearing
    return points.glyph(unitsPerEm: unitsPerEm, shift: Double(bearing - left))
  }

  private func record(of index: Int) -> FontBytes? {
    guard index >= 0 else { return nil }
    func offset(of index: Int) -> Int? {
      if hasLongOffsets {
        offsets.u32(4 * index)
      } else {
        // Records begin at even bytes, so that half the offset is stored.
        offsets.u16(2 * index).map { 2 * $0 }
      }
    }

    // The record ends where the next one begins.
    guard let start = offset(of: index), let end = offset(of: index + 1), end >= start else {
      return nil
    }
    return glyphs.slice(from: start, count: end - start)
  }

  private func points(of index: Int, depth: Int, components: inout Int) -> GlyphPoints? {
    guard depth < Self.maximumDepth, let record = record(of: index) else { return nil }
    // A space has no record.
    if record.count == 0 { return GlyphPoints() }
    guard let contours = record.i16(0) else { return nil }
    if contours >= 0 { return GlyphPoints(simple: record, contours: contours) }
    return composite(record, depth: depth, components: &components)
  }

  private func composite(_ record: FontBytes, depth: Int, components: inout Int) -> GlyphPoints? {
    var whole = GlyphPoints()
    var offset = 10
    while true {
      // Counted over all levels: a glyph of components of components could otherwise have 64^6.
      components += 1
      guard components <= Self.maximumComponents,
        let component = GlyphComponent(record, at: offset),
        let points = points(of: component.index, depth: depth + 1, components: &components),
        let placed = component.placed(points, in: whole)
      else { return nil }
      whole.append(placed)
      guard whole.points.count <= Glyph.maximumPoints else { return nil }
      guard component.isFollowed else { return whole }
      offset += component.length
    }
  }
}
