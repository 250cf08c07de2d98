import TestSupport
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary

@Suite struct `The size of a cache` {
  // What the shortest file takes, as `CacheInventory.footprint` counts it.
  private static let block: Int64 = 4096

  private let tree: TemporaryTree
  private let folder: CacheFolder

  init() throws {
    tree = try TemporaryTree()
    folder = try CacheFolder(at: tree.path)
  }

  @Test func `a run lists the cache after each thirty-second of its budget`() throws {
    try fill(with: 0..<20)
    var level = CacheLevel(of: folder, budget: 32 * Self.block)
    func addBlock(within limit: Int64) -> Bool {
      // All entries are spared, so that nothing makes room.
      level.add(Self.block, within: limit * Self.block) { _ in true }
    }
    // A thirty-second of the budget is one block: so far it does not know of the other entries.
    #expect(addBlock(within: 20))
    // The second block exceeds that. Now it has listed the cache, which is full with twenty.
    #expect(!addBlock(within: 20))
    #expect(addBlock(within: 21))
    #expect(!addBlock(within: 20))
  }

  @Test func `a run removes the least recently used entries that are not in use`() throws {
    try fill(with: 0..<20)
    for number in 0..<20 {
      try tree.setTime(key(UInt64(number)).path, seconds: 1000 + number)
    }
    var level = CacheLevel(of: folder, budget: 20 * Self.block)

    let spared = key(0)
    #expect(level.add(Self.block, within: 20 * Self.block) { $0.summary == spared })
    // Two go for a tenth of the budget, and one for the new file: 1, 2 and 3, as 0 is in use.
    #expect(folder.totals() == (summaries: 17, bytes: 17 * Self.block))
    #expect(tree.exists(key(0).path))
    #expect(!tree.exists(key(3).path))
    #expect(tree.exists(key(4).path))
  }

  @Test func `files of any size overflow no sum`() {
    // A sparse file has any size, and anybody may put one into the cache. It is not rounded up to a
    // block, and sums stay at the end of their range.
    let huge = CacheInventory.footprint(.max)
    #expect(huge == .max)
    #expect(huge.addingClamped(huge) == .max)
    #expect(Int64.min.addingClamped(-1) == .min)
    var level = CacheLevel(of: folder, budget: .max)
    #expect(level.add(.max, within: .max) { _ in true })
    #expect(level.add(-.max, within: .max) { _ in true })
    #expect(!level.add(1, within: 0) { _ in true })
  }

  @Test func `entries removed while counting hide no others`() throws {
    // Enough that a count lasts while others are removed. A listing that ends where a name has gone
    // would count too few, and a run would exceed its budget.
    let keys = (0..<2000).map { key($0) }
    for key in keys {
      try folder.write(BytePieces([1]), to: key.path)
    }

    // A thread of its own: a task would wait for one of the pool's threads, which may all be
    // counting.
    let isRemoved = Locked(false)
    startThread {
      for number in stride(from: 0, to: keys.count, by: 2) {
        folder.remove(keys[number].path)
      }
      isRemoved.withLock { $0 = true }
    }
    var fewest = Int64.max
    var isLastCount = false
    while !isLastCount {
      // Asked before the count, so that the last one begins when all are removed.
      isLastCount = isRemoved.withLock(\.self)
      fewest = min(fewest, CacheInventory(of: folder).bytes)
    }
    // No count may have less than what is left in the end.
    #expect(fewest == Int64(keys.count / 2) * Self.block)
  }

  /// Adds an entry of one block for each number.
  private func fill(with numbers: Range<Int>) throws {
    for number in numbers {
      try folder.write(BytePieces([1]), to: key(UInt64(number)).path)
    }
  }

  private func key(_ number: UInt64) -> SummaryKey {
    SummaryKey(digest: ContentDigest(high: 1, low: number), settings: [7])
  }
}
