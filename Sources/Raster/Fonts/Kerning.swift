/// Pairs of glyphs that stand nearer or farther than others: adjustments of pairs in `GPOS`, or the
/// table `kern`.
struct Kerning: Sendable {
  private enum Source: Sendable {
    case none
    /// Sorted pairs of six bytes.
    case pairs(FontBytes, count: Int)
    case adjustments([PairAdjustment])
  }

  private let source: Source

  init(_ tables: FontTables) {
    let adjustments = tables["GPOS"].map(PairAdjustment.kerning) ?? []
    if !adjustments.isEmpty {
      source = .adjustments(adjustments)
    } else if let table = tables["kern"], let pairs = Self.pairs(of: table) {
      source = pairs
    } else {
      source = .none
    }
  }

  /// In units of the font.
  func distance(_ left: Int, _ right: Int) -> Int {
    switch source {
    case .none: return 0
    case .pairs(let pairs, let count):
      let wanted = left << 16 | right
      let row = pairs.lastRow(count, upTo: wanted) { pairs.u32(6 * $0) }
      guard let row, pairs.u32(6 * row) == wanted else { return 0 }
      return pairs.i16(6 * row + 4) ?? 0
    case .adjustments(let adjustments):
      for adjustment in adjustments {
        if let distance = adjustment.distance(left, right) { return distance }
      }
      return 0
    }
  }

  /// The first table of level pairs.
  private static func pairs(of table: FontBytes) -> Source? {
    guard table.u16(0) == 0, let length = table.u16(6), length > 0, let coverage = table.u16(8),
      coverage & 0xFF07 == 1, let count = table.u16(10), let pairs = table.part(from: 18)
    else { return nil }
    return .pairs(pairs, count: min(count, pairs.count / 6))
  }
}
