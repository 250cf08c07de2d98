import TestSupport
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbOptions

/// Tests how long recordings have waited that change again and again.
@Suite struct `Recordings that wait` {
  private func listing(_ tree: TemporaryTree, at roots: [RawPath]? = nil) throws -> LibraryListing {
    try LibraryListing(
      ScanPaths(ScanOptions(library: tree.path.bytes)),
      rules: Crawl.Rules(roots: roots.map(CrawlRoots.init)),
      after: nil,
      minimumAge: 3600,
      interruption: Interruption(),
      progress: { _ in }
    )
  }

  @Test func `one that has waited for a day is named once a day`() throws {
    let tree = try TemporaryTree()
    try tree.write("a.mp3", text: "x")
    let path = StableHash.of(Array("a.mp3".utf8))
    let listing = try listing(tree)
    #expect(listing.files.count == 0)

    let first = listing.waitingTimes(after: [:], now: 1000)
    #expect(first.times == [path: 1000])
    #expect(first.overdue.isEmpty)
    let almost = listing.waitingTimes(after: first.times, now: 1000 + 86_399)
    #expect(almost.times == [path: 1000])
    #expect(almost.overdue.isEmpty)
    let due = listing.waitingTimes(after: almost.times, now: 1000 + 86_400)
    #expect(due.times == [path: 87_400])
    #expect(due.overdue == ["a.mp3"])
    #expect(listing.waitingTimes(after: due.times, now: 87_401).overdue.isEmpty)
    // A clock that was set back makes nothing wait for longer.
    #expect(listing.waitingTimes(after: [path: 9000], now: 1000).times == [path: 1000])
  }

  @Test func `one that no longer waits is forgotten, and one that was not looked at is not`() throws
  {
    let tree = try TemporaryTree()
    try tree.write("old.mp3", text: "x")
    try tree.setTime("old.mp3", seconds: 1_000_000_000, nanoseconds: 0)
    try tree.write("young.mp3", text: "x")
    let gone = StableHash.of(Array("gone.mp3".utf8))
    let young = StableHash.of(Array("young.mp3".utf8))
    let past: [UInt64: Int64] = [gone: 5, young: 6]
    #expect(try listing(tree).waitingTimes(after: past, now: 7).times[gone] == nil)
    let ofList = try listing(tree, at: ["young.mp3"]).waitingTimes(after: past, now: 7)
    #expect(ofList.times == [gone: 5, young: 6])
  }
}
