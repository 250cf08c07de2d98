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
    let weights = leaves.map { $0 >> 16 }
    var depths = depths(of: weights)
    // The rarest symbol is the deepest.
    if depths[0] > limit { depths = self.depths(of: weights, limit: limit) }
    for (leaf, depth) in zip(leaves, depths) { lengths[Int(leaf & 0xFFFF)] = depth }
    return lengths
  }

  /// Returns the depth of each weight in the Huffman tree; weights are sorted, the smallest first.
  private static func depths(of weights: [UInt64]) -> [UInt8] {
    let count = weights.count
    var sums: [UInt64] = []
    sums.reserveCapacity(count)
    // For each leaf, then for each pair, the index of the pair that contains it.
    var parents = [Int](repeating: 0, count: 2 * count)
    var (leaf, pair) = (0, 0)
    for parent in 0..<count - 1 {
      var sum: UInt64 = 0
      for _ in 0..<2 {
        if leaf < count, pair >= parent || weights[leaf] <= sums[pair] {
          sum += weights[leaf]
          parents[leaf] = parent
          leaf += 1
        } else {
          sum += sums[pair]
          parents[count + pair] = parent
          pair += 1
        }
      }
      sums.append(sum)
    }
    var depths = [UInt8](repeating: 0, count: count)
    var pairDepths = [UInt8](repeating: 0, count: count)
    for pair in (0..<count - 2).reversed() {
      pairDepths[pair] = pairDepths[parents[count + pair]] + 1
    }
    for leaf in 0..<count { depths[leaf] = pairDepths[parents[leaf]] + 1 }
    return depths
  }

  /// Returns the depth of each weight in a tree of limited depth, by the package-merge algorithm.
  private static func depths(of weights: [UInt64], limit: Int) -> [UInt8] {
    // Per level the number of weights up to each item; other items are pairs of the level below.
    var levels: [[Int]] = []
    var items: [UInt64] = []
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
    var depths = [UInt8](repeating: 0, count: weights.count)
    var taken = 2 * weights.count - 2
    for leaves in levels.reversed() where taken > 0 {
      let taking = leaves[taken - 1]
      for leaf in 0..<taking { depths[leaf] += 1 }
      taken = 2 * (taken - taking)
    }
    return depths
  }
}
