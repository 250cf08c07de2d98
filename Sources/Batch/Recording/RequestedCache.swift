import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

// Opens the cache that the options ask for.
extension CacheFolder {
  /// Throws if the folder has files of other programs, before anything is created or written.
  static func refuseForeign(_ location: CacheLocation) throws(RunFailure) {
    guard location.isUsed, let path = location.path else { return }
    let ownership: CacheFolder.Ownership
    do {
      ownership = try CacheFolder(at: path, creating: false).ownership()
    } catch {
      // It does not exist yet, or the failure is reported when it is used.
      return
    }
    if ownership == .foreign { throw .foreignCache(path.bytes) }
  }

  /// Opens the requested cache; if that is impossible, the run reports it and continues without.
  static func requested(
    by location: CacheLocation,
    creating: Bool = true,
    report: Report
  ) -> CacheFolder? {
    guard location.isUsed else { return nil }
    guard let path = location.path else {
      report.say(.noCacheFolder)
      return nil
    }
    do {
      let cache = try CacheFolder(at: path, creating: creating)
      switch try cache.ownership() {
      case .ours: break
      case .unrecognized, .foreign:
        // A folder of others was refused before; this one may be a damaged cache.
        report.say(.cacheUnrecognized(path.bytes))
        return nil
      }
      return cache
    } catch  where !creating && error.isMissing {
      return nil
    } catch {
      report.say(.cacheUnusable(path.bytes, errno: error.errno))
      return nil
    }
  }
}

extension CacheLocation {
  /// The requested folder, or the user's default; nil if the home folder is unknown.
  var path: RawPath? {
    guard let directory else { return CacheFolder.standardPath }
    return RawPath(bytes: directory)
  }
}
