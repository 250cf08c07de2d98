import Bytes
package import System

/// What the last run over a library left for this one: a file of bytes, read in place.
///
/// It may be gone or damaged at any time; then a run looks at contents instead.
package struct RunMemory: Sendable {
  package let circumstances: RunCircumstances
  package let count: Int

  private let bytes: [UInt8]
  private let parts: RunMemoryLayout.Parts

  private typealias Layout = RunMemoryLayout
  private typealias Field = RunMemoryLayout.Field

  /// Takes the bytes of `RunMemoryBuilder`; nil where they are not whole.
  package init?(_ bytes: [UInt8]) {
    guard let parts = RunMemoryLayout.Parts(bytes),
      bytes.number(at: Layout.mark.count, as: UInt64.self) == Self.checksum(bytes)
    else { return nil }
    do {
      var reader = ByteReader(bytes[parts.circumstances])
      circumstances = try RunCircumstances(from: &reader)
      try reader.finish()
    } catch {
      return nil
    }
    self.bytes = bytes
    self.parts = parts
    count = parts.records.count / Layout.recordLength
  }

  static func checksum(_ bytes: [UInt8]) -> UInt64 {
    var hash = StableHash(seed: 1)
    hash.add(bytes, (Layout.mark.count + 8)..<bytes.count)
    return hash.value
  }

  /// What is remembered of a file, whose path a walk has found; why it failed stands in the
  /// manifest.
  package func record(_ index: Int, _ path: RawPath) -> RecordingRecord {
    let start = place(of: index)
    let notes = bytes[start + Field.notes]
    var record = RecordingRecord(path, source: nil)
    switch status(index) {
    case .ok:
      var made = RecordingRecord.Made()
      made.sizes = pictureSizes(index)
      made.isTruncated = notes & Layout.Note.truncated != 0
      made.isSilent = notes & Layout.Note.silent != 0
      made.markers = bytes.number(at: start + Field.markers)
      made.cover = bytes.number(at: start + Field.cover)
      made.coverFault = CoverFault(rawValue: notes >> Layout.Note.coverFaultShift)
      record.result = .success(made)
    case .failed, nil: record.result = .failure(.remembered(.unknown(.failed)))
    case .unsupported: record.result = .failure(.remembered(.unknown(.unsupported)))
    }
    if record.made == nil { record.placeholders = pictureSizes(index) }
    record.identity = identity(index)
    record.folderDevice = folderDevice(index)
    let digest = ContentDigest(
      high: bytes.number(at: start + Field.digestHigh),
      low: bytes.number(at: start + Field.digestLow))
    record.digest = digest == Layout.noDigest ? nil : digest
    record.isYoung = notes & Layout.Note.young != 0
    record.entry = .kept(entry(index))
    return record
  }

  /// Whether a file is the one that is remembered, and had all that was asked for, with nothing to
  /// be told of it: what `record` says of most files, at a fraction of its cost.
  package func isPlain(_ index: Int, _ now: FileIdentity, ignoringInode: Bool) -> Bool {
    let start = place(of: index)
    guard status(index) == .ok, bytes[start + Field.notes] == 0,
      bytes.number(at: start + Field.markers, as: UInt64.self) == 0,
      bytes.number(at: start + Field.cover, as: UInt64.self) == 0,
      identity(index).matches(now, ignoringInode: ignoringInode)
    else { return false }
    return sizePlaces(index).allSatisfy { bytes.number(at: $0, as: UInt32.self) > 0 }
  }

  /// Where the manifest tells of a file.
  package func entry(_ index: Int) -> Range<Int> {
    let start = place(of: index)
    let entryStart: Int64 = bytes.number(at: start + Field.entryStart)
    let entryLength: UInt32 = bytes.number(at: start + Field.entryLength)
    let entry = max(0, min(Int(entryStart), Int.max >> 1))
    return entry..<(entry + Int(entryLength))
  }

  /// Calls `body` with the path of each file in turn and the sizes of what was made of it, nil
  /// where that is nothing, until it returns false.
  package func forEachFile(_ body: (RawPath, _ sizes: [UInt32]?) -> Bool) {
    var walk = RunMemoryPaths(startingAt: 0, of: self)
    while walk.advance() {
      let isMade = status(walk.index) == .ok
      let sizes = isMade ? pictureSizes(walk.index) : nil
      guard body(RawPath(bytes: walk.path), sizes) else { return }
    }
  }

  /// The device of the folder of a file.
  package func folderDevice(_ index: Int) -> UInt64 {
    device(place(of: index) + Field.folderDevice)
  }

  package func identity(_ index: Int) -> FileIdentity {
    let start = place(of: index)
    return FileIdentity(
      device: device(start + Field.device), inode: bytes.number(at: start + Field.inode),
      size: bytes.number(at: start + Field.size),
      modified: bytes.number(at: start + Field.modified),
      changed: bytes.number(at: start + Field.changed))
  }

  /// The bytes of each picture of a file, in the order they were given.
  func pictureSizes(_ index: Int) -> [UInt32] {
    sizePlaces(index).map { bytes.number(at: $0) }
  }

  /// Where those stand.
  private func sizePlaces(_ index: Int) -> StrideTo<Int> {
    let start = place(of: index)
    let first = Int(bytes.number(at: start + Field.firstPicture, as: UInt32.self))
    let count = Int(bytes.number(at: start + Field.pictures, as: UInt16.self))
    let here = parts.sizes.lowerBound + first * 4
    guard first + count <= parts.sizes.count / 4 else { return stride(from: 0, to: 0, by: 4) }
    return stride(from: here, to: here + count * 4, by: 4)
  }

  /// The path of a file; for all of them in turn a walk is faster.
  package func path(_ index: Int) -> RawPath {
    var walk = RunMemoryPaths(startingAt: index / Layout.pathsInBlock, of: self)
    for _ in 0...(index % Layout.pathsInBlock) where !walk.advance() { break }
    return RawPath(bytes: walk.path)
  }

  /// The file of that path, wherever it stands; a walk along sorted paths is faster.
  package func index(of path: RawPath) -> Int? {
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

  package var rawBytes: [UInt8] { bytes }

  private func place(of index: Int) -> Int {
    precondition(index >= 0 && index < count)
    return parts.records.lowerBound + index * Layout.recordLength
  }

  private func status(_ index: Int) -> Layout.Status? {
    Layout.Status(rawValue: bytes[place(of: index) + Field.status])
  }

  private func device(_ place: Int) -> UInt64 {
    let index = Int(bytes.number(at: place, as: UInt16.self))
    guard index < parts.devices.count / 8 else { return 0 }
    return bytes.number(at: parts.devices.lowerBound + index * 8)
  }
}
