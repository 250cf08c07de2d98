import TestSupport
import Testing
import WavethumbBytes

@testable import WavethumbSystem

@Suite struct `A spool` {
  @Test(arguments: [0, 100, 1 << 20])
  func `returns what was added, from memory, file or both`(maximumInMemory: Int) throws {
    let tree = try TemporaryTree()
    let folder = try SpoolFolder(tree.folder)
    let spool = Spool(in: folder, maximumInMemory: maximumInMemory)
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

  @Test func `that holds no more in memory fails if no file is available`() throws {
    // A folder in which nothing can be created.
    let folder = try SpoolFolder(Folder(at: "/proc/self/fd"))
    let spool = Spool(in: folder, maximumInMemory: 10)
    let range = spool.append([1, 2, 3])
    #expect(try spool.bytes(range) == [1, 2, 3])
    for number in 0..<40 {
      spool.append([UInt8(number)])
    }
    // Bytes that were dropped count too, or the ranges of later ones would be wrong.
    #expect(spool.count == 43)
    #expect(throws: SystemFailure.self) { try spool.bytes(range) }
  }

  @Test func `goes on in memory without a file, or if it is to`() throws {
    // A folder in which nothing can be created.
    let folder = try SpoolFolder(Folder(at: "/proc/self/fd"))
    let spools = [
      Spool(in: folder, maximumInMemory: 10, goesOnInMemory: true),
      Spool(in: nil, maximumInMemory: 10),
    ]
    for spool in spools {
      let ranges = (0..<40).map { number in
        spool.append([1, 2, 3, UInt8(number)])
      }
      for (number, range) in ranges.enumerated() {
        #expect(try spool.bytes(range) == [1, 2, 3, UInt8(number)])
      }
    }
  }
}

@Suite struct `A window over a file` {
  // Without a period that divides the length of a buffer, so that a piece in the wrong place shows.
  private let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 3) }

  private func window(
    _ range: Range<Int>,
    length: Int = 64,
    isDigested: Bool = true
  ) -> ByteWindow {
    ByteWindow(of: range, length: length, isDigested: isDigested) { Array(bytes[$0]) }
  }

  // Shorter than what is asked for, of the same order, and longer than the whole range.
  @Test(arguments: [1, 7, 64, 9000])
  func `passes each byte once, whatever its length`(length: Int) throws {
    var window = window(100..<4900, length: length)
    var read: [UInt8] = []
    var count = 1
    while try window.fill(count) {
      read += window.buffer[window.position..<window.position + count]
      window.pass(count)
      // What was passed is dropped: a window that keeps it would hold the whole file in the end.
      #expect(window.buffer.count <= max(length, count) + count)
      // Of 1 to 90 bytes, less and more than a buffer.
      count = count % 90 + 1
    }

    let remaining = window.buffer.count - window.position
    #expect(read + window.buffer[window.position...] == Array(bytes[100..<4900]))
    let hasMore = try window.fill(remaining + 1)
    let hasRest = try window.fill(remaining)
    #expect(!hasMore)
    #expect(hasRest)
    // The digest is complete when all bytes have passed.
    #expect(remaining == 0 || window.digest == nil)

    window.pass(remaining)
    #expect(window.digest == ContentDigest(of: Array(bytes[100..<4900])))
  }

  @Test func `skips ahead, and never back`() throws {
    var window = window(0..<5000)
    var isFull = try window.fill(10)
    // Within the buffer of 64 bytes, at its end, and beyond it.
    for offset in [0, 3, 60, 64, 200, 4990] {
      let isThere = window.skip(to: offset)
      isFull = try window.fill(4)
      #expect(isThere)
      #expect(isFull)
      #expect(window.buffer[window.position..<window.position + 4] == bytes[offset..<offset + 4])
    }

    let skipsBack = window.skip(to: 4989)
    let skipsBeyondEnd = window.skip(to: 5001)
    let skipsToEnd = window.skip(to: 5000)
    #expect(!skipsBack)
    #expect(!skipsBeyondEnd)
    #expect(skipsToEnd)
    // What was skipped was not digested.
    #expect(window.digest == nil)
  }

  @Test func `throws if the file has become shorter`() throws {
    let tree = try TemporaryTree()
    // Half of what it had when it was opened, as if another program had cut it since.
    try tree.write("a", bytes: Array(bytes.prefix(1000)))
    let file = ReadableFile(try tree.folder.open("a"), size: 2000, at: "a")
    var window = ByteWindow(of: 0..<2000, length: 300, file.bytes)
    let isFull = try window.fill(300)
    #expect(isFull)
    window.pass(300)
    #expect(throws: SystemFailure.self) { try window.fill(1500) }
  }
}

@Suite struct `A sort in a spool` {
  @Test(arguments: [0, 50, 3000, 1 << 20])
  func `returns all strings in order, however few are sorted at once`(maximum: Int) throws {
    let tree = try TemporaryTree()
    // Of 0 to 22 bytes, some of them equal, and many that begin alike.
    let strings = (0..<2000).map { number in
      let length = number % 23
      return (0..<length).map { UInt8(truncatingIfNeeded: (number * 7919) >> ($0 % 11)) }
    }
    var numbers = SeededNumbers(seed: 1)
    // In files, or in memory alone.
    for folder in [try SpoolFolder(tree.folder), nil] {
      var sort = SpooledSort(in: folder, maximumInMemory: maximum)
      for string in strings.shuffled(using: &numbers) {
        sort.add(string)
      }
      var sorted: [[UInt8]] = []
      try sort.forEach { sorted.append($0) }
      #expect(sorted == strings.sorted { $0.lexicographicallyPrecedes($1) })
    }
    #expect(try tree.names() == [])
  }
}
