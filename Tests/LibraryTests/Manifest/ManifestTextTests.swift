import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbLibrary

@Suite struct `Manifest text` {
  /// Returns ranges as entries have them: of any length up to 1,500 bytes, with a comma and a newline
  /// between them.
  private func entryRanges(in text: [UInt8]) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var start = 0
    while start < text.count {
      let length = 1 + (start &* 7919) % 1500
      let end = min(text.count, start + length)
      ranges.append(start..<end)
      start = end + 2
    }
    return ranges
  }

  @Test func `ranges of the last manifest are read in any order`() throws {
    let tree = try TemporaryTree()
    // The bytes repeat after 4 GiB only: with a short period, those at a wrong offset could be
    // equal.
    let text = (0..<200_000).map { UInt8(truncatingIfNeeded: ($0 &* 2_654_435_761) >> 24) }
    try tree.write("manifest.json", bytes: text)
    let path = tree.path.appending("manifest.json")
    let manifest = StoredManifest(path, try Folder(at: "/").status(of: path).identity)

    // A run reads in the order of paths, and skips what has changed; backwards nobody reads, but a
    // reader that kept its position from one call to the next would show.
    let inOrder = entryRanges(in: text)
    let someOfThem = inOrder.filter { $0.lowerBound % 3 > 0 }
    for range in inOrder + inOrder.reversed() + someOfThem {
      #expect(try manifest.bytes(range) == Array(text[range]))
    }

    // One byte more than there are, as if the file had been cut since the ledger named the range.
    #expect(throws: SystemFailure.self) { try manifest.bytes(199_000..<200_001) }
  }
}
