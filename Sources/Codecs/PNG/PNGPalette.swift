/// The entries of a palette in their order: those with transparency first, so that tRNS is short, and the
/// frequent before the rare, so that the code lengths of deflate are cheap to describe.
struct PNGPalette: Equatable {
  /// Straight colours, alpha in the highest byte.
  let entries: [UInt32]
  let bitDepth: Int
  /// The entry of each colour of the table.
  let indices: [UInt8]

  init(_ table: borrowing ColorTable) {
    let (colors, counts) = (table.colors, table.counts)
    let order = colors.indices.sorted { one, other in
      let (a, b) = (colors[one], colors[other])
      let (opaqueA, opaqueB) = (a >> 24 == 255, b >> 24 == 255)
      if opaqueA != opaqueB { return opaqueB }
      let (countA, countB) = (counts[one], counts[other])
      return countA != countB ? countA > countB : a > b
    }
    var indices = [UInt8](repeating: 0, count: colors.count)
    for (entry, position) in order.enumerated() {
      indices[position] = UInt8(truncatingIfNeeded: entry)
    }
    self.indices = indices
    entries = Self.straight(order.map { colors[$0] })
    bitDepth = entries.count <= 2 ? 1 : entries.count <= 4 ? 2 : entries.count <= 16 ? 4 : 8
  }

  var components: [UInt8] {
    entries.flatMap { color in
      [
        UInt8(truncatingIfNeeded: color), UInt8(truncatingIfNeeded: color >> 8),
        UInt8(truncatingIfNeeded: color >> 16),
      ]
    }
  }

  /// Alpha of the entries that are not opaque.
  var alphas: [UInt8] {
    entries.map { UInt8(truncatingIfNeeded: $0 >> 24) }.prefix { $0 < 255 }.map { $0 }
  }

  /// Entries that may be of one colour in different strength become so.
  private static func straight(_ colors: [UInt32]) -> [UInt32] {
    var entries = colors
    var bases: [UInt32] = []
    for position in colors.indices.sorted(by: { (colors[$0] >> 24, $1) > (colors[$1] >> 24, $0) }) {
      let pixel = colors[position]
      guard pixel >> 24 > 0 else {
        entries[position] = 0
        continue
      }
      if let base = bases.first(where: { StraightColor.agrees($0, with: pixel) }) {
        entries[position] = base & 0xFF_FFFF | pixel & 0xFF00_0000
      } else {
        entries[position] = StraightColor.straight(pixel)
        if bases.count < 8 { bases.append(entries[position]) }
      }
    }
    return entries
  }
}
