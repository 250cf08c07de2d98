import Library
import Outputs
import System

/// Finds the manifest of an output that nobody names.
enum OutputManifest {
  /// The manifest that is there, by the name of its format; `manifest.json` where there is none.
  static func name(in output: borrowing Folder) throws(SystemFailure) -> RawPath {
    for format in ManifestFormat.allCases {
      do throws(SystemFailure) {
        _ = try output.status(of: format.fileName, followingLinks: false)
        return format.fileName
      } catch {
        if !error.isMissing { throw error }
      }
    }
    return ManifestFormat.json.fileName
  }

  /// Deletes the manifests of other formats that earlier runs have left in an output: they list the
  /// same files and would be old from now on.
  static func removeOthers(
    than format: ManifestFormat, in output: RawPath
  ) throws(SystemFailure) {
    let folder = try Folder(at: output)
    for other in ManifestFormat.allCases where other != format {
      do throws(SystemFailure) {
        let status = try folder.status(of: other.fileName, followingLinks: false)
        guard status.kind == .file else { continue }
        let last = LastManifest(output.appending(other.fileName), status.identity)
        if GeneratedText(try last.start()).isOurs { try folder.remove(other.fileName) }
      } catch {
        if !error.isMissing { throw error }
      }
    }
  }
}
