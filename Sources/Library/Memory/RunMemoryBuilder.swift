import Bytes
package import System

/// Gathers what this run leaves for the next, file by file in the order of path bytes.
package struct RunMemoryBuilder: Sendable {
  // Beside its record a recording has a size a picture and the rest of its path.
  private static let mostOfRecording = RunMemoryLayout.recordLength + 24

  private let circumstances: RunCircumstances
  private let headCount: Int
  private var count = 0
  /// The bytes so far, so that the memory of a million recordings is never held twice.
  private var bytes: [UInt8]
  private var sizes: [UInt32] = []
  private var devices: [UInt64] = []
  private var blocks: [Int] = []
  private var paths: [UInt8] = []
  private var lastPath: [UInt8] = []

  /// Begins the memory of about so many recordings.
  package init(_ circumstances: RunCircumstances, expecting count: Int = 0) {
    self.circumstances = circumstances
    var writer = ByteWriter()
    circumstances.append(to: &writer)
    headCount = writer.bytes.count
    bytes = RunMemoryLayout.mark
    bytes.reserveCapacity(
      RunMemoryLayout.headLength + headCount + count * Self.mostOfRecording)
    // The checksum and the counts, which are known at the end.
    bytes.append(contentsOf: repeatElement(0, count: RunMemoryLayout.headLength - bytes.count))
    bytes += writer.bytes
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
    // What grows by itself doubles, and this may be hundreds of megabytes.
    bytes.reserveCapacity(
      bytes.count + sizes.count * 4 + devices.count * 8 + blocks.count * 8 + paths.count)
    for size in sizes { bytes.append(number: size) }
    for device in devices { bytes.append(number: device) }
    for block in blocks { bytes.append(number: UInt64(block)) }
    bytes += paths
    var counts: [UInt8] = []
    for count in [headCount, count, sizes.count, devices.count, paths.count] {
      counts.append(number: UInt64(count))
    }
    let start = RunMemoryLayout.mark.count
    bytes.replaceSubrange(start + 8..<start + 8 + counts.count, with: counts)
    var sum: [UInt8] = []
    sum.append(number: RunMemory.checksum(bytes))
    bytes.replaceSubrange(start..<start + 8, with: sum)
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
    bytes.append(number: identity.inode)
    bytes.append(number: identity.size)
    bytes.append(number: identity.modified)
    bytes.append(number: identity.changed)
    bytes.append(number: digest.high)
    bytes.append(number: digest.low)
    bytes.append(number: Int64(entry.lowerBound))
    bytes.append(number: UInt32(clamping: entry.count))
    bytes.append(number: UInt32(clamping: sizes.count))
    bytes.append(number: UInt16(clamping: record.sizes.count))
    bytes.append(number: number(ofDevice: identity.device))
    bytes.append(number: number(ofDevice: record.folderDevice ?? identity.device))
    bytes.append(RunMemoryLayout.Status(record.status).rawValue)
    bytes.append(RunMemoryLayout.Note.all(of: record))
    bytes.append(number: record.made?.markers ?? 0)
    bytes.append(number: record.made?.cover ?? 0)
  }

  /// Devices are few, and their numbers long.
  private mutating func number(ofDevice device: UInt64) -> UInt16 {
    if let known = devices.lastIndex(of: device) { return UInt16(clamping: known) }
    guard devices.count < Int(UInt16.max) else { return .max }
    devices.append(device)
    return UInt16(clamping: devices.count - 1)
  }
}
