import Bytes
import Library
import Outputs
import System

/// Finds the manifest of an output without a given name.
enum OutputManifest {
  /// Returns the name of the existing manifest of either format; `manifest.json` if there is none.
  static func name(in output: borrowing Folder) throws(SystemFailure) -> RawPath {
    for format in ManifestFormat.allCases {
      if try output.statusIfPresent(of: format.fileName) != nil { return format.fileName }
    }
    return ManifestFormat.json.fileName
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
    _ name: RawPath, named digest: ContentDigest?, from folder: borrowing Folder
  ) throws(SystemFailure) {
    let file = try OwnedFile.find(name, in: folder) { file, identity throws(SystemFailure) in
      if GeneratedText(try file.read(Ownership.startLength, name)).isOurs { return true }
      let start = max(0, Int(clamping: identity.size) - ManifestSeal.mostBytes)
      let end = try file.read(ManifestSeal.mostBytes, from: start, name)
      return digest != nil && ManifestSeal.digest(in: end) == digest
    }
    _ = try file?.remove()
  }
}
