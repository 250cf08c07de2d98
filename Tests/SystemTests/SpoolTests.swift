import TestSupport
import Testing
import WavethumbBytes

@testable import WavethumbSystem

@Suite struct `A spool` {
  @Test(arguments: [0, 100, 1 << 20])
  func `returns what was added, from memory, file or both`(maximumInMemory: Int) throws {
    let tree = try TemporaryTree()
    let spool = try Spool(in: tree.folder, maximumInMemory: maximumInMemory)
    // Of 0 to 36 bytes, 5,334 in all: with 100 in memory, most are in the file and the last are not.
    let texts = (0..<300).map { number in
      [UInt8](repeating: UInt8(number & 255), count: number % 37)
    }
    let ranges = texts.map { spool.append($0) }
    for (range, text) in zip(ranges, texts).reversed() {
      #expect(try spool.bytes(range) == text)
    }

    let all = texts.flatMap(\.self)
    #expect(spool.count == all.count)
    for start in stride(from: 0, to: all.count, by: 97) {
      #expect(try spool.bytes(start..<all.count) == Array(all[start...]))
    }

    // The file has no name, so that a killed run leaves none.
    #expect(try tree.names() == [])
  }

  @Test func `goes on in memory without a file`() throws {
    // A folder in which nothing can be created.
    let spool = try Spool(in: Folder(at: "/proc/self/fd"), maximumInMemory: 10)
    let ranges = (0..<40).map { number in
      spool.append([1, 2, 3, UInt8(number)])
    }
    for (number, range) in ranges.enumerated() {
      #expect(try spool.bytes(range) == [1, 2, 3, UInt8(number)])
    }
  }
}
