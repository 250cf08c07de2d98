import TestSupport
import Testing
import WavethumbSystem

@testable import WavethumbLibrary

@Suite struct `Manifest text` {
  @Test func `ranges of the last manifest are read in any order`() throws {
    let tree = try TemporaryTree()
    let text = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 8) }
    try tree.write("manifest.json", bytes: text)
    let path = tree.path.appending("manifest.json")
    let manifest = ManifestText(path, try Folder(at: "/").status(of: path).identity)
    // Entries are consecutive, separated by a comma and a newline.
    var start = 0
    var ranges: [Range<Int>] = []
    while start < text.count {
      let end = min(text.count, start + 1 + (start &* 7919) % 1500)
      ranges.append(start..<end)
      start = end + 2
    }
    for range in ranges {
      #expect(try manifest.bytes(range) == Array(text[range]))
    }
    for range in ranges.reversed() {
      #expect(try manifest.bytes(range) == Array(text[range]))
    }
    for range in ranges.filter({ $0.lowerBound % 3 > 0 }) {
      #expect(try manifest.bytes(range) == Array(text[range]))
    }

    #expect(throws: SystemFailure.self) { try manifest.bytes(199_000..<200_001) }
  }
}
