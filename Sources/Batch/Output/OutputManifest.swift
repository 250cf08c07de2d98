import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Finds the manifest of an output without a given name.
enum OutputManifest {
  /// Returns the name of the existing manifest of either format; `manifest.json` if there is none.
  static func name(in output: borrowing Folder) throws(SystemFailure) -> RawPath {
    for format in ManifestFormat.allCases {
      if try output.statusIfPresent(of: format.fileName) != nil { return format.fileName }
    }
    return ManifestFormat.json.fileName
  }

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
    for format in ManifestFormat.allCases {
      if try folder.statusIfPresent(of: format.fileName) != nil { return true }
    }
    return false
  }

  /// Deletes manifests of other formats left by earlier runs, which would be outdated from now on.
  static func removeOthers(than format: ManifestFormat, in output: RawPath) throws(SystemFailure) {
    let folder = try Folder(at: output)
    for other in ManifestFormat.allCases where other != format {
      try remove(other.fileName, named: nil, from: folder)
    }
  }

  /// Deletes a manifest if our mark is in it, or the digest that a ledger names is at its end.
  static func remove(
    _ name: RawPath,
    named digest: ContentDigest?,
    from folder: borrowing Folder
  ) throws(SystemFailure) {
    let file = try OwnedFile.find(name, in: folder) { file, identity throws(SystemFailure) in
      if GeneratedText(try file.read(Ownership.startLength, name)).isOurs { return true }
      // With a damaged mark, the digest at the end shows whose it is: a ledger of ours names it.
      guard let digest else { return false }
      let start = max(0, Int(clamping: identity.size) - ManifestSeal.maximumBytes)
      let end = try file.read(ManifestSeal.maximumBytes, from: start, name)
      return ManifestSeal.digest(in: end) == digest
    }
    _ = try file?.remove()
  }
}
