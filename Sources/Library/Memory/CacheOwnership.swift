package import System

/// Checks whether a folder is a cache of wavethumb, and which files in it wavethumb made.
extension CacheFolder {
  private static let tagText = Array(
    "Signature: 8a477f597d28d172789f06886806bc55\n# Kept by wavethumb. May be deleted.\n".utf8)

  /// Returns whether the folder has foreign files: only the tag proves that it is a cache.
  ///
  /// The tag is the first file; a process that was killed before may have left its temporary file.
  package func isForeign() throws(SystemFailure) -> Bool {
    if isTagged { return false }
    var names = Set(try top.names())
    names.remove("lost+found")
    if names.remove(Self.temporaries) != nil, try !holdsOnlyTemporaries() { return !isTagged }
    // Another process may have written the tag before the folder was listed.
    return !names.isEmpty && !isTagged
  }

  var isTagged: Bool { holdsOnly(Self.tag, Self.isTag) }

  private func holdsOnlyTemporaries() throws(SystemFailure) -> Bool {
    guard try top.statusIfPresent(of: Self.temporaries)?.kind == .folder else { return false }
    return try top.folderWithoutLinks(Self.temporaries).names()
      .allSatisfy { TemporaryName.isOurs($0.bytes) }
  }

  /// Writes the tag, which makes backup programs skip this folder, unless a file has its name.
  func writeTag() throws(SystemFailure) {
    if try top.statusIfPresent(of: Self.tag) != nil { return }
    try write([Self.tagText], to: Self.tag)
  }

  func removeTag() { remove(Self.tag, Self.isTag) }

  /// Returns whether a file, or anything else, has this name.
  func hasName(_ name: RawPath) -> Bool {
    do { return try top.statusIfPresent(of: name) != nil } catch { return true }
  }

  /// Removes files in which earlier releases counted the size of the cache.
  ///
  /// Their content must be what those releases wrote: a number and a line break, of which a power
  /// failure may leave zeros. A folder without the tag is a folder of others.
  func removeFilesOfEarlierReleases() {
    guard isTagged else { return }
    remove("usage") { text in
      (1..<32).contains(text.count)
        && text.allSatisfy { $0 == 0 || "0123456789\n".utf8.contains($0) }
    }
    remove("growth") { $0.allSatisfy { $0 == 0 } }
  }

  private static func isTag(_ bytes: [UInt8]) -> Bool { bytes == tagText }

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
