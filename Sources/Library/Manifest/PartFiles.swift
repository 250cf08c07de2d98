package import Bytes
package import System

/// The files that parts leave beside the manifest of the whole: their manifests and their locks.
package struct PartFiles: ~Copyable {
  /// The mark of a merge that deletes the parts it has joined; a run that finds the mark finishes
  /// the deletion.
  private static let joined: RawPath = ".lock.joined"

  private let folder: Folder
  /// The name of the whole manifest without its ending.
  private let stem: [UInt8]
  private let ending: [UInt8]

  /// `whole` is the name of the manifest of the whole in that folder.
  package init(in folder: consuming Folder, beside whole: RawPath) {
    self.folder = folder
    (stem, ending) = Self.parts(of: whole)
  }

  /// The name of the manifest of a part, beside that of the whole.
  package static func manifest(of shard: Shard, beside whole: RawPath) -> RawPath {
    let (stem, ending) = parts(of: whole)
    return RawPath(bytes: stem + Array(".\(shard.label)".utf8) + ending)
  }

  package static func lock(of shard: Shard) -> RawPath {
    RawPath(".lock.\(shard.label)")
  }

  /// The parts that have left a manifest, by number and count.
  package func shards() throws(SystemFailure) -> [Shard] {
    let (stem, ending) = (stem, ending)
    return try names().compactMap { Self.shard(ofManifest: $0.bytes, stem, ending) }
      .sorted { ($0.count, $0.number) < ($1.count, $1.number) }
  }

  /// Marks all parts as joined, so that a merge that is killed from now on has only to delete them:
  /// those here, and elsewhere those with these digests.
  package func markJoined(_ digests: [ContentDigest] = []) throws(SystemFailure) {
    let lines = digests.map { "\($0.hex)\n" }.joined()
    try AtomicFile.write(Array(lines.utf8), as: Self.joined, in: folder)
  }

  /// Whether parts were marked as joined and not all deleted.
  package func isJoined() throws(SystemFailure) -> Bool { try names().contains(Self.joined) }

  /// The digests at the ends of the manifests that were joined.
  package func joined() throws(SystemFailure) -> Set<ContentDigest> {
    let file = try folder.open(Self.joined)
    let size = Int(clamping: try file.status(Self.joined).identity.size)
    let bytes = try file.read(size, Self.joined)
    let lines = bytes.split(separator: UInt8(ascii: "\n"))
    return Set(lines.compactMap { ContentDigest(hex: String(decoding: $0, as: UTF8.self)) })
  }

  /// Deletes the manifests with one of these digests, and their locks: a part that was done again
  /// since then stays.
  package func remove(_ joined: Set<ContentDigest>) throws(SystemFailure) {
    for shard in try shards() {
      let name = RawPath(bytes: stem + Array(".\(shard.label)".utf8) + ending)
      let file = try folder.open(name)
      let size = Int(clamping: try file.status(name).identity.size)
      let start = max(0, size - ManifestSeal.mostBytes)
      let end = try file.read(size - start, from: start, name)
      guard let digest = ManifestSeal.digest(in: end), joined.contains(digest) else { continue }
      // The manifest goes last: by it a killed merge finds the lock.
      try remove(Self.lock(of: shard))
      try remove(name)
    }
  }

  /// Deletes the rest of an interrupted merge; returns whether there was one.
  @discardableResult
  package func finishInterruptedMerge() throws(SystemFailure) -> Bool {
    let names = try names()
    guard names.contains(Self.joined) else { return false }
    // Of several processes that come at once one takes the mark, and deletes only the files it has
    // seen before: another may be done by now.
    do {
      try folder.remove(Self.joined)
    } catch {
      if error.isMissing { return false }
      throw error
    }
    for name in names where Self.isPart(name, stem, ending) { try remove(name) }
    return true
  }

  /// Deletes the manifests and locks of all parts, as the manifest of the whole has their entries.
  package func removeAll() throws(SystemFailure) {
    let (stem, ending) = (stem, ending)
    let names = try names()
    let parts = names.filter { Self.isPart($0, stem, ending) }
    if !names.contains(Self.joined) {
      if parts.isEmpty { return }
      try markJoined()
    }
    for name in parts { try remove(name) }
    try remove(Self.joined)
  }

  private func names() throws(SystemFailure) -> [RawPath] {
    // A descriptor read to its end lists nothing again, so a new one is opened.
    let folder = try folder.folder(".")
    var (reader, names) = (FolderReader(), [RawPath]())
    while let entry = try reader.entry(in: folder.descriptor, folder.path) {
      names.append(RawPath(bytes: Array(reader.names[entry.name])))
    }
    return names
  }

  private static func isPart(_ name: RawPath, _ stem: [UInt8], _ ending: [UInt8]) -> Bool {
    let lock = ".lock."
    if name.bytes.starts(with: lock.utf8) {
      let label = name.bytes.dropFirst(lock.utf8.count)
      return Shard(label: String(decoding: label, as: UTF8.self)) != nil
    }
    return shard(ofManifest: name.bytes, stem, ending) != nil
  }

  private static func shard(
    ofManifest name: [UInt8], _ stem: [UInt8], _ ending: [UInt8]
  ) -> Shard? {
    let start = stem + [UInt8(ascii: ".")]
    guard name.count > start.count + ending.count, name.starts(with: start),
      name.suffix(ending.count).elementsEqual(ending)
    else { return nil }
    let label = name[start.count...].dropLast(ending.count)
    return Shard(label: String(decoding: label, as: UTF8.self))
  }

  private func remove(_ name: RawPath) throws(SystemFailure) {
    do {
      try folder.remove(name)
    } catch  where error.isMissing {
      return
    }
  }

  /// The name of a manifest without its ending, and the ending that its parts have.
  private static func parts(of whole: RawPath) -> (stem: [UInt8], ending: [UInt8]) {
    let ending = ManifestFormat(of: whole).ending
    let isNamed = whole.bytes.suffix(ending.count).elementsEqual(ending)
    return (isNamed ? Array(whole.bytes.dropLast(ending.count)) : whole.bytes, ending)
  }
}
