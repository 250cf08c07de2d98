import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

// Opens the cache that the options ask for.
extension CacheFolder {
  /// Throws if the folder has files of other programs, before anything is created or written.
  static func refuseForeign(_ location: CacheLocation) throws(RunFailure) {
    guard location.isUsed, let place = location.place else { return }
    let ownership: CacheFolder.Ownership
    do {
      ownership = try CacheFolder(at: place, making: false).ownership()
    } catch {
      // It does not exist yet, or the failure is reported when it is used.
      return
    }
    if ownership == .foreign { throw .foreignCache(place.bytes) }
  }

  /// Opens the requested cache; if that is impossible, the run reports it and continues without.
  static func wanted(
    by location: CacheLocation, making: Bool = true, _ report: Report
  ) -> CacheFolder? {
    guard location.isUsed else { return nil }
    guard let place = location.place else {
      report.say(.noCacheFolder)
      return nil
    }
    do {
      let cache = try CacheFolder(at: place, making: making)
      switch try cache.ownership() {
      case .ours: break
      case .mendable:
        guard making else { break }
        try cache.mendTag()
        report.say(.cacheMended(place.bytes))
      case .doubtful, .foreign:
        // A folder of others was refused before; this one may be a damaged cache.
        report.say(.cacheUnrecognized(place.bytes))
        return nil
      }
      return cache
    } catch  where !making && error.isMissing {
      return nil
    } catch {
      report.say(.cacheUnusable(place.bytes, errno: error.errno))
      return nil
    }
  }
}

extension CacheLocation {
  /// The requested folder, or the user's default; nil if the home folder is unknown.
  var place: RawPath? { directory.map(RawPath.init(bytes:)) ?? CacheFolder.standardPath }
}
