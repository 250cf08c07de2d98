import Bytes
package import System

/// The recordings of the last run by path, with everything needed to detect changes. The bytes of
/// the file are read in place.
///
/// If the file is missing or damaged, the index is rebuilt from the manifest.
package struct ScanIndex: Sendable {
  package let key: ScanIndexKey
  package let count: Int

  private let bytes: [UInt8]
  private let parts: ScanIndexLayout.Parts
  private let problems: [ManifestProblem]

  /// Creates an index from the bytes of `ScanIndexBuilder`; nil if they are damaged.
  package init?(_ bytes: [UInt8]) {
    guard let parts = ScanIndexLayout.Parts(bytes),
      bytes.number(at: ScanIndexLayout.mark.count, as: UInt64.self) == Self.checksum(bytes),
      let problems = ScanIndexLayout.problems(in: Array(bytes[parts.problems]))
    else { return nil }
    do {
      var reader = ByteReader(bytes[parts.key])
      key = try ScanIndexKey(from: &reader)
      try reader.finish()
    } catch {
      return nil
    }
    (self.bytes, self.parts, self.problems) = (bytes, parts, problems)
    count = parts.records.count / PackedRecord.length
  }

  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var hash = StableHash(seed: 1)
    hash.add(bytes, (ScanIndexLayout.mark.count + 8)..<bytes.count)
    return hash.value
  }

  package subscript(place: Int) -> PackedRecord {
    precondition(place >= 0 && place < count)
    return PackedRecord(bytes, at: parts.records.lowerBound + place * PackedRecord.length)
  }

  /// Calls `body` with the path and the record of each recording in turn, until it returns false.
  package func forEach(_ body: (RawPath, PackedRecord) -> Bool) {
    var walk = ScanIndexPaths(startingAt: 0, of: self)
    while walk.advance() {
      guard body(RawPath(bytes: walk.path), self[walk.index]) else { return }
    }
  }

  /// Returns the path of a file; to read all paths in order, a walk is faster.
  package func path(_ index: Int) -> RawPath {
    var walk = ScanIndexPaths(startingAt: index / ScanIndexLayout.pathsInBlock, of: self)
    for _ in 0...(index % ScanIndexLayout.pathsInBlock) where !walk.advance() { break }
    return RawPath(bytes: walk.path)
  }

  /// Finds a path by binary search; for sorted paths a walk is faster.
  package func index(of path: RawPath) -> Int? {
    var (low, high) = (0, parts.blocks.count / 8)
    while high - low > 1 {
      let middle = (low + high) / 2
      let isBefore = path < self.path(middle * ScanIndexLayout.pathsInBlock)
      if isBefore { high = middle } else { low = middle }
    }
    var walk = ScanIndexPaths(startingAt: low, of: self)
    while walk.advance(), walk.index < (low + 1) * ScanIndexLayout.pathsInBlock {
      if walk.path == path.bytes { return walk.index }
    }
    return nil
  }

  /// Returns the range in `rawBytes` from the first path of a block to the end of all paths.
  func pathRange(ofBlock block: Int) -> Range<Int> {
    guard block < parts.blocks.count / 8 else {
      return parts.paths.upperBound..<parts.paths.upperBound
    }
    let offset: UInt64 = bytes.number(at: parts.blocks.lowerBound + block * 8)
    let start = parts.paths.lowerBound + Int(min(offset, UInt64(parts.paths.count)))
    return start..<parts.paths.upperBound
  }

  package var rawBytes: [UInt8] { bytes }
}

extension ScanIndex: RecordLookup {
  package func sizes(of record: PackedRecord) -> [UInt32] {
    let (first, count) = (Int(record.firstSize), Int(record.sizeCount))
    guard first + count <= parts.sizes.count / 4 else { return [] }
    return (first..<first + count).map { bytes.number(at: parts.sizes.lowerBound + $0 * 4) }
  }

  package func device(_ number: UInt16) -> UInt64 {
    guard Int(number) < parts.devices.count / 8 else { return 0 }
    return bytes.number(at: parts.devices.lowerBound + Int(number) * 8)
  }

  package func problem(_ number: UInt32) -> ManifestProblem? {
    number > 0 && number <= problems.count ? problems[Int(number) - 1] : nil
  }
}
