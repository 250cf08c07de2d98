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
      try remove(other.fileName, from: folder)
    }
  }

  /// Deletes a manifest if our mark is in it, or was before its first bytes were damaged.
  static func remove(_ name: RawPath, from folder: borrowing Folder) throws(SystemFailure) {
    let file = try OwnedFile.find(name, in: folder) { file, identity throws(SystemFailure) in
      if GeneratedText(try file.read(Ownership.startLength, name)).isOurs { return true }
      return try ManifestHead.isMendable(size: Int(clamping: identity.size)) {
        range throws(SystemFailure) in try file.read(range.count, from: range.lowerBound, name)
      }
    }
    _ = try file?.remove()
  }
}
