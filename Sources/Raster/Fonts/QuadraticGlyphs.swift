/// The outlines of TrueType: the tables `glyf` and `loca`.
struct QuadraticGlyphs: Sendable {
  let glyphs: FontBytes
  let places: FontBytes
  let hasLongPlaces: Bool
  let unitsPerEm: Double

  // The nesting depth of composite letters; real fonts have two levels.
  private static let maximumDepth = 6
  // A guess: a letter with several marks has some five.
  private static let maximumParts = 64

  /// Returns the shape of a glyph whose leftmost point lies at `bearing`, or nil if the file is
  /// invalid.
  func glyph(_ index: Int, bearing: Int) -> Glyph? {
    var parts = 0
    guard let points = points(of: index, depth: 0, parts: &parts),
      let left = record(of: index).map({ $0.i16(2) ?? bearing })
    else { return nil }
    return points.glyph(unitsPerEm: unitsPerEm, shift: Double(bearing - left))
  }

  private func record(of index: Int) -> FontBytes? {
    guard index >= 0 else { return nil }
    func place(_ index: Int) -> Int? {
      if hasLongPlaces {
        places.u32(4 * index)
      } else {
        places.u16(2 * index).map { 2 * $0 }
      }
    }
    guard let start = place(index), let end = place(index + 1), end >= start else { return nil }
    return glyphs.part(from: start, count: end - start)
  }

  private func points(of index: Int, depth: Int, parts: inout Int) -> GlyphPoints? {
    guard depth < Self.maximumDepth, let record = record(of: index) else { return nil }
    // A space has no record.
    if record.count == 0 { return GlyphPoints() }
    guard let contours = record.i16(0) else { return nil }
    if contours >= 0 { return GlyphPoints(simple: record, contours: contours) }
    return composite(record, depth: depth, parts: &parts)
  }

  private func composite(_ record: FontBytes, depth: Int, parts: inout Int) -> GlyphPoints? {
    var whole = GlyphPoints()
    var place = 10
    while true {
      parts += 1
      guard parts <= Self.maximumParts, let part = GlyphPart(record, at: place),
        let points = points(of: part.index, depth: depth + 1, parts: &parts),
        let placed = part.placed(points, in: whole)
      else { return nil }
      whole.append(placed)
      guard whole.points.count <= Glyph.maximumPoints else { return nil }
      guard part.isFollowed else { return whole }
      place += part.length
    }
  }
}
