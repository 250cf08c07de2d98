import Bytes
package import System

/// Gathers what this run leaves for the next, file by file in the order of path bytes.
package struct RunMemoryBuilder: Sendable {
  private let circumstances: RunCircumstances
  private var count = 0
  private var records: [UInt8] = []
  private var sizes: [UInt32] = []
  private var devices: [UInt64] = []
  private var blocks: [Int] = []
  private var paths: [UInt8] = []
  private var lastPath: [UInt8] = []

  package init(_ circumstances: RunCircumstances) {
    self.circumstances = circumstances
  }

  /// Adds a recording, whose path comes after all before it, with the place of its entry in the
  /// manifest.
  package mutating func append(_ record: RecordingRecord, at entry: Range<Int>) {
    // A recording without an identity is looked at again.
    guard let identity = record.identity else { return }
    precondition(count == 0 || lastPath.lexicographicallyPrecedes(record.path.bytes))
    addPath(record.path.bytes)
    addFields(of: record, identity, at: entry)
    sizes.append(contentsOf: record.sizes)
    count += 1
  }

  /// The bytes that `RunMemory` reads.
  package consuming func encoded() -> [UInt8] {
    var writer = ByteWriter()
    circumstances.append(to: &writer)
    let head = writer.bytes
    var bytes = RunMemoryLayout.mark
    bytes.reserveCapacity(
      RunMemoryLayout.headLength + head.count + records.count + sizes.count * 4
        + devices.count * 8 + blocks.count * 8 + paths.count)
    bytes.append(number: UInt64(0))
    for count in [head.count, count, sizes.count, devices.count, paths.count] {
      bytes.append(number: UInt64(count))
    }
    bytes += head
    bytes += records
    for size in sizes { bytes.append(number: size) }
    for device in devices { bytes.append(number: device) }
    for block in blocks { bytes.append(number: UInt64(block)) }
    bytes += paths
    var sum: [UInt8] = []
    sum.append(number: RunMemory.checksum(bytes))
    let place = RunMemoryLayout.mark.count
    bytes.replaceSubrange(place..<(place + 8), with: sum)
    return bytes
  }

  package var library: RawPath { circumstances.library }
  package var output: RawPath { circumstances.output }

  private mutating func addPath(_ path: [UInt8]) {
    var shared = 0
    if count % RunMemoryLayout.pathsInBlock == 0 {
      blocks.append(paths.count)
    } else {
      let limit = min(path.count, lastPath.count)
      while shared < limit && path[shared] == lastPath[shared] { shared += 1 }
    }
    CompactNumber.append(shared, to: &paths)
    CompactNumber.append(path.count - shared, to: &paths)
    paths.append(contentsOf: path[shared...])
    lastPath = path
  }

  /// Appends the fields in the order of `RunMemoryLayout.Field`.
  private mutating func addFields(
    of record: RecordingRecord, _ identity: FileIdentity, at entry: Range<Int>
  ) {
    let digest = record.digest ?? RunMemoryLayout.noDigest
    records.append(number: identity.inode)
    records.append(number: identity.size)
    records.append(number: identity.modified)
    records.append(number: identity.changed)
    records.append(number: digest.high)
    records.append(number: digest.low)
    records.append(number: Int64(entry.lowerBound))
    records.append(number: UInt32(clamping: entry.count))
    records.append(number: UInt32(clamping: sizes.count))
    records.append(number: UInt16(clamping: record.sizes.count))
    records.append(number: number(ofDevice: identity.device))
    records.append(number: number(ofDevice: record.folderDevice ?? identity.device))
    records.append(RunMemoryLayout.Status(record.status).rawValue)
    records.append(RunMemoryLayout.Note.all(of: record))
    records.append(number: record.made?.markers ?? 0)
    records.append(number: record.made?.cover ?? 0)
  }

  /// Devices are few, and their numbers long.
  private mutating func number(ofDevice device: UInt64) -> UInt16 {
    if let known = devices.lastIndex(of: device) { return UInt16(clamping: known) }
    guard devices.count < Int(UInt16.max) else { return .max }
    devices.append(device)
    return UInt16(clamping: devices.count - 1)
  }
}
