import Glibc
public import Library
import System

/// Shows, trims or empties the cache.
public struct CacheRun: Sendable {
  let options: CacheOptions
  let report: Report

  /// Creates a run of `cache`.
  public init(_ options: CacheOptions, report: Report) {
    (self.options, self.report) = (options, report)
  }

  /// Performs the action and returns the exit status.
  public func run() -> ExitStatus {
    guard let place = options.location.place else { return report.fail(.noCacheFolder) }
    do {
      let cache = try CacheFolder(at: place, making: false)
      if try cache.isForeign() { return report.fail(.foreignCache(place.bytes)) }
      return perform(in: cache)
    } catch  where error.errno == ENOENT {
      // There is no cache folder yet, so the cache is empty.
      return tell(CacheTotals(folder: place.bytes, summaries: 0, bytes: 0), nil)
    } catch {
      return report.fail(.cacheUnusable(place.bytes, errno: error.errno))
    }
  }

  private func perform(in cache: CacheFolder) -> ExitStatus {
    let before = totals(of: cache)
    let most: Int
    switch options.action {
    case .show: return tell(before, nil)
    case .prune(let bytes):
      cache.prune(to: Int64(clamping: bytes))
      most = bytes
    case .clear:
      cache.clear()
      most = 0
    }
    let after = totals(of: cache)
    // Another run may be adding entries; but if nothing was removed at all, nothing could be.
    if after.bytes > most, after.bytes >= before.bytes {
      return report.fail(.cacheUnusable(cache.path.bytes, errno: EACCES))
    }
    return tell(before, after)
  }

  private func tell(_ before: CacheTotals, _ after: CacheTotals?) -> ExitStatus {
    if options.action == .show { return Announcement.cache(before) }
    return Announcement.trimmed(from: before, to: after ?? before, options.verbosity)
  }

  private func totals(of cache: CacheFolder) -> CacheTotals {
    let (summaries, bytes) = cache.totals()
    return CacheTotals(
      folder: cache.path.bytes, summaries: summaries, bytes: Int(clamping: bytes),
      budget: options.location.budget)
  }
}
