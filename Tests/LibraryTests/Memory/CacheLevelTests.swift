import Bytes
import System
import TestSupport
import Testing

@testable import Library

@Suite struct `The size of a cache` {
  private static let block: Int64 = 4096

  @Test func `a run counts again after it has added a part of the budget`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    var level = CacheLevel(of: folder, budget: 64 << 20)
    #expect(level.bytes() == 0)
    let key = SummaryKey(digest: ContentDigest(high: 1, low: 2), size: 1000, settings: [7])
    try folder.write([[UInt8](repeating: 1, count: 40 * 4096)], to: key.path)
    level.add(2 << 20 - 1)
    #expect(level.bytes() == 2 << 20 - 1)
    level.add(1)
    #expect(level.bytes() == 40 * Self.block)
  }

  @Test func `entries removed while counting hide no others`() async throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    let keys = (0..<2000).map { number in
      SummaryKey(digest: ContentDigest(high: 1, low: number), size: 1000, settings: [7])
    }
    for key in keys { try folder.write([[1]], to: key.path) }
    let staying = Int64(keys.count / 2) * Self.block
    async let removal: Void = {
      for number in stride(from: 0, to: keys.count, by: 2) { folder.remove(keys[number].path) }
    }()
    var least = Int64.max
    repeat { least = min(least, CacheInventory(of: folder).bytes) } while least > staying
    await removal
    #expect(least == staying)
  }
}
