/// Computes the lengths of the shortest prefix code with limited lengths for given frequencies.
enum CodeLengths {
  /// Returns a length per symbol, 0 for unused ones; some decoders require at least two.
  static func lengths(for counts: [UInt32], limit: Int) -> [UInt8] {
    var lengths = [UInt8](repeating: 0, count: counts.count)
    // Keys that include the symbol sort without lookups, and order equal counts.
    var leaves: [UInt64] = []
    leaves.reserveCapacity(counts.count)
    for (symbol, count) in counts.enumerated() where count > 0 {
      leaves.append(UInt64(count) << 16 | UInt64(symbol))
    }
    guard leaves.count > 2 else {
      let used = leaves.map { Int($0 & 0xFFFF) }
      let spare = counts.indices.filter { counts[$0] == 0 }.prefix(2 - used.count)
      for symbol in used + spare { lengths[symbol] = 1 }
      return lengths
    }
    leaves.sort()
    let weights = leaves.map { Int($0 >> 16) }
    var depths = depths(of: weights)
    // The rarest symbol is the deepest.
    if depths[0] > limit { depths = self.depths(of: weights, limit: limit) }
    for (leaf, depth) in zip(leaves, depths) {
      lengths[Int(leaf & 0xFFFF)] = UInt8(truncatingIfNeeded: depth)
    }
    return lengths
  }

  /// Returns the depth of each weight in the Huffman tree; weights are sorted, the smallest first.
  ///
  /// The in-place algorithm of Moffat and Katajainen: places hold weights, then the sums of pairs
  /// until each becomes part of another, whose index replaces it, and at last depths.
  private static func depths(of weights: [Int]) -> [Int] {
    var all = weights
    var places = all.mutableSpan
    let last = places.count - 1
    var (leaf, pair) = (0, 0)
    for parent in 0..<last {
      var sum = 0
      for _ in 0..<2 {
        if leaf > last || pair < parent && places[pair] < places[leaf] {
          sum += places[pair]
          places[pair] = parent
          pair += 1
        } else {
          sum += places[leaf]
          leaf += 1
        }
      }
      places[parent] = sum
    }
    places[last - 1] = 0
    for pair in (0..<last - 1).reversed() { places[pair] = places[places[pair]] + 1 }
    // Of the nodes at each depth those that are not pairs are leaves.
    var (depth, free, next) = (0, 1, last)
    pair = last - 1
    while free > 0 {
      var pairs = 0
      while pair >= 0, places[pair] == depth { (pairs, pair) = (pairs + 1, pair - 1) }
      for _ in pairs..<free { (places[next], next) = (depth, next - 1) }
      (depth, free) = (depth + 1, 2 * pairs)
    }
    return all
  }

  /// Returns the depth of each weight in a tree of limited depth, by the package-merge algorithm.
  private static func depths(of weights: [Int], limit: Int) -> [Int] {
    // Per level the number of weights up to each item; other items are pairs of the level below.
    var levels: [[Int]] = []
    var items: [Int] = []
    for _ in 0..<limit {
      let pairs = stride(from: 1, to: items.count, by: 2).map { items[$0 - 1] + items[$0] }
      var (leaf, pair) = (0, 0)
      items = []
      levels.append([])
      while leaf < weights.count || pair < pairs.count {
        let sum = pair < pairs.count ? pairs[pair] : .max
        if leaf < weights.count, weights[leaf] <= sum {
          items.append(weights[leaf])
          leaf += 1
        } else {
          items.append(sum)
          pair += 1
        }
        levels[levels.count - 1].append(leaf)
      }
    }
    var depths = [Int](repeating: 0, count: weights.count)
    var taken = 2 * weights.count - 2
    for leaves in levels.reversed() where taken > 0 {
      let taking = leaves[taken - 1]
      for leaf in 0..<taking { depths[leaf] += 1 }
      taken = 2 * (taken - taking)
    }
    return depths
  }
}
