import Outputs
package import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// The manifests of parts next to the whole one.
// Found by their names, since a merge is told folders and not parts; whether such a file is ours shows
// in its content.
package struct PartFiles: ~Copyable {
  /// A part's manifest that is proved to be ours: it has our mark, and the digest at its end holds.
  package struct Part: Sendable, Hashable {
    package let shard: Shard
    package let digest: ContentDigest
    fileprivate let identity: FileIdentity

    package init(_ shard: Shard, digest: ContentDigest, identity: FileIdentity) {
      self.shard = shard
      self.digest = digest
      self.identity = identity
    }
  }

  private let folder: Folder
  private let whole: RawPath

  /// `whole` is the name of the whole manifest in that folder.
  package init(in folder: consuming Folder, beside whole: RawPath) {
    self.folder = folder
    self.whole = whole
  }

  /// Returns the name of a part's manifest, next to the whole one.
  package static func manifest(of shard: Shard, beside whole: RawPath) -> RawPath {
    let (stem, fileExtension) = parts(of: whole)
    return RawPath(bytes: stem + Array(".\(shard.label)".utf8) + fileExtension)
  }

  package static func lock(of shard: Shard) -> RawPath { RawPath(".lock.\(shard.label)") }

  /// Returns the parts with a manifest of wavethumb, or the remains of one, by number and count.
  package func shards() throws(SystemFailure) -> [Shard] {
    var shards: [Shard] = []
    for shard in try namedShards() {
      let name = name(of: shard)
      let found = try OwnedFile.find(name, in: folder) { file, status throws(SystemFailure) in
        if GeneratedText(try file.read(OutputMark.startLength, name)).isOurs { return true }
        // What a power cut left of one counts as well: the part was scanned, and is to be scanned again.
        return try Ownership.isBlank(file, status, at: name)
      }
      if found != nil {
        shards.append(shard)
      }
    }
    return shards
  }

  /// Returns the parts whose manifests are proved to be ours, and the other files with such names.
  // Each is read to its end, which takes a second for a million recordings: only runs that are about to
  // delete parts ask, and a merge knows those that it has read.
  package func found(
    knowing known: [Part] = []
  ) throws(SystemFailure) -> (parts: [Part], others: [RawPath]) {
    var parts: [Part] = []
    var others: [RawPath] = []
    for shard in try namedShards() {
      let identity = try folder.statusIfPresent(of: name(of: shard))?.identity
      // By identity as well: the part may have been scanned again since it was read.
      let knownPart = known.first { part in part.shard == shard && part.identity == identity }
      if let knownPart {
        parts.append(knownPart)
      } else if let part = try part(shard) {
        parts.append(part)
      } else {
        others.append(name(of: shard))
      }
    }
    return (parts, others)
  }

  /// Deletes the manifest of a part, and its lock in an output.
  package func remove(
    _ part: Part,
    lockIn output: borrowing Folder
  ) throws(SystemFailure) {
    // A lock file is empty; the part proves that wavethumb created it. The manifest is deleted last:
    // after a kill the lock is found through it.
    let lock = try OwnedFile.find(Self.lock(of: part.shard), in: output) { _, status in
      status.identity.size == 0
    }
    _ = try lock?.remove()
    // Only the very file that was looked at: the part may have been scanned again since.
    let manifest = try OwnedFile.find(name(of: part.shard), in: folder) { _, status in
      status.identity == part.identity
    }
    _ = try manifest?.remove()
  }

  /// Returns which of these parts a killed run of the whole has left, by the digests that its ledger
  /// has taken over.
  ///
  /// A set that is whole and has a part with another digest was scanned since: none of it is left.
  // Not each part by its digest: a part without recordings has the same one in every set, and a part that
  // was scanned again without a change has that of before. In a whole set they are news.
  package static func left(
    _ parts: [Part],
    of joined: Set<ContentDigest>
  ) -> [Part] {
    var numbers: [Int: Set<Int>] = [:]
    var countsWithNews: Set<Int> = []
    for part in parts {
      numbers[part.shard.count, default: []].insert(part.shard.number)
      if !joined.contains(part.digest) {
        countsWithNews.insert(part.shard.count)
      }
    }
    return parts.filter { part in
      let count = part.shard.count
      let isOfNewSet = countsWithNews.contains(count) && numbers[count]?.count == count
      return joined.contains(part.digest) && !isOfNewSet
    }
  }

  private func part(_ shard: Shard) throws(SystemFailure) -> Part? {
    let name = name(of: shard)
    var part: Part?
    _ = try OwnedFile.find(name, in: folder) { file, status throws(SystemFailure) in
      let identity = status.identity
      guard GeneratedText(try file.read(OutputMark.startLength, name)).isOurs else { return false }
      let digest = try ManifestTrailer.proven(size: Int(clamping: identity.size)) {
        range throws(SystemFailure) in try file.read(range.count, from: range.lowerBound, name)
      }
      part = digest.map { digest in Part(shard, digest: digest, identity: identity) }
      // Looked at, and not deleted yet.
      return false
    }
    return part
  }

  private func name(of shard: Shard) -> RawPath { Self.manifest(of: shard, beside: whole) }

  /// Returns the parts in the names of files, regardless of their content.
  private func namedShards() throws(SystemFailure) -> [Shard] {
    let shards = try folder.names().compactMap { name in
      Self.shard(ofManifest: name.bytes, beside: whole)
    }
    return shards.sorted { one, other in
      (one.count, one.number) < (other.count, other.number)
    }
  }

  private static func shard(ofManifest name: [UInt8], beside whole: RawPath) -> Shard? {
    let (stem, fileExtension) = parts(of: whole)
    let start = stem + [UInt8(ascii: ".")]
    guard name.count > start.count + fileExtension.count, name.starts(with: start),
      name.suffix(fileExtension.count).elementsEqual(fileExtension)
    else { return nil }
    let label = name[start.count...].dropLast(fileExtension.count)
    return Shard(label: String(decoding: label, as: UTF8.self))
  }

  /// Returns the name of a manifest without its extension, and the extension of its parts.
  private static func parts(of whole: RawPath) -> (stem: [UInt8], fileExtension: [UInt8]) {
    let fileExtension = Array(".json".utf8)
    let hasExtension = whole.bytes.suffix(fileExtension.count).elementsEqual(fileExtension)
    // With --manifest it may have any name: parts of it get the extension all the same.
    guard hasExtension else { return (whole.bytes, fileExtension) }
    return (Array(whole.bytes.dropLast(fileExtension.count)), fileExtension)
  }
}
