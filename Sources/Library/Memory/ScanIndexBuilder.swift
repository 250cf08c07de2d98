import Bytes
package import System

/// Builds the index of a run from its recordings in the order of path bytes.
package struct ScanIndexBuilder: Sendable {
  // Each recording has a record, one size per picture, and the rest of its path.
  private static let mostOfRecording = PackedRecord.length + 24

  let key: ScanIndexKey
  private let headCount: Int
  package private(set) var count = 0
  /// The bytes so far, so that the index of a million recordings is never held twice.
  private var bytes: [UInt8]
  private var tables = RecordTables()
  private var blocks: [Int] = []
  private var paths: [UInt8] = []
  private var lastPath: [UInt8] = []

  package init(_ key: ScanIndexKey, expecting count: Int = 0) {
    self.key = key
    let encodedKey = key.encoded()
    headCount = encodedKey.count
    bytes = ScanIndexLayout.mark
    bytes.reserveCapacity(ScanIndexLayout.headLength + headCount + count * Self.mostOfRecording)
    // Room for the checksum and the counts, which are known at the end.
    bytes.append(contentsOf: repeatElement(0, count: ScanIndexLayout.headLength - bytes.count))
    bytes += encodedKey
  }

  /// Adds a recording with the place of its entry in the manifest; returns false if its path does
  /// not follow the previous ones.
  @discardableResult
  package mutating func append(
    _ record: PackedRecord, from lookup: RecordTables, _ path: RawPath, at entry: Range<Int>
  ) -> Bool {
    guard count == 0 || lastPath.lexicographicallyPrecedes(path.bytes) else { return false }
    addPath(path.bytes)
    var record = tables.adopt(record, from: lookup)
    record.entry = entry
    record.notes.remove(.kept)
    record.append(to: &bytes)
    count += 1
    return true
  }

  /// Returns the bytes that `ScanIndex` reads.
  package consuming func encoded() -> [UInt8] {
    let problems = ScanIndexLayout.text(of: tables.problems)
    // Without reserved capacity the array would double, and it may have hundreds of megabytes.
    bytes.reserveCapacity(
      bytes.count + tables.sizes.count * 4 + tables.devices.count * 8 + problems.count
        + blocks.count * 8 + paths.count)
    for size in tables.sizes {
      bytes.append(number: size)
    }
    for device in tables.devices {
      bytes.append(number: device)
    }
    bytes += problems
    for block in blocks {
      bytes.append(number: UInt64(block))
    }
    bytes += paths
    var counts: [UInt8] = []
    for count in [
      headCount, count, tables.sizes.count, tables.devices.count, problems.count, paths.count,
    ] {
      counts.append(number: UInt64(count))
    }
    let start = ScanIndexLayout.mark.count
    bytes.replaceSubrange(start + 8..<start + 8 + counts.count, with: counts)
    var sum: [UInt8] = []
    sum.append(number: ScanIndex.checksum(bytes))
    bytes.replaceSubrange(start..<start + 8, with: sum)
    return bytes
  }

  private mutating func addPath(_ path: [UInt8]) {
    var shared = 0
    if count % ScanIndexLayout.pathsInBlock == 0 {
      blocks.append(paths.count)
    } else {
      let limit = min(path.count, lastPath.count)
      while shared < limit && path[shared] == lastPath[shared] {
        shared += 1
      }
    }
    CompactNumber.append(shared, to: &paths)
    CompactNumber.append(path.count - shared, to: &paths)
    paths.append(contentsOf: path[shared...])
    lastPath = path
  }
}
