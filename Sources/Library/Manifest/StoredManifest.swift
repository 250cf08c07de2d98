import Glibc
import Outputs
package import WavethumbBytes
package import WavethumbSystem

/// The manifest of the last run, opened on first use.
package final class StoredManifest: Sendable {
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
    try bytes(0..<min(size, OutputMark.startLength))
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

  /// Returns the settings in the header; nil if they cannot be read.
  package func settings() throws(SystemFailure) -> JSONValue? {
    // Not by the reader of manifests, which parses all members before the entries: the settings of a
    // header that is damaged elsewhere can still be read.
    let header = try bytes(0..<min(size, ManifestHeader.maximumBytes))
    guard let settings = ManifestHeader.settings(in: header) else { return nil }
    return JSONValue.reading(settings)
  }

  /// Returns whether wavethumb wrote the manifest, even if it is damaged: it has our mark, ends with
  /// the digest that a ledger of the output names, or is blank.
  package func isOurs(named digest: ContentDigest?) throws(SystemFailure) -> Bool {
    if GeneratedText(try start()).isOurs { return true }
    if let digest, try trailerDigest() == digest { return true }
    let file = try open()
    return try Ownership.isBlank(file, file.status(path), at: path)
  }

  /// Returns the digest at the end of the text, whether it holds or not; nil if the text is cut.
  package func trailerDigest() throws(SystemFailure) -> ContentDigest? {
    let start = max(0, size - ManifestTrailer.length)
    return ManifestTrailer.digest(in: try bytes(start..<size))
  }

  /// Returns whether the text matches its trailer, unless stopped.
  package func isIntact(isStopped: () -> Bool) throws(SystemFailure) -> Bool {
    let trailer = try ManifestTrailer.proven(size: size, isStopped: isStopped, bytes)
    // A stopped run knows nothing, and must not call a whole manifest damaged.
    return trailer != nil || isStopped()
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

extension StoredManifest {
  private static let blockBytes = 1 << 20
  // Far more than the names that a crawl cannot enter.
  private static let maximumGapBytes = 64 << 20

  /// Returns the ranges of the entries that belong to no record: of names that the crawl could not enter,
  /// and of recordings that a stopped run did not reach; nil if the records are not those of this
  /// manifest.
  package func entriesWithoutRecord(
    in records: LedgerRecords
  ) throws(SystemFailure) -> [Range<Int>]? {
    let start = try bytes(0..<min(size, ManifestHeader.maximumBytes))
    guard let count = ManifestHeader.fileCount(in: start) else { return nil }
    let expected = count - records.count
    var found: [Range<Int>] = []
    var end = 0
    for index in 0..<records.count where found.count < expected {
      let next = records.entry(index)
      guard next.lowerBound >= end, next.upperBound <= size else { return nil }
      guard let ranges = try entries(in: end..<next.lowerBound) else { return nil }
      found += ranges
      end = next.upperBound
    }
    if found.count < expected {
      guard let ranges = try entries(in: end..<size) else { return nil }
      found += ranges
    }
    return found.count == expected ? found : nil
  }

  /// Returns the ranges of the entries between two others, up to the end of their list.
  private func entries(in gap: Range<Int>) throws(SystemFailure) -> [Range<Int>]? {
    guard gap.count > ManifestLayout.separator(isFirst: false).count else { return [] }
    guard gap.count <= Self.maximumGapBytes else { return nil }
    let text = try bytes(gap)
    var found: [Range<Int>] = []
    var start = 0
    while start < text.count {
      let end = text[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.count
      var line = text[start..<end]
      if line.first == UInt8(ascii: "]") { break }
      if line.last == UInt8(ascii: ",") {
        line.removeLast()
      }
      if line.starts(with: ManifestLayout.entryStart) {
        found.append(gap.lowerBound + line.startIndex..<gap.lowerBound + line.endIndex)
      }
      start = end + 1
    }
    return found
  }

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
  // Asked of every entry before any is copied: without allocations, it takes a tenth of the copy.
  fileprivate func mayHave(_ line: ArraySlice<UInt8>, of path: [UInt8]) -> Bool {
    guard let rest = Self.rest(of: line, behind: path) else { return false }
    // The digest of a recording that has changed while it was read is not that of its entry, and such a
    // record has no sizes.
    guard isDecoded, sizeCount > 0, let digest else { return true }
    let near = rest.prefix(Self.maximumBytesBeforeDigest)
    let name = near.indices.first { index in
      near[index] == Self.digestName[0] && near[index...].starts(with: Self.digestName)
    }
    guard let name else { return false }
    let digits = line[(name + Self.digestName.count)...].prefix(32)
    return Hexadecimal.value(digits.prefix(16)) == digest.high
      && Hexadecimal.value(digits.dropFirst(16)) == digest.low
  }

  private static let digestName = Array("\"digest\":\"".utf8)
  // Status, size and the name itself take less than half of it.
  private static let maximumBytesBeforeDigest = 128

  /// Returns what follows the path in an entry; nil if the entry is of another path.
  private static func rest(
    of line: ArraySlice<UInt8>,
    behind path: [UInt8]
  ) -> ArraySlice<UInt8>? {
    let isPlain = path.allSatisfy { byte in
      (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }
    guard isPlain else {
      var json = JSONWriter(.compact)
      json.object { json in json.path(RawPath(bytes: path)) }
      // Without the closing brace.
      let start = json.take().dropLast()
      return line.starts(with: start) ? line.dropFirst(start.count) : nil
    }
    guard line.starts(with: ManifestLayout.entryStart) else { return nil }
    let rest = line.dropFirst(ManifestLayout.entryStart.count)
    guard rest.starts(with: path) else { return nil }
    let end = rest.dropFirst(path.count)
    return end.first == UInt8(ascii: "\"") ? end : nil
  }
}

/// Compares a manifest with the last one, to avoid writing it again.
// A kept entry is compared by its range only: it is a range of the very text that it is compared with.
package enum ManifestComparison {
  /// Returns whether the last manifest equals these entries, and adds the range of each; false if it
  /// differs, or if stopped.
  package static func isSame(
    header: [UInt8],
    count: Int,
    in last: StoredManifest,
    into ranges: inout EntryRanges,
    isStopped: () -> Bool = { false },
    _ entry: (Int) throws(SystemFailure) -> EntrySource
  ) throws(SystemFailure) -> Bool {
    guard header.count < last.size, try last.bytes(0..<header.count) == header else { return false }
    var end = header.count
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

    // Behind the entries: what closes their list, the albums, and the trailer.
    let closing = ManifestLayout.closing(isEmpty: count == 0)
    let albumsStart = end + closing.count
    let trailerStart = last.size - ManifestTrailer.length
    guard albumsStart <= trailerStart else { return false }
    guard try last.bytes(end..<albumsStart) == closing else { return false }
    // The albums follow from the entries, so that the same entries have the same albums.
    let albums = try last.bytes(albumsStart..<trailerStart)
    guard AlbumList.isText(albums) else { return false }
    let trailer = try last.bytes(trailerStart..<last.size)
    return ManifestTrailer.digest(in: trailer) != nil
  }
}

/// The end of a manifest: the digest of all bytes before it, which reveals damage that keeps the
/// size.
// At the end and not in the header, so that a manifest is written from front to back in one go. The ledger
// names it, and 64 bytes show whether a manifest is the one that it belongs to.
package enum ManifestTrailer {
  private static let digits = 32
  private static let start = Array("\"digest\":\"".utf8)
  private static let end = Array("\"}\n".utf8)
  package static let length = start.count + digits + end.count

  package static func text(of digest: ContentDigest) -> [UInt8] {
    start + Array(digest.hex.utf8) + end
  }

  /// Returns the digest in the trailer at the end of a text; nil if there is none.
  package static func digest(in text: [UInt8]) -> ContentDigest? {
    let trailer = text.suffix(length)
    let isEnded = trailer.suffix(end.count).elementsEqual(end)
    guard isEnded, trailer.starts(with: start) else { return nil }
    let digits = trailer.dropFirst(start.count).dropLast(end.count)
    return ContentDigest(hex: String(decoding: digits, as: UTF8.self))
  }

  /// Returns the digest at the end of a text if all bytes before it have that digest. Reads the
  /// text block by block; returns nil after a signal.
  package static func proven(
    size: Int,
    isStopped: () -> Bool = { false },
    _ bytes: (Range<Int>) throws(SystemFailure) -> [UInt8]
  ) throws(SystemFailure) -> ContentDigest? {
    let end = size - length
    guard end > 0, let named = digest(in: try bytes(end..<size)) else { return nil }
    var digesting = ContentDigester()
    let blockSize = ContentDigester.blockSize
    for start in stride(from: 0, to: end, by: blockSize) {
      if isStopped() { return nil }
      let block = try bytes(start..<min(end, start + blockSize))
      digesting.add(block)
    }
    guard digesting.digest == named else { return nil }
    return named
  }
}

/// Where each entry is in a manifest.
///
/// Entries follow one another, so that a length of four bytes for each is enough: there may be
/// millions.
package struct EntryRanges: Sendable {
  private let start: Int
  private var lengths: [UInt32] = []

  /// Begins behind the header of a manifest.
  package init(after header: [UInt8], expecting count: Int) {
    start = header.count + ManifestLayout.separator(isFirst: true).count
    lengths.reserveCapacity(count)
  }

  // No entry is longer than `ManifestBytes` reads.
  package mutating func append(length: Int) { lengths.append(UInt32(clamping: length)) }

  /// Calls `body` with each range, in order.
  package func forEach(_ body: (_ number: Int, _ range: Range<Int>) -> Void) {
    let between = ManifestLayout.separator(isFirst: false).count
    var next = start
    for (number, length) in lengths.enumerated() {
      let range = next..<next + Int(length)
      body(number, range)
      next = range.upperBound + between
    }
  }
}
