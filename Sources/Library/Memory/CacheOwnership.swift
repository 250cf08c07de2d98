package import System

/// What shows that a folder is a cache of ours, and that a file in it was made by us.
extension CacheFolder {
  private static let tagText = Array(
    "Signature: 8a477f597d28d172789f06886806bc55\n# Kept by wavethumb. May be deleted.\n".utf8)

  /// Whether the folder holds files of others: without our tag there may only be what a cache
  /// begins with.
  package func isForeign() throws(SystemFailure) -> Bool {
    if isTagged { return false }
    let own: Set<RawPath> = [Self.summaries, Self.runs, Self.temporaries]
    let files: Set<RawPath> = [Self.usage, Self.growth]
    // A descriptor at the end of its folder lists nothing again, so a new one is opened.
    let folder = try top.folder(".")
    var (reader, names) = (FolderReader(), Set<RawPath>())
    while let entry = try reader.entry(in: folder.descriptor, path) {
      names.insert(RawPath(bytes: Array(reader.names[entry.name])))
    }
    names.remove("lost+found")
    if names.isEmpty { return false }
    if !names.isDisjoint(with: own), names.isSubset(of: own.union(files)) { return false }
    // Another process may have written the tag before the folder was listed.
    return !isTagged
  }

  private var isTagged: Bool { holdsOnly(Self.tag, Self.isTag) }

  /// Writes the tag that makes backup programs skip this folder.
  func writeTag() {
    if top.fileSize(of: Self.tag) != nil { return }
    // A failure here recurs when the first summary is written, and is reported then.
    do { try write([Self.tagText], to: Self.tag) } catch { return }
  }

  func removeTag() { remove(Self.tag, Self.isTag) }

  /// Removes the note of the bytes in the cache.
  func removeUsage() { remove(Self.usage) { $0.allSatisfy { "0123456789\n".utf8.contains($0) } } }

  /// Whether the file that grows with the cache may be appended to: one of the user's holds more
  /// than zeros.
  var ownsGrowth: Bool {
    top.fileSize(of: Self.growth) == nil || holdsOnly(Self.growth, Self.isZero)
  }

  /// Removes the file that grows with the cache; returns whether it is gone.
  @discardableResult
  func removeGrowth() -> Bool { remove(Self.growth, Self.isZero) }

  private static func isTag(_ bytes: [UInt8]) -> Bool { bytes == tagText }
  private static func isZero(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { $0 == 0 } }

  /// Removes a file if its content is ours; returns whether it is gone.
  @discardableResult
  private func remove(_ name: RawPath, _ isOurs: ([UInt8]) -> Bool) -> Bool {
    do throws(SystemFailure) {
      if let file = try found(name, isOurs) { return try file.remove() }
      return try top.statusIfPresent(of: name) == nil
    } catch {
      return false
    }
  }

  private func holdsOnly(_ name: RawPath, _ isOurs: ([UInt8]) -> Bool) -> Bool {
    do throws(SystemFailure) {
      let file = try found(name, isOurs)
      return file != nil
    } catch {
      return false
    }
  }

  private func found(
    _ name: RawPath, _ isOurs: ([UInt8]) -> Bool
  ) throws(SystemFailure) -> OwnedFile? {
    try OwnedFile.find(name, in: top) { file, identity throws(SystemFailure) in
      isOurs(try file.read(Int(clamping: identity.size), name))
    }
  }
}
