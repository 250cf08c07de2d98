import Glibc
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

  /// Marks all parts as joined, so that a merge that is killed from now on has only to delete them.
  func markJoined() throws(SystemFailure) {
    try folder.create(Self.joined, flags: O_WRONLY | O_CREAT | O_NOFOLLOW).close(Self.joined)
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
    let names = try names().filter { Self.isPart($0, stem, ending) }
    if names.isEmpty { return }
    try markJoined()
    for name in names { try remove(name) }
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
