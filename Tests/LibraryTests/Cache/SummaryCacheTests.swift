import Glibc
import TestSupport
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary

@Suite struct `The summary cache` {
  // What a file of the cache takes, whatever its length: entries here are a few bytes.
  private static let block: Int64 = 4096

  private let tree: TemporaryTree
  private let folder: CacheFolder

  init() throws {
    tree = try TemporaryTree()
    folder = try CacheFolder(at: tree.path)
  }

  @Test func `the cache returns stored summaries, also in the next run`() throws {
    // A folder that does not exist yet.
    let folder = try CacheFolder(at: tree.path.appending("a/cache"))
    let cache = SummaryCache(folder)
    #expect(cache.entry(for: key(1)) == nil)
    #expect(cache.add([1, 2, 3], for: key(1)))
    // An empty entry is not a missing one.
    #expect(cache.add([], for: key(2)))

    let next = SummaryCache(try CacheFolder(at: tree.path.appending("a/cache")))
    #expect(next.entry(for: key(1)) == [1, 2, 3])
    #expect(next.entry(for: key(2)) == [])
    #expect(next.entry(for: key(3)) == nil)
    #expect(next.failure == nil)
    #expect(folder.totals().summaries == 2)
  }

  @Test func `the cache distinguishes measuring settings`() {
    let cache = SummaryCache(folder)
    cache.add([1], for: key(1, settings: "mix"))
    #expect(cache.entry(for: key(1, settings: "mix")) == [1])
    // One content that is measured in another way.
    #expect(cache.entry(for: key(1, settings: "split")) == nil)
  }

  @Test func `a damaged cache entry counts as missing`() throws {
    let cache = SummaryCache(folder)
    cache.add(Array(0..<100), for: key(1))
    let path = key(1).path
    let whole = try tree.read(path)
    for offset in whole.indices {
      var damaged = whole
      damaged[offset] ^= 1
      try tree.write(path, bytes: damaged)
      #expect(cache.entry(for: key(1)) == nil)
    }
    // What a full disk or a crash leaves of a file: around the head, which has 32 bytes.
    for length in [0, 1, 31, 32, 33, whole.count - 1] {
      try tree.write(path, bytes: Array(whole[..<length]))
      #expect(cache.entry(for: key(1)) == nil)
    }

    try tree.write(path, bytes: whole + [0])
    #expect(cache.entry(for: key(1)) == nil)

    // A whole entry under the name of another one would be the picture of another recording.
    try tree.write(key(2).path, bytes: whole)
    #expect(cache.entry(for: key(2)) == nil)
    #expect(cache.add(Array(0..<100), for: key(1)))
    #expect(cache.entry(for: key(1)) == Array(0..<100)[...])
  }

  @Test func `the cache evicts the least recently used summaries`() throws {
    let first = SummaryCache(folder, budget: 12 * Self.block)
    for number in 0..<12 {
      #expect(first.add([1], for: key(number)))
      try tree.setTime(key(number).path, seconds: 1000 + number)
    }

    // The oldest is used by the second run, and so the next one goes.
    let second = SummaryCache(folder, budget: 12 * Self.block)
    #expect(second.entry(for: key(0)) == [1])
    #expect(second.add([1], for: key(100)))
    #expect(second.entry(for: key(0)) == [1])
    #expect(second.entry(for: key(100)) == [1])
    #expect(second.entry(for: key(1)) == nil)
    #expect(second.entry(for: key(11)) == [1])
    #expect(folder.totals().bytes <= 12 * Self.block)
    #expect(second.failure == nil)
  }

  @Test func `the cache keeps summaries of the same run, and reports that it is full`() {
    // A run that is larger than the budget would otherwise evict its own entries one after the
    // other, and list the cache for each.
    let cache = SummaryCache(folder, budget: 4 * Self.block)
    for number in 0..<4 {
      #expect(cache.add([1], for: key(number)))
    }

    #expect(!cache.add([1], for: key(4)))
    #expect(cache.failure == .full(budget: 4 * Self.block))
    for number in 0..<4 {
      #expect(cache.entry(for: key(number)) == [1])
    }

    #expect(folder.totals().bytes == 4 * Self.block)
  }

  @Test func `the cache reserves space for sightings`() throws {
    let cache = SummaryCache(folder, budget: 8 * Self.block, expectingFiles: 10)
    for number in 0..<8 {
      cache.add([1], for: key(number))
    }
    // Seven blocks are full; the eighth is kept for what saves the next run a look at every file.
    #expect(cache.failure == .full(budget: 8 * Self.block))
    #expect(cache.keep(sightings, of: sightingsKey))
    #expect(cache.failure == .full(budget: 8 * Self.block))
    #expect(folder.totals() == (summaries: 7, bytes: 8 * Self.block))
    #expect(SightingsFile.load(sightingsKey, from: folder)?.count == 0)

    // Those of another output of the same library.
    let other = Sightings.Key(
      library: ContentDigest(high: 8, low: 9),
      output: "/other",
      ledger: ".wavethumb-ledger"
    )
    #expect(SightingsFile.load(other, from: folder) == nil)
  }

  @Test func `concurrent runs that exceed the budget are trimmed at their end`() throws {
    let budget = 64 * Self.block
    for number in 0..<63 {
      try folder.write(BytePieces([1]), to: key(number).path)
      try tree.setTime(key(number).path, seconds: 1000 + number)
    }
    let runs = (0..<2).map { _ in SummaryCache(folder, budget: budget) }
    for (number, run) in runs.enumerated() {
      #expect(run.add([1], for: key(100 + 2 * number)))
      #expect(run.add([1], for: key(101 + 2 * number)))
    }

    // Neither has added more than a thirty-second of the budget, after which it would list the
    // cache.
    #expect(folder.totals().bytes == 67 * Self.block)
    for run in runs {
      run.sweep()
    }
    // Nine tenths of the budget, 57.6 blocks: the next run has room before it must list the cache
    // again.
    #expect(folder.totals().bytes == 57 * Self.block)

    // The ten oldest are gone, and none of what the two runs have added.
    for number in 100..<104 {
      #expect(tree.exists(key(number).path))
    }
    #expect(!tree.exists(key(9).path))
    #expect(tree.exists(key(10).path))
  }

  @Test func `the cache writes nothing if nothing is added`() throws {
    let cache = SummaryCache(folder)
    #expect(cache.entry(for: key(1)) == nil)
    #expect(try tree.names() == [])
  }

  @Test func `the cache tolerates the removal of its folder`() throws {
    let cache = SummaryCache(try CacheFolder(at: tree.path.appending("cache")))
    try tree.folder.removeFolder("cache")
    #expect(!cache.add([1], for: key(1)))
    guard case .failed(let failure) = cache.failure else {
      Issue.record("no failure")
      return
    }
    #expect(failure.errno == ENOENT)
    #expect(cache.entry(for: key(1)) == nil)
  }

  @Test func `the cache is shared by many processes`() async throws {
    let cache = SummaryCache(folder)
    await withTaskGroup { group in
      for number in 0..<64 {
        // Each has an entry of its own, and writes one of eight that others write at the same time.
        let one = key(number)
        let other = key(number % 8)
        group.addTask {
          cache.add([UInt8(number)], for: one)
          cache.add([7], for: other)
          _ = cache.entry(for: other)
        }
      }
    }
    for number in 8..<64 {
      #expect(cache.entry(for: key(number)) == [UInt8(number)])
    }
    // Each file was renamed into place.
    #expect(try tree.names("temporary") == [])
  }

  @Test func `pruning and clearing the cache keeps files of other programs`() throws {
    let cache = SummaryCache(folder)
    for number in 0..<5 {
      cache.add([1], for: key(number))
      try tree.setTime(key(number).path, seconds: 1000 + number)
    }
    cache.keep(sightings, of: sightingsKey)
    let mine = key(0).path.parent.appending("mine.sum")
    try tree.write(mine, text: "mine")
    try tree.write("notes.txt", text: "mine")
    // Of a process of another machine that was killed more than a day ago.
    let leftover: RawPath = "temporary/.wavethumb-00000000-1-1-1.tmp"
    try tree.write(leftover)
    try tree.setTime(leftover, seconds: 1000)

    // Two summaries and the sightings, which go last: without them, a run reads every recording.
    folder.prune(to: 3 * Self.block)
    #expect(folder.totals() == (summaries: 2, bytes: 3 * Self.block))
    #expect(cache.entry(for: key(4)) == [1])
    #expect(try tree.names("temporary") == [])

    folder.clear()
    #expect(folder.totals() == (summaries: 0, bytes: 0))
    // CACHEDIR.TAG stays: without it the remaining files would count as a foreign folder.
    #expect(try tree.names() == ["CACHEDIR.TAG", "notes.txt", "summaries-2"])
    #expect(tree.exists(mine))
  }

  // In a process of its own, since the environment is that of all tests.
  @Test func `the cache is found by XDG_CACHE_HOME, home or password file`() async {
    await #expect(processExitsWith: .success) {
      unsafe setenv("XDG_CACHE_HOME", "/x", 1)
      try #require(CacheFolder.standardPath == "/x/wavethumb")
      // The specification of XDG ignores a relative path.
      unsafe setenv("XDG_CACHE_HOME", "relative", 1)
      unsafe setenv("HOME", "/home/me", 1)
      try #require(CacheFolder.standardPath == "/home/me/.cache/wavethumb")
      unsafe unsetenv("HOME")
      unsafe unsetenv("XDG_CACHE_HOME")
      try #require(
        CacheFolder.standardPath
          == Environment.homeByPasswordFile?.appending(".cache/wavethumb")
      )
    }
  }

  @Test func `the cache reads only its own file names`() {
    // Anything else in the folder is somebody's file, and is never deleted. G is no digit, no dash,
    // and not of the ending.
    let own = key(7).name
    #expect(SummaryKey(name: own.bytes) == key(7))
    for offset in own.bytes.indices {
      var other = own.bytes
      other[offset] = UInt8(ascii: "G")
      #expect(SummaryKey(name: other) == nil)
    }
    #expect(SummaryKey(name: own.bytes.dropLast()) == nil)
  }

  private let sightingsKey = Sightings.Key(
    library: ContentDigest(high: 8, low: 9),
    output: "/out",
    ledger: ".wavethumb-ledger"
  )

  private var sightings: BytePieces {
    let facts = Sightings.Facts(
      ledger: ContentDigest(high: 1, low: 2),
      manifest: nil,
      hasNoLeftovers: true
    )
    return SightingsBuilder(sightingsKey).encoded(facts)
  }

  private func key(_ number: Int, settings: String = "") -> SummaryKey {
    // The golden ratio spreads the numbers over all folders of the cache.
    let high = UInt64(number) &* 0x9E37_79B9_7F4A_7C15
    return SummaryKey(
      digest: ContentDigest(high: high, low: UInt64(number)),
      settings: Array(settings.utf8)
    )
  }
}
