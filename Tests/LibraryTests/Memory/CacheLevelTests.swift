import Bytes
import System
import TestSupport
import Testing

@testable import Library

@Suite struct `The size of a cache` {
  private static let block: Int64 = 4096

  @Test func `concurrent runs see what each adds to the cache`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    var (one, other) = (CacheLevel(of: folder), CacheLevel(of: folder))
    _ = (one.bytes(), other.bytes())
    one.add(10 * Self.block)
    other.add(20 * Self.block)
    #expect(one.bytes() >= 30 * Self.block)
    #expect(other.bytes() >= 30 * Self.block)
  }

  /// The run that ended had looked whether it was alone just before the other one began.
  @Test func `a run counts again after another ended as if alone`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    var early = CacheLevel(of: folder)
    _ = early.bytes()
    early.add(5 * Self.block)
    #expect(folder.removeGrowth())
    var late = CacheLevel(of: folder)
    _ = late.bytes()
    for number in 0..<3 {
      let key = SummaryKey(
        digest: ContentDigest(high: 1, low: UInt64(number)), size: 1000, settings: [7])
      try folder.write([[UInt8](repeating: 1, count: 40 * 4096)], to: key.path)
      late.add(40 * Self.block)
    }
    #expect(early.bytes() >= 120 * Self.block)
    early.add(50 * Self.block)
    #expect(late.bytes() >= 170 * Self.block)
    early.settle()
    late.settle()
    // Neither knows what the other has added: the next run counts.
    #expect(folder.top.fileSize(of: CacheFolder.usage) == nil)
  }

  @Test func `additions to a removed file are announced in the next`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    var early = CacheLevel(of: folder)
    _ = early.bytes()
    #expect(folder.removeGrowth())
    var late = CacheLevel(of: folder)
    _ = late.bytes()
    early.add(50 * Self.block)
    #expect(late.bytes() >= 50 * Self.block)
  }

  @Test func `of two starting runs, only the last may be alone`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    var (first, last) = (CacheLevel(of: folder), CacheLevel(of: folder))
    _ = (first.bytes(), last.bytes())
    first.settle()
    #expect(folder.top.fileSize(of: CacheFolder.growth) != nil)
    #expect(folder.top.fileSize(of: CacheFolder.usage) == nil)
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

  @Test func `a run that was alone leaves the usage file only`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    var level = CacheLevel(of: folder)
    _ = level.bytes()
    level.add(5 * Self.block)
    level.settle()
    #expect(folder.top.fileSize(of: CacheFolder.growth) == nil)
    #expect(folder.top.fileSize(of: CacheFolder.usage) != nil)
  }
}
