import Bytes
public import System

/// What the last run over a library left for this one: a file of bytes, read in place.
///
/// It may be gone or damaged at any time; then a run looks at contents instead.
public struct RunMemory: Sendable {
  public let circumstances: RunCircumstances
  public let count: Int

  private let bytes: [UInt8]
  private let parts: RunMemoryLayout.Parts

  private typealias Layout = RunMemoryLayout
  private typealias Field = RunMemoryLayout.Field

  /// Takes the bytes of `RunMemoryBuilder`; nothing where they are not whole.
  public init?(_ bytes: [UInt8]) {
    guard let parts = RunMemoryLayout.Parts(bytes),
      bytes.number(at: Layout.mark.count, as: UInt64.self) == Self.checksum(bytes),
      let circumstances = RunCircumstances(bytes, parts.circumstances)
    else { return nil }
    self.bytes = bytes
    self.parts = parts
    self.circumstances = circumstances
    count = parts.records.count / Layout.recordLength
  }

  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var hash = StableHash(seed: 1)
    hash.add(bytes, (Layout.mark.count + 8)..<bytes.count)
    return hash.value
  }

  public subscript(index: Int) -> RememberedFile {
    let start = record(index)
    let entryStart: Int64 = bytes.number(at: start + Field.entryStart)
    let entryLength: UInt32 = bytes.number(at: start + Field.entryLength)
    let entry = max(0, min(Int(entryStart), Int.max >> 1))
    return RememberedFile(
      identity: identity(index), folderDevice: device(start + Field.folderDevice),
      digest: ContentDigest(
        high: bytes.number(at: start + Field.digestHigh),
        low: bytes.number(at: start + Field.digestLow)),
      status: bytes[start + Field.status], notes: bytes[start + Field.notes] >> 1,
      isYoung: bytes[start + Field.notes] & 1 != 0,
      markers: bytes.number(at: start + Field.markers),
      manifestEntry: entry..<(entry + Int(entryLength)))
  }

  public func identity(_ index: Int) -> FileIdentity {
    let start = record(index)
    return FileIdentity(
      device: device(start + Field.device), inode: bytes.number(at: start + Field.inode),
      size: bytes.number(at: start + Field.size),
      modified: bytes.number(at: start + Field.modified),
      changed: bytes.number(at: start + Field.changed))
  }

  /// The bytes of each picture of a file, in the order they were given.
  public func pictureSizes(_ index: Int) -> [UInt32] {
    let start = record(index)
    let first = Int(bytes.number(at: start + Field.firstPicture, as: UInt32.self))
    let count = Int(bytes.number(at: start + Field.pictures, as: UInt16.self))
    guard first + count <= parts.sizes.count / 4 else { return [] }
    return (first..<(first + count)).map { bytes.number(at: parts.sizes.lowerBound + $0 * 4) }
  }

  /// The path of a file; for all of them in turn a walk is faster.
  public func path(_ index: Int) -> RawPath {
    var walk = RunMemoryPaths(startingAt: index / Layout.pathsInBlock, of: self)
    for _ in 0...(index % Layout.pathsInBlock) where !walk.advance() { break }
    return RawPath(bytes: walk.path)
  }

  /// The file of that path, wherever it stands; a walk along sorted paths is faster.
  public func index(of path: RawPath) -> Int? {
    var (low, high) = (0, parts.blocks.count / 8)
    while high - low > 1 {
      let middle = (low + high) / 2
      if path < self.path(middle * Layout.pathsInBlock) { high = middle } else { low = middle }
    }
    var walk = RunMemoryPaths(startingAt: low, of: self)
    while walk.advance(), walk.index < (low + 1) * Layout.pathsInBlock {
      if walk.path == path.bytes { return walk.index }
    }
    return nil
  }

  /// Where the paths of a block begin and where all paths end, in `rawBytes`.
  func pathRange(ofBlock block: Int) -> Range<Int> {
    guard block < parts.blocks.count / 8 else {
      return parts.paths.upperBound..<parts.paths.upperBound
    }
    let offset: UInt64 = bytes.number(at: parts.blocks.lowerBound + block * 8)
    let start = parts.paths.lowerBound + Int(min(offset, UInt64(parts.paths.count)))
    return start..<parts.paths.upperBound
  }

  var rawBytes: [UInt8] { bytes }

  private func record(_ index: Int) -> Int {
    precondition(index >= 0 && index < count)
    return parts.records.lowerBound + index * Layout.recordLength
  }

  private func device(_ place: Int) -> UInt64 {
    let index = Int(bytes.number(at: place, as: UInt16.self))
    guard index < parts.devices.count / 8 else { return 0 }
    return bytes.number(at: parts.devices.lowerBound + index * 8)
  }
}
