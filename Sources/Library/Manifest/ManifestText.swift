import Glibc
import Outputs
package import WavethumbBytes
package import WavethumbOptions
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
    let start = max(0, size - ManifestSeal.maximumBytes)
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

/// Compares a manifest with the last one, to avoid writing it again.
// A kept entry is compared by its range only: it is a range of the very text that it is compared with.
package enum ManifestComparison {
  /// Returns whether the last manifest equals these entries, and adds the range of each; false if it
  /// differs, or if stopped.
  package static func isSame(
    head: [UInt8],
    format: ManifestFormat,
    count: Int,
    in last: ManifestText,
    into ranges: EntryRanges,
    isStopped: () -> Bool = { false },
    _ entry: (Int) throws(SystemFailure) -> EntrySource
  ) throws(SystemFailure) -> Bool {
    guard head.count < last.size, try last.bytes(0..<head.count) == head else { return false }
    var end = head.count
    for index in 0..<count {
      if isStopped() { return false }
      let start = end + format.separator(isFirst: index == 0).count
      switch try entry(index) {
      case .kept(let range):
        if range.lowerBound != start { return false }
        end = range.upperBound
      case .text(let entry):
        let text = format.text(entry)
        end = start + text.count
        guard end < last.size, try last.bytes(start..<end) == text else { return false }
      }
      ranges.append(length: end - start)
    }

    // Behind the entries: what closes their list, the albums, and the seal.
    let closing = format.closing(isEmpty: count == 0)
    let albumsStart = end + closing.count
    let sealStart = last.size - ManifestSeal.length(in: format)
    guard albumsStart <= sealStart else { return false }
    guard try last.bytes(end..<albumsStart) == closing else { return false }
    // The albums follow from the entries, so that the same entries have the same albums.
    let albums = try last.bytes(albumsStart..<sealStart)
    guard AlbumList.isText(albums, in: format) else { return false }
    let seal = try last.bytes(sealStart..<last.size)
    return ManifestSeal.digest(in: seal) != nil
  }
}
