import Glibc
package import WavethumbSystem

/// Checks whether a folder is a cache of wavethumb, and which files in it wavethumb made.
extension CacheFolder {
  private static let tagText = Array(
    "Signature: 8a477f597d28d172789f06886806bc55\n# Kept by wavethumb. May be deleted.\n".utf8
  )

  /// What the names and contents in a folder show about who made it.
  package enum Ownership {
    /// It has the tag, or is empty.
    case ours
    /// The tag is missing or damaged, but names and contents are those of a cache.
    case mendable
    /// The tag is damaged, and nothing else proves that the folder is a cache.
    case doubtful
    /// It has files of others.
    case foreign
  }

  package func ownership() throws(SystemFailure) -> Ownership {
    if isTagged { return .ours }
    var names = Set(try top.names())
    names.remove("lost+found")
    let hasTag = names.remove(Self.tag) != nil
    var isUnused = names.isEmpty
    if names == [Self.temporaries] {
      isUnused = try holdsOnlyTemporaries()
    }
    // The tag is the first file; a process that was killed before may have left its temporary file.
    if !hasTag, isUnused { return .ours }
    // Another process may have written the tag before the folder was listed.
    if isTagged { return .ours }
    let isDamaged = hasTag && holdsOnly(Self.tag, where: Self.isDamagedTag)
    let mayBeOurs = isDamaged || !hasTag
    // Names prove nothing, as anybody may have a folder `runs-1`: one file with a valid checksum does.
    let hasOwnNames = names.isSubset(of: Self.ownNames)
    if mayBeOurs, hasOwnNames, hasProvenFile() { return .mendable }
    return isDamaged ? .doubtful : .foreign
  }

  /// Writes the tag again in a folder that is `mendable`.
  package func mendTag() throws(SystemFailure) {
    guard remove(Self.tag, where: Self.isDamagedTag) else {
      throw SystemFailure(.remove, errno: EACCES, at: path.appending(Self.tag))
    }
    try writeTag()
  }

  private static let ownNames: Set<RawPath> = [
    summaries, runs, temporaries, usage, growth,
  ]
  /// The files in which earlier releases counted.
  private static let usage: RawPath = "usage"
  private static let growth: RawPath = "growth"
  /// The number of files to read for a proof: a power failure may have emptied the newest ones.
  // A guess, which keeps a folder of a million files that merely have our names from being read whole.
  private static let maximumProofs = 1000

  /// Returns whether a file of the cache has a valid checksum.
  private func hasProvenFile() -> Bool {
    var tries = 0
    for name in names(in: Self.runs) where SightingsFile.isName(name.bytes) {
      let bytes = read(Self.runs.appending(name), maximumBytes: SightingsFile.maximumBytes)
      if let bytes, Sightings(bytes) != nil { return true }
    }
    for shard in 0..<256 where tries < Self.maximumProofs {
      for name in names(in: SummaryKey.path(ofShard: shard)) {
        guard let key = SummaryKey(name: name.bytes) else { continue }
        tries += 1
        let bytes = read(key.path, maximumBytes: CacheEntry.maximumBytes)
        if let bytes, CacheEntry.payload(of: bytes, for: key) != nil { return true }
      }
    }
    return false
  }

  var isTagged: Bool { holdsOnly(Self.tag, where: Self.isTag) }

  private func holdsOnlyTemporaries() throws(SystemFailure) -> Bool {
    guard try top.statusIfPresent(of: Self.temporaries)?.kind == .folder else { return false }
    let names = try top.folderWithoutLinks(Self.temporaries).names()
    return names.allSatisfy { name in TemporaryName.isOurs(name.bytes) }
  }

  /// Writes the tag, which makes backup programs skip this folder, unless a file has its name.
  func writeTag() throws(SystemFailure) {
    if try top.statusIfPresent(of: Self.tag) != nil { return }
    try write(BytePieces(Self.tagText), to: Self.tag)
  }

  func removeTag() { remove(Self.tag, where: Self.isTag) }

  /// Returns whether a file, or anything else, has this name.
  func hasName(_ name: RawPath) -> Bool {
    do {
      return try top.statusIfPresent(of: name) != nil
    } catch {
      // What cannot be asked for is taken as there: the tag must not go before it.
      return true
    }
  }

  /// Removes files in which earlier releases counted the size of the cache.
  ///
  /// Their content must be what those releases wrote: a number and a line break, of which a power
  /// failure may leave zeros. A folder without the tag is a folder of others.
  func removeFilesOfEarlierReleases() {
    guard isTagged else { return }
    remove(Self.usage) { text in
      let isNumber = text.allSatisfy { byte in byte == 0 || "0123456789\n".utf8.contains(byte) }
      return (1..<32).contains(text.count) && isNumber
    }
    // Its size was the count.
    remove(Self.growth, where: Self.isZeros)
  }

  private static func isZeros(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { byte in byte == 0 } }

  private static func isTag(_ bytes: [UInt8]) -> Bool { bytes == tagText }

  /// Returns whether the text is our tag after damage: a start of it, zeros as after a power
  /// failure, or the whole with a few other bytes.
  private static func isDamagedTag(_ bytes: [UInt8]) -> Bool {
    if tagText.starts(with: bytes) { return true }
    if isZeros(bytes), bytes.count <= tagText.count { return true }
    let changed = zip(bytes, tagText).count { byte, byteOfTag in byte != byteOfTag }
    return bytes.count == tagText.count && changed <= maximumChangedBytes
  }

  // Bit rot changes single bits; a tag of another program has the same first line and differs in the
  // second. A guess.
  private static let maximumChangedBytes = 8

  /// Removes a file if its content is ours; returns whether it is gone.
  @discardableResult
  private func remove(_ name: RawPath, where isOurs: ([UInt8]) -> Bool) -> Bool {
    do throws(SystemFailure) {
      if let file = try found(name, where: isOurs) { return try file.remove() }
      return try top.statusIfPresent(of: name) == nil
    } catch {
      return false
    }
  }

  private func holdsOnly(_ name: RawPath, where isOurs: ([UInt8]) -> Bool) -> Bool {
    do throws(SystemFailure) {
      let file = try found(name, where: isOurs)
      return file != nil
    } catch {
      return false
    }
  }

  private func found(
    _ name: RawPath,
    where isOurs: ([UInt8]) -> Bool
  ) throws(SystemFailure) -> OwnedFile? {
    try OwnedFile.find(name, in: top) { file, status throws(SystemFailure) in
      // None of our files is longer, and a sparse file may have 2^63 - 1 bytes.
      let size = status.identity.size
      guard size <= 1 << 16 else { return false }
      return isOurs(try file.read(Int(size), name))
    }
  }
}
