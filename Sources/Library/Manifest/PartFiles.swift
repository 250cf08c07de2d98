import Outputs
package import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// The files of parts next to the whole manifest: their manifests and their locks.
package struct PartFiles: ~Copyable {
  /// Marks a merge that is deleting the parts it has joined: the digest of each part on a line. A
  /// run that finds this file finishes the deletion.
  package static let joined: RawPath = ".lock.joined"
  /// The size of that file for the most parts: a digest of 32 digits and a line break for each.
  private static let maximumJoinedBytes = Int64(Shard.maximumCount * 33)

  private let folder: Folder
  private let whole: RawPath

  /// `whole` is the name of the whole manifest in that folder.
  package init(in folder: consuming Folder, beside whole: RawPath) {
    self.folder = folder
    self.whole = whole
  }

  /// Returns the name of a part's manifest, next to the whole one.
  package static func manifest(of shard: Shard, beside whole: RawPath) -> RawPath {
    let (stem, ending) = stemAndEnding(of: whole)
    return RawPath(bytes: stem + Array(".\(shard.label)".utf8) + ending)
  }

  package static func lock(of shard: Shard) -> RawPath { RawPath(".lock.\(shard.label)") }

  /// Returns the parts with a manifest of wavethumb, or the remains of one, by number and count.
  package func shards() throws(SystemFailure) -> [Shard] {
    var shards: [Shard] = []
    for shard in try namedShards() {
      let name = name(of: shard)
      let found = try OwnedFile.find(name, in: folder) { file, identity throws(SystemFailure) in
        if GeneratedText(try file.read(Ownership.startLength, name)).isOurs { return true }
        return try ManifestHead.isRemnant(size: Int(clamping: identity.size)) {
          range throws(SystemFailure) in try file.read(range.count, from: range.lowerBound, name)
        }
      }
      if found != nil {
        shards.append(shard)
      }
    }
    return shards
  }

  /// A part's manifest with a valid seal, and the lock file next to it.
  private struct Part {
    let shard: Shard
    let seal: ContentDigest
    let manifest: FileIdentity
    let lock: FileIdentity?
  }

  /// Marks the parts with these digests as joined, so that if the merge is killed from now on, they
  /// only have to be deleted, here and elsewhere.
  // Digests and not names: a part that was scanned again since has its old name and another digest.
  package func markJoined(_ digests: [ContentDigest]) throws(SystemFailure) {
    let lines = digests.map { "\($0.hex)\n" }.joined()
    try AtomicFile.write(Array(lines.utf8), as: Self.joined, in: folder)
  }

  /// Returns whether a file with the mark's name has other content.
  package func hasForeignMark() throws(SystemFailure) -> Bool {
    guard try folder.statusIfPresent(of: Self.joined) != nil else { return false }
    return try joined() == nil
  }

  /// Returns the digests of the joined manifests, of which some are not deleted yet; nil if there
  /// is no mark of wavethumb.
  package func joined() throws(SystemFailure) -> Set<ContentDigest>? {
    var digests: [ContentDigest] = []
    let mark = try OwnedFile.find(Self.joined, in: folder) { file, identity throws(SystemFailure) in
      guard identity.size <= Self.maximumJoinedBytes else { return false }
      let bytes = try file.read(Int(identity.size), Self.joined)
      let lines = bytes.split(separator: UInt8(ascii: "\n"))
      digests = lines.compactMap { ContentDigest(hex: String(decoding: $0, as: UTF8.self)) }
      return !lines.isEmpty && digests.count == lines.count
    }
    return mark == nil ? nil : Set(digests)
  }

  /// Deletes the manifests with one of these digests, and their locks; keeps a part that was
  /// scanned again since.
  package func remove(_ joined: Set<ContentDigest>) throws(SystemFailure) {
    for part in try parts(joined) {
      try remove(part)
    }
  }

  /// Deletes the files left by an interrupted merge.
  package func finishInterruptedMerge() throws(SystemFailure) {
    guard let joined = try joined() else { return }
    let parts = try parts(joined)
    // Each of several concurrent processes deletes only the files that it found before the mark was
    // removed: another may have finished already.
    try removeMark()
    for part in parts {
      try remove(part)
    }
  }

  /// Deletes the manifests and locks of all parts, whose entries are in the whole manifest.
  ///
  /// Returns the files with such names that are not proven to be of wavethumb; they are kept.
  package func removeAll() throws(SystemFailure) -> [RawPath] {
    var parts = [Part]()
    var foreign = [RawPath]()
    for shard in try namedShards() {
      if let part = try part(shard) {
        parts.append(part)
      } else {
        foreign.append(name(of: shard))
      }
    }
    if try hasForeignMark() { return foreign + parts.map { name(of: $0.shard) } + [Self.joined] }
    if try joined() == nil, !parts.isEmpty {
      try markJoined(parts.map(\.seal))
    }
    for part in parts {
      try remove(part)
    }
    try removeMark()
    return foreign
  }

  private func parts(_ joined: Set<ContentDigest>) throws(SystemFailure) -> [Part] {
    var parts: [Part] = []
    for shard in try namedShards() {
      if let part = try part(shard), joined.contains(part.seal) {
        parts.append(part)
      }
    }
    return parts
  }

  /// Returns nil if the file is not the sealed manifest of this part.
  private func part(_ shard: Shard) throws(SystemFailure) -> Part? {
    let name = name(of: shard)
    var seal = ContentDigest?.none
    var manifest = FileIdentity?.none
    let found = try OwnedFile.find(name, in: folder) { file, identity throws(SystemFailure) in
      let size = Int(clamping: identity.size)
      let head = try file.read(min(size, ManifestHead.maximumBytes), name)
      guard ManifestHead.part(in: head)?.shard == shard else { return false }
      seal = try ManifestSeal.proven(size: size) { range throws(SystemFailure) in
        try file.read(range.count, from: range.lowerBound, name)
      }
      manifest = identity
      return seal != nil
    }
    guard found != nil, let seal, let manifest else { return nil }
    var lock: FileIdentity?
    // A lock file is empty; the part next to it proves that wavethumb created it.
    _ = try OwnedFile.find(Self.lock(of: shard), in: folder) { _, identity in
      if identity.size == 0 {
        lock = identity
      }
      return false
    }
    return Part(shard: shard, seal: seal, manifest: manifest, lock: lock)
  }

  private func remove(_ part: Part) throws(SystemFailure) {
    // The manifest is deleted last: after an interruption the lock is found through it.
    if let lock = part.lock {
      try remove(Self.lock(of: part.shard), lock)
    }
    try remove(name(of: part.shard), part.manifest)
  }

  // Only the very file that was looked at: the part may have been scanned again since, and its manifest
  // been replaced.
  private func remove(_ name: RawPath, _ identity: FileIdentity) throws(SystemFailure) {
    let file = try OwnedFile.find(name, in: folder) { _, found in found == identity }
    _ = try file?.remove()
  }

  private func removeMark() throws(SystemFailure) {
    guard try joined() != nil else { return }
    let mark = try OwnedFile.find(Self.joined, in: folder) { _, _ in true }
    _ = try mark?.remove()
  }

  private func name(of shard: Shard) -> RawPath { Self.manifest(of: shard, beside: whole) }

  /// Returns the parts in the names of files, regardless of their content.
  private func namedShards() throws(SystemFailure) -> [Shard] {
    let (stem, ending) = Self.stemAndEnding(of: whole)
    let shards = try folder.names().compactMap { name in
      Self.shard(ofManifest: name.bytes, stem: stem, ending: ending)
    }
    return shards.sorted { ($0.count, $0.number) < ($1.count, $1.number) }
  }

  private static func shard(
    ofManifest name: [UInt8], stem: [UInt8], ending: [UInt8]
  ) -> Shard? {
    let start = stem + [UInt8(ascii: ".")]
    guard name.count > start.count + ending.count, name.starts(with: start),
      name.suffix(ending.count).elementsEqual(ending)
    else { return nil }
    let label = name[start.count...].dropLast(ending.count)
    return Shard(label: String(decoding: label, as: UTF8.self))
  }

  /// Returns the name of a manifest without its extension, and the extension of its parts.
  private static func stemAndEnding(of whole: RawPath) -> (stem: [UInt8], ending: [UInt8]) {
    let ending = ManifestFormat(of: whole).ending
    guard whole.bytes.suffix(ending.count).elementsEqual(ending) else {
      return (stem: whole.bytes, ending: ending)
    }
    return (stem: Array(whole.bytes.dropLast(ending.count)), ending: ending)
  }
}
