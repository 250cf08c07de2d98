import Bytes
package import System

/// The recordings of the last run by path, with everything needed to detect changes. The bytes of
/// the file are read in place.
///
/// If the file is missing or damaged, the index is rebuilt from the manifest. It is a class because
/// it is passed on for every recording, and each copy would retain ten arrays.
package final class ScanIndex: Sendable {
  package let key: ScanIndexKey
  package let count: Int
  /// The tables that the records refer to.
  package let tables: RecordTables
  package let bytes: [UInt8]

  private let firstRecord: Int
  /// Where every 32nd path is in `bytes`.
  private let blocks: [Int]

  /// Creates an index from the bytes of `ScanIndexBuilder`; nil if they are damaged.
  package init?(_ bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    do {
      guard try reader.take(ScanIndexLayout.mark.count) == ScanIndexLayout.mark[...],
        try reader.integer() == Self.checksum(bytes)
      else { return nil }
      let numbers: [UInt64] = bytes.numbers(in: try reader.take(6 * 8).indices)
      let counts = numbers.map { Int(clamping: $0) }
      guard counts.allSatisfy({ $0 <= bytes.count }),
        let key = ScanIndexKey(encoded: try reader.take(counts[0]))
      else { return nil }
      self.key = key
      self.bytes = bytes
      count = counts[1]
      firstRecord = try reader.take(count * PackedRecord.length).startIndex
      let sizes: [UInt32] = bytes.numbers(in: try reader.take(counts[2] * 4).indices)
      let devices: [UInt64] = bytes.numbers(in: try reader.take(counts[3] * 8).indices)
      let problems = ScanIndexLayout.problems(in: Array(try reader.take(counts[4])))
      guard let problems else { return nil }
      tables = RecordTables(sizes: sizes, devices: devices, problems: problems)
      let blockCount = (count + ScanIndexLayout.pathsInBlock - 1) / ScanIndexLayout.pathsInBlock
      let offsets: [UInt64] = bytes.numbers(in: try reader.take(blockCount * 8).indices)
      let paths = try reader.take(counts[5])
      blocks = offsets.map { paths.startIndex + Int(min($0, UInt64(paths.count))) }
      try reader.finish()
    } catch {
      return nil
    }
  }

  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var hash = StableHash(seed: 1)
    hash.add(bytes, (ScanIndexLayout.mark.count + 8)..<bytes.count)
    return hash.value
  }

  package subscript(place: Int) -> PackedRecord {
    precondition(place >= 0 && place < count)
    return PackedRecord(bytes, at: firstRecord + place * PackedRecord.length)
  }

  /// Calls `body` with the path and the record of each recording in turn, until it returns false.
  package func forEach(_ body: (RawPath, PackedRecord) -> Bool) {
    var walk = ScanIndexPaths(startingAt: 0, of: self)
    while walk.advance(), body(RawPath(bytes: walk.path), self[walk.index]) {}
  }

  /// Returns the path of a file; to read all paths in order, a walk is faster.
  package func path(_ index: Int) -> RawPath {
    var walk = ScanIndexPaths(startingAt: index / ScanIndexLayout.pathsInBlock, of: self)
    for _ in 0...(index % ScanIndexLayout.pathsInBlock) where !walk.advance() {
      break
    }
    return RawPath(bytes: walk.path)
  }

  /// Finds a path by binary search; for sorted paths a walk is faster.
  package func index(of path: RawPath) -> Int? {
    var low = 0
    var high = blocks.count
    while high - low > 1 {
      let middle = (low + high) / 2
      let isBefore = path < self.path(middle * ScanIndexLayout.pathsInBlock)
      if isBefore {
        high = middle
      } else {
        low = middle
      }
    }
    var walk = ScanIndexPaths(startingAt: low, of: self)
    while walk.advance(), walk.index < (low + 1) * ScanIndexLayout.pathsInBlock {
      if walk.path == path.bytes { return walk.index }
    }
    return nil
  }

  /// Returns where the paths of a block begin in `bytes`; they end with the bytes.
  func start(ofBlock block: Int) -> Int { block < blocks.count ? blocks[block] : bytes.count }
}

extension [UInt8] {
  /// Reads the numbers that fill a range.
  fileprivate func numbers<Number: FixedWidthInteger & BitwiseCopyable>(
    in range: Range<Int>
  ) -> [Number] {
    stride(from: range.lowerBound, to: range.upperBound, by: MemoryLayout<Number>.size).map {
      number(at: $0)
    }
  }
}
