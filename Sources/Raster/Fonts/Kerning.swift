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
