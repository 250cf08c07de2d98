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
    #expect(one.add(10 * Self.block, within: 40 * Self.block))
    #expect(other.add(20 * Self.block, within: 40 * Self.block))
    #expect(!one.add(11 * Self.block, within: 40 * Self.block))
    #expect(one.add(10 * Self.block, within: 40 * Self.block))
    #expect(!other.add(1, within: 40 * Self.block))
    #expect(one.add(-Self.block, within: 40 * Self.block))
    #expect(other.add(Self.block, within: 40 * Self.block))
  }

  @Test func `many threads and runs never exceed the limit together`() async throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    let added = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          var level = CacheLevel(of: folder)
          return (0..<100).count { _ in level.add(Self.block, within: 700 * Self.block) }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(added == 700)
    #expect(try tree.read("usage") == Array("\(700 * Self.block)\n".utf8))
  }

  @Test func `entries are counted without the file, and at eviction`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    for number in 0..<3 {
      try folder.write([[UInt8](repeating: 1, count: 40 * 4096)], to: key(UInt64(number)).path)
    }
    var level = CacheLevel(of: folder)
    #expect(!level.add(Self.block, within: 120 * Self.block))
    #expect(level.add(Self.block, within: 121 * Self.block))
    #expect(level.evict(downTo: 120 * Self.block) == 120 * Self.block)
    #expect(level.evict(downTo: 80 * Self.block) == 80 * Self.block)
    #expect(level.add(Self.block, within: 81 * Self.block))
    try tree.folder.removeFile("usage")
    #expect(level.add(Self.block, within: 81 * Self.block))
    #expect(!level.add(Self.block, within: 81 * Self.block))
  }

  @Test func `a shorter number is read without the end of a longer one`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    var level = CacheLevel(of: folder)
    #expect(level.add(10_000, within: .max))
    #expect(level.add(-9000, within: .max))
    #expect(!level.add(1, within: 1000))
    #expect(level.add(8999, within: 10_000 - 1))
    #expect(!level.add(1, within: 10_000 - 1))
  }

  @Test(arguments: ["mine\n", "42 \n", "1234567890123456789012345678901234567890\n"])
  func `a file of the user is not changed, and the run counts for itself`(text: String) throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    try tree.write("usage", text)
    var level = CacheLevel(of: folder)
    #expect(level.add(10 * Self.block, within: 15 * Self.block))
    #expect(!level.add(10 * Self.block, within: 15 * Self.block))
    #expect(level.add(5 * Self.block, within: 15 * Self.block))
    #expect(try tree.read("usage") == Array(text.utf8))
  }

  @Test func `entries removed while counting hide no others`() async throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    let keys = (0..<2000).map { key($0) }
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

  private func key(_ number: UInt64) -> SummaryKey {
    SummaryKey(digest: ContentDigest(high: 1, low: number), size: 1000, settings: [7])
  }
}
