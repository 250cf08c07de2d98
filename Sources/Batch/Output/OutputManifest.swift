import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The manifest of an output whose path was not given.
enum OutputManifest {
  static let name: RawPath = "manifest.json"

  /// Returns the output of a folder that may be named by its library: `LIBRARY/.wavethumb` if that is
  /// an output and the folder itself is none. By default an output has a manifest.
  static func output(
    named folder: RawPath,
    isOutput: (borrowing Folder) throws(SystemFailure) -> Bool = OutputManifest.hasManifest
  ) throws(SystemFailure) -> RawPath {
    let opened = try Folder(at: folder)
    if try isOutput(opened) { return folder }
    do throws(SystemFailure) {
      // The library may come from somebody else, and its `.wavethumb` be a link.
      let inside = try opened.folder(".wavethumb", followingLinks: false)
      guard try isOutput(inside) else { return folder }
      return folder.appending(".wavethumb")
    } catch {
      // The folder itself, which the caller then reports as no output.
      return folder
    }
  }

  static func hasManifest(_ folder: borrowing Folder) throws(SystemFailure) -> Bool {
    try folder.statusIfPresent(of: name) != nil
  }

  /// Deletes a manifest if our mark is in it, or the digest that a ledger names is at its end.
  static func remove(
    _ name: RawPath,
    named digest: ContentDigest?,
    from folder: borrowing Folder
  ) throws(SystemFailure) {
    let file = try OwnedFile.find(name, in: folder) { file, status throws(SystemFailure) in
      if GeneratedText(try file.read(OutputMark.startLength, name)).isOurs { return true }
      // With a damaged mark, the digest at the end shows whose it is: a ledger of ours names it.
      guard let digest else { return false }
      let start = max(0, Int(clamping: status.identity.size) - ManifestTrailer.length)
      let end = try file.read(ManifestTrailer.length, from: start, name)
      return ManifestTrailer.digest(in: end) == digest
    }
    _ = try file?.remove()
  }
}
