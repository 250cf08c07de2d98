/// The entries of a palette in order: those with transparency first, so that tRNS is short, and
/// frequent before rare ones, so that the code lengths of deflate are cheap to describe.
struct PNGPalette: Equatable {
  /// Straight colors, alpha in the highest byte.
  let entries: [UInt32]
  let bitDepth: Int
  /// The entry of each color of the table.
  let indices: [UInt8]

  init(_ table: borrowing ColorTable) {
    // Keys that include everything relevant sort without lookups.
    let keys = zip(table.colors, table.counts).map(Self.key)
    let order = keys.sorted().map { key in ~UInt32(truncatingIfNeeded: key) }
    var indices = [UInt8](repeating: 0, count: order.count)
    for (entry, color) in order.enumerated() {
      indices[Int(table.value(of: color))] = UInt8(truncatingIfNeeded: entry)
    }
    self.indices = indices
    entries = Self.straight(order)
    bitDepth =
      switch entries.count {
      case ...2: 1
      case ...4: 2
      case ...16: 4
      default: 8
      }
  }

  /// Sorts transparent before opaque and frequent before rare; the lowest half is the color's
  /// complement.
  private static func key(color: UInt32, count: Int) -> UInt64 {
    let isOpaque = color >> 24 == 255
    let opacity: UInt64 = isOpaque ? 1 << 63 : 0
    // 31 bits, which no picture fills: it may have 64 million pixels.
    let maximum = Int(Int32.max)
    let rarity = UInt64(maximum - min(max(count, 0), maximum))
    return opacity | rarity << 32 | UInt64(~color)
  }

  var components: [UInt8] {
    var components: [UInt8] = []
    components.reserveCapacity(3 * entries.count)
    for color in entries {
      components.append(UInt8(truncatingIfNeeded: color))
      components.append(UInt8(truncatingIfNeeded: color >> 8))
      components.append(UInt8(truncatingIfNeeded: color >> 16))
    }
    return components
  }

  var alphas: [UInt8] {
    // The opaque entries follow those with transparency, and need no alpha.
    let translucent = entries.prefix { color in color >> 24 < 255 }
    return translucent.map { color in UInt8(truncatingIfNeeded: color >> 24) }
  }

  /// Unifies entries that may be one color of different opacity.
  private static func straight(_ colors: [UInt32]) -> [UInt32] {
    // Usually all are one color: then the order does not matter.
    let mostOpaque = colors.max { one, other in one >> 24 < other >> 24 }
    if let base = mostOpaque.map(StraightColor.straight) {
      let areOfBase = colors.allSatisfy { color in
        isClear(color) || StraightColor.agrees(base, with: color)
      }
      if areOfBase {
        return colors.map { color in
          isClear(color) ? 0 : withAlpha(of: color, base)
        }
      }
    }
    return straightFromOpaque(colors)
  }

  /// Gives each entry the color of a more opaque one if it agrees.
  private static func straightFromOpaque(_ colors: [UInt32]) -> [UInt32] {
    var entries = colors
    var bases: [UInt32] = []
    // Starts with the most opaque colors, which are the most precise.
    let keys = colors.indices.map { index -> UInt32 in
      let transparency = 255 - colors[index] >> 24
      return transparency << 8 | UInt32(index)
    }
    for key in keys.sorted() {
      let index = Int(key & 0xFF)
      let pixel = colors[index]
      if isClear(pixel) {
        entries[index] = 0
        continue
      }
      let agreeing = bases.first { base in StraightColor.agrees(base, with: pixel) }
      if let agreeing {
        entries[index] = withAlpha(of: pixel, agreeing)
        continue
      }
      entries[index] = StraightColor.straight(pixel)
      // A guess: each entry is compared with all of them.
      if bases.count < 8 {
        bases.append(entries[index])
      }
    }
    return entries
  }

  private static func isClear(_ color: UInt32) -> Bool { color >> 24 == 0 }

  private static func withAlpha(of pixel: UInt32, _ color: UInt32) -> UInt32 {
    color & 0xFF_FFFF | pixel & 0xFF00_0000
  }
}
