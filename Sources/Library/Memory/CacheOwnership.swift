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
    let names = try top.names().filter { $0 != "lost+found" }
    if names == [Self.temporaries], try holdsOnlyTemporaries() { return false }
    // Another process may have written the tag before the folder was listed.
    return !names.isEmpty && !isTagged
  }

  var isTagged: Bool {
    do throws(SystemFailure) {
      let tag = try found(Self.tag) { $0 == Self.tagText }
      return tag != nil
    } catch {
      return false
    }
  }

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

  func removeTag() { remove(Self.tag) { $0 == Self.tagText } }

  /// Returns whether a file, or anything else, has this name.
  func hasName(_ name: RawPath) -> Bool {
    do { return try top.statusIfPresent(of: name) != nil } catch { return true }
  }

  /// Removes the file with the size of the cache.
  func removeUsage() { remove(Self.usage) { $0.allSatisfy { "0123456789\n".utf8.contains($0) } } }

  private func remove(_ name: RawPath, _ isOurs: ([UInt8]) -> Bool) {
    // A file that cannot be removed is harmless.
    do throws(SystemFailure) { _ = try found(name, isOurs)?.remove() } catch { return }
  }

  private func found(
    _ name: RawPath, _ isOurs: ([UInt8]) -> Bool
  ) throws(SystemFailure) -> OwnedFile? {
    try OwnedFile.find(name, in: top) { file, identity throws(SystemFailure) in
      isOurs(try file.read(Int(clamping: identity.size), name))
    }
  }
}
