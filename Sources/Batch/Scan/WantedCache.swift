import Library
import System

extension CacheFolder {
  /// Opens the cache that a run asks for; where it cannot be had the run goes on without, and says
  /// so.
  static func wanted(
    by location: CacheLocation, making: Bool = true, _ report: Report
  ) -> CacheFolder? {
    guard location.isUsed else { return nil }
    guard let place = location.place else {
      report.say(.noCacheFolder)
      return nil
    }
    do {
      return try CacheFolder(at: place, making: making)
    } catch  where !making && error.isMissing {
      return nil
    } catch {
      report.say(.cacheUnusable(place.bytes, errno: error.errno))
      return nil
    }
  }
}

extension CacheLocation {
  /// The folder that was asked for, or the user's own; nil where not even a home is known.
  var place: RawPath? { directory.map(RawPath.init(bytes:)) ?? CacheFolder.standardPath }
}
