import TestSupport
import Testing

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `A part of a library` {
  @Test func `each path belongs to one part, independent of other paths`() {
    let paths = (0..<4000).map { number in
      Array("Show \(number % 40)/episode \(number).mp3".utf8)
    }
    for count in [1, 2, 3, 7, 16] {
      let shards = (1...count).compactMap { Shard($0, of: count) }
      for path in paths {
        #expect(shards.count { $0.owns(path) } == 1)
      }
      // A hash decides and no division, so that parts differ as by chance: of 16 parts with 250 paths on
      // average, the standard deviation is 15, and 125 are eight of them.
      let mean = 4000 / count
      for shard in shards {
        let size = paths.count(where: shard.owns)
        #expect(abs(size - mean) < mean / 10 + 100)
      }
    }
  }

  @Test func `a part has a label for file names`() {
    #expect(Shard(3, of: 16)?.label == "3-of-16")
    #expect(Shard(label: "3-of-16") == Shard(3, of: 16))
    // Cut names, numbers out of range, and other spellings of a part: a file of each would be one more
    // part 3 of 16.
    for wrong in ["", "3", "3-of", "0-of-4", "5-of-4", "03-of-16", "3-of-16-", "+3-of-16"] {
      #expect(Shard(label: wrong) == nil, "\(wrong)")
    }
    #expect(Shard(0, of: 3) == nil)
    #expect(Shard(1, of: 0) == nil)
    #expect(Shard(4, of: 3) == nil)
  }
}
