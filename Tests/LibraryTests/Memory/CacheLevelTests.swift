import Bytes
import System
import TestSupport
import Testing

@testable import Library

/// A run that adds to a cache, in blocks of 4 KiB.
private final class Run {
  private var level: CacheLevel

  init(in folder: CacheFolder) { level = CacheLevel(of: folder) }

  func adds(_ blocks: Int64, within limit: Int64) -> Bool {
    level.add(blocks * 4096, within: limit * 4096)
  }

  func evict(downTo blocks: Int64) -> Int64 { level.evict(downTo: blocks * 4096) / 4096 }
}

@Suite struct `The size of a cache` {
  @Test func `concurrent runs see what each adds to the cache`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    let (one, other) = (Run(in: folder), Run(in: folder))
    #expect(one.adds(10, within: 40))
    #expect(other.adds(20, within: 40))
    #expect(!one.adds(11, within: 40))
    #expect(one.adds(10, within: 40))
    #expect(!other.adds(1, within: 40))
    #expect(one.adds(-1, within: 40))
    #expect(other.adds(1, within: 40))
  }

  @Test func `many threads and runs never exceed the limit together`() async throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    let added = await withTaskGroup(of: Int.self) { group in
      for _ in 0..<16 {
        group.addTask {
          let run = Run(in: folder)
          return (0..<100).count { _ in run.adds(1, within: 700) }
        }
      }
      return await group.reduce(0, +)
    }
    #expect(added == 700)
    #expect(try tree.read("usage") == Array("\(700 * 4096)\n".utf8))
  }

  @Test func `entries are counted without the file, and at eviction`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    for number in 0..<3 {
      try folder.write([[UInt8](repeating: 1, count: 40 * 4096)], to: key(UInt64(number)).path)
    }
    let run = Run(in: folder)
    #expect(!run.adds(1, within: 120))
    #expect(run.adds(1, within: 121))
    #expect(run.evict(downTo: 120) == 120)
    #expect(run.evict(downTo: 80) == 80)
    #expect(run.adds(1, within: 81))
    try tree.folder.removeFile("usage")
    #expect(run.adds(1, within: 81))
    #expect(!run.adds(1, within: 81))
  }

  @Test func `a shorter number is read without the end of a longer one`() throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    let run = Run(in: folder)
    #expect(run.adds(300, within: 300))
    #expect(run.adds(-299, within: 300))
    #expect(try tree.read("usage") == Array("4096\n00\n".utf8))
    #expect(!run.adds(300, within: 300))
    #expect(run.adds(299, within: 300))
  }

  @Test(arguments: ["mine\n", "42 \n", "1234567890123456789012345678901234567890\n"])
  func `a file of the user is not changed, and the run counts for itself`(text: String) throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    try tree.write("usage", text)
    let run = Run(in: folder)
    #expect(run.adds(10, within: 15))
    #expect(!run.adds(10, within: 15))
    #expect(run.adds(5, within: 15))
    #expect(try tree.read("usage") == Array(text.utf8))
  }

  @Test func `entries removed while counting hide no others`() async throws {
    let tree = try TemporaryTree()
    let folder = try CacheFolder(at: tree.path)
    let keys = (0..<2000).map { key($0) }
    for key in keys { try folder.write([[1]], to: key.path) }
    let staying = Int64(keys.count / 2) * 4096
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
