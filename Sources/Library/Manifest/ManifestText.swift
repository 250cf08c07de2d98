import Glibc
import Outputs
package import WavethumbBytes
package import WavethumbSystem

/// The manifest of the last run, opened on first use.
package final class ManifestText: Sendable {
  /// The longest entry that is read.
  package static let maximumEntryBytes = ManifestBytes.maximumBlockBytes

  package let identity: FileIdentity
  package let path: RawPath
  package let size: Int
  private let file = Locked<Descriptor?>(nil)

  package init(_ path: RawPath, _ identity: FileIdentity) {
    self.path = path
    self.identity = identity
    size = Int(clamping: identity.size)
  }

  /// Returns the first bytes, which show the file's generator.
  package func start() throws(SystemFailure) -> [UInt8] {
    try bytes(0..<min(size, Ownership.startLength))
  }

  /// Returns the bytes of a range; throws if the file has become shorter.
  package func bytes(_ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
    let result = file.withLock { file in
      Result { () throws(SystemFailure) in
        if file == nil {
          file = try open()
        }
        return try file?.read(range.count, from: range.lowerBound, path) ?? []
      }
    }
    let bytes = try result.get()
    guard bytes.count == range.count else { throw SystemFailure(.read, errno: EIO, at: path) }
    return bytes
  }

  /// Returns the settings in the head; nil if they cannot be read.
  package func settings() throws(SystemFailure) -> JSONValue? {
    // Not by the reader of manifests, which parses all members before the entries: the settings of a
    // head that is damaged elsewhere can still be read.
    let head = try bytes(0..<min(size, ManifestHead.maximumBytes))
    guard let settings = ManifestHead.settings(in: head) else { return nil }
    return JSONValue.reading(settings)
  }

  /// Returns whether only the remains of a damaged manifest exist.
  package func isRemnant() throws(SystemFailure) -> Bool {
    try ManifestHead.isRemnant(size: size, bytes)
  }

  /// Returns whether wavethumb wrote the manifest, even if it is damaged: it has our mark, ends with
  /// the digest that a ledger of the output names, or holds nothing.
  package func isOurs(named digest: ContentDigest?) throws(SystemFailure) -> Bool {
    if GeneratedText(try start()).isOurs { return true }
    if let digest, try seal() == digest { return true }
    return try isRemnant()
  }

  /// Returns the digest at the end of the text, whether it holds or not; nil if the text is cut.
  package func seal() throws(SystemFailure) -> ContentDigest? {
    let start = max(0, size - ManifestSeal.length)
    return ManifestSeal.digest(in: try bytes(start..<size))
  }

  /// Returns whether the text matches its seal, unless stopped.
  package func isIntact(isStopped: () -> Bool) throws(SystemFailure) -> Bool {
    let seal = try ManifestSeal.proven(size: size, isStopped: isStopped, bytes)
    // A stopped run knows nothing, and must not call a whole manifest damaged.
    return seal != nil || isStopped()
  }

  /// Reopens the manifest; throws if it is a different file, because this run holds the lock.
  private func open() throws(SystemFailure) -> Descriptor {
    let file = try Folder(at: path.start).open(path)
    guard try file.status(path).identity == identity else {
      throw SystemFailure(.read, errno: EIO, at: path)
    }
    return file
  }
}

extension ManifestText {
  private static let blockBytes = 1 << 20

  /// Returns whether each record has its entry where it says, or stopped.
  // A ledger may be forged: with ranges that are a little off, the copy of the manifest would be no JSON,
  // or would list one recording twice.
  package func hasEntries(
    of records: LedgerRecords,
    isStopped: () -> Bool
  ) throws(SystemFailure) -> Bool {
    var paths = LedgerPaths(records)
    // Entries are in the order of the records, so that each block is read once.
    var block: [UInt8] = []
    var blockStart = 0
    while paths.advance() {
      let record = records[paths.index]
      let range = record.entry
      guard range.lowerBound > 0, range.upperBound <= size, range.count <= Self.maximumEntryBytes
      else { return false }
      // With the byte before it.
      let isInBlock = range.lowerBound > blockStart && range.upperBound <= blockStart + block.count
      if !isInBlock {
        if isStopped() { return true }
        blockStart = range.lowerBound - 1
        let end = max(range.upperBound, min(size, blockStart + Self.blockBytes))
        block = try bytes(blockStart..<end)
      }
      let start = range.lowerBound - blockStart
      let line = block[start..<range.upperBound - blockStart]
      let isEntry = ManifestLayout.isEntry(line, after: block[start - 1])
      guard isEntry, record.mayHave(line, of: paths.path) else { return false }
    }
    return true
  }
}

extension PackedRecord {
  /// Returns whether a line of the manifest begins as the entry of this record, at that path.
  fileprivate func mayHave(_ line: ArraySlice<UInt8>, of path: [UInt8]) -> Bool {
    let start = Self.beginning(of: path)
    guard line.starts(with: start) else { return false }
    // The digest of a recording that has changed while it was read is not that of its entry, and such a
    // record has no sizes.
    guard isDecoded, sizeCount > 0, let digest else { return true }
    let rest = line[(line.startIndex + start.count)...].prefix(Self.maximumBytesBeforeDigest)
    let name = Array("\"digest\":\"".utf8)
    guard let found = rest.firstRange(of: name) else { return false }
    return line[found.upperBound...].starts(with: digest.hex.utf8)
  }

  // Status, size and the name itself take less than half of it.
  private static let maximumBytesBeforeDigest = 128

  /// The first bytes of an entry: its path.
  private static func beginning(of path: [UInt8]) -> [UInt8] {
    let isPlain = path.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    if isPlain { return Array("{\"path\":\"".utf8) + path + Array("\",".utf8) }
    var json = JSONWriter(.compact)
    json.object { json in json.path(RawPath(bytes: path)) }
    // Without the closing brace.
    return json.take().dropLast()
  }
}

/// Compares a manifest with the last one, to avoid writing it again.
// A kept entry is compared by its range only: it is a range of the very text that it is compared with.
package enum ManifestComparison {
  /// Returns whether the last manifest equals these entries, and adds the range of each; false if it
  /// differs, or if stopped.
  package static func isSame(
    head: [UInt8],
    count: Int,
    in last: ManifestText,
    into ranges: inout EntryRanges,
    isStopped: () -> Bool = { false },
    _ entry: (Int) throws(SystemFailure) -> EntrySource
  ) throws(SystemFailure) -> Bool {
    guard head.count < last.size, try last.bytes(0..<head.count) == head else { return false }
    var end = head.count
    for index in 0..<count {
      if isStopped() { return false }
      let start = end + ManifestLayout.separator(isFirst: index == 0).count
      switch try entry(index) {
      case .kept(let range):
        if range.lowerBound != start { return false }
        end = range.upperBound
      case .text(let text):
        end = start + text.count
        guard end < last.size, try last.bytes(start..<end) == text else { return false }
      }
      ranges.append(length: end - start)
    }

    // Behind the entries: what closes their list, the albums, and the seal.
    let closing = ManifestLayout.closing(isEmpty: count == 0)
    let albumsStart = end + closing.count
    let sealStart = last.size - ManifestSeal.length
    guard albumsStart <= sealStart else { return false }
    guard try last.bytes(end..<albumsStart) == closing else { return false }
    // The albums follow from the entries, so that the same entries have the same albums.
    let albums = try last.bytes(albumsStart..<sealStart)
    guard AlbumList.isText(albums) else { return false }
    let seal = try last.bytes(sealStart..<last.size)
    return ManifestSeal.digest(in: seal) != nil
  }
}
