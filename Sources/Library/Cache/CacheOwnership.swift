import Glibc
package import WavethumbSystem

/// Checks whether a folder is a cache of wavethumb, and which files in it wavethumb made.
extension CacheFolder {
  private static let tagText =
    signature + Array("# Kept by wavethumb. May be deleted.\n".utf8)
  /// The first line of the tag of any program (bford.info/cachedir).
  private static let signature = Array("Signature: 8a477f597d28d172789f06886806bc55\n".utf8)

  /// What the names in a folder show about who made it.
  package enum Ownership {
    /// It has our tag, or is empty.
    case ours
    /// Its tag is damaged, so that its owner is unknown.
    case unrecognized
    /// It has the tag or files of others.
    case foreign
  }

  package func ownership() throws(SystemFailure) -> Ownership {
    if isTagged { return .ours }
    var names = Set(try top.names())
    names.remove("lost+found")
    var isUnused = names.isEmpty
    // The tag is the first file; a process that was killed before may have left its temporary file.
    if names == [Self.temporaries] {
      isUnused = try holdsOnlyTemporaries()
    }
    // Another process may have written the tag before the folder was listed.
    if isUnused || isTagged { return .ours }
    // Other names prove nothing: anybody may have a folder `runs-1`.
    let isOfAnother = holdsOnly(Self.tag) { text in text.starts(with: Self.signature) }
    return names.contains(Self.tag) && !isOfAnother ? .unrecognized : .foreign
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

  private static func isTag(_ bytes: [UInt8]) -> Bool { bytes == tagText }

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
