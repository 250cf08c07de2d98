/// A pair adjustment table of `GPOS`: by glyph pair, or by glyph class.
struct PairAdjustment: Sendable {
  private let table: FontBytes
  private let coverage: FontBytes
  /// The classes of left and of right glyphs, if the table is by class.
  private let classes: (left: FontBytes, right: FontBytes)?

  // The largest number of tables, of features and of lookups; no font has a hundred. All pairs of a
  // text are looked up in all tables, so that a hostile list would cost time.
  private static let maximumEntries = 512

  private init?(_ table: FontBytes) {
    // Only tables that change just the first glyph's advance are supported, as in simple kerning.
    let isSimple = table.u16(4) == 4 && table.u16(6) == 0
    guard isSimple, let coverage = table.slice(offsetAt: 2) else { return nil }
    self.table = table
    self.coverage = coverage
    switch table.u16(0) {
    case 1: classes = nil
    case 2:
      guard let left = table.slice(offsetAt: 8), let right = table.slice(offsetAt: 10) else {
        return nil
      }
      classes = (left, right)
    default: return nil
    }
  }

  /// Returns the distance in units of the font, or nil if the table does not list the pair.
  func distance(_ left: Int, _ right: Int) -> Int? {
    guard let index = coverage.coverageIndex(of: left) else { return nil }
    if classes != nil { return distanceOfClasses(left, right) }
    return distanceOfPair(leftIndex: index, right)
  }

  // A distance for each class of left glyphs and each of right ones, in rows.
  private func distanceOfClasses(_ left: Int, _ right: Int) -> Int? {
    guard let classes, let rows = table.u16(12), let columns = table.u16(14) else { return nil }
    let row = classes.left.glyphClass(of: left)
    let column = classes.right.glyphClass(of: right)
    guard row < rows, column < columns else { return nil }
    return table.i16(16 + 2 * (row * columns + column))
  }

  // A list of pairs for each left glyph: right glyphs, each with a distance.
  private func distanceOfPair(leftIndex index: Int, _ right: Int) -> Int? {
    guard let count = table.u16(8),
      index < count,
      let pairs = table.slice(offsetAt: 10 + 2 * index),
      let pairCount = pairs.u16(0)
    else { return nil }
    let pair = pairs.lastRow(pairCount, upTo: right) { row in pairs.u16(2 + 4 * row) }
    guard let pair, pairs.u16(2 + 4 * pair) == right else { return nil }
    return pairs.i16(4 + 4 * pair)
  }

  /// Returns all tables of the feature `kern`.
  static func kerning(_ positions: FontBytes) -> [PairAdjustment] {
    guard let features = positions.slice(offsetAt: 6),
      let lookups = positions.slice(offsetAt: 8)
    else { return [] }
    // In the order of the lookups, as the specification demands: the first table with a pair counts.
    let indices = lookupIndices(of: features).prefix(maximumEntries).sorted()
    let found = indices.flatMap { index in tables(of: index, in: lookups) }
    return Array(found.prefix(maximumEntries))
  }

  /// Returns the lookups of the feature `kern`, each once; scripts may have one feature each.
  private static func lookupIndices(of features: FontBytes) -> [Int] {
    var indices: [Int] = []
    let featureCount = min(features.u16(0) ?? 0, maximumEntries)
    for index in 0..<featureCount where features.tag(2 + 6 * index) == "kern" {
      guard let feature = features.slice(offsetAt: 6 + 6 * index) else { continue }
      let lookupCount = min(feature.u16(2) ?? 0, maximumEntries)
      for entry in 0..<lookupCount {
        guard let lookup = feature.u16(4 + 2 * entry), !indices.contains(lookup) else { continue }
        indices.append(lookup)
      }
      if indices.count > maximumEntries { break }
    }
    return indices
  }

  private static func tables(of index: Int, in lookups: FontBytes) -> [PairAdjustment] {
    // Kinds 2 and 9: pairs, and extensions, which hold tables of another kind.
    guard let lookup = lookups.slice(offsetAt: 2 + 2 * index),
      let kind = lookup.u16(0),
      kind == 2 || kind == 9
    else { return [] }
    let tableCount = min(lookup.u16(4) ?? 0, maximumEntries)
    return (0..<tableCount).compactMap { entry in
      guard let table = lookup.slice(offsetAt: 6 + 2 * entry) else { return nil }
      guard kind == 9 else { return PairAdjustment(table) }
      // An extension table, whose offset exceeds 16 bits.
      guard table.u16(2) == 2,
        let offset = table.u32(4),
        let extended = table.slice(from: offset)
      else { return nil }
      return PairAdjustment(extended)
    }
  }
}
