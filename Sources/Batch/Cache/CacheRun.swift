import Glibc
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Shows, trims or empties the cache.
struct CacheRun: Sendable {
  let options: CacheOptions
  let report: Report

  func run() -> ExitStatus {
    guard let path = options.location.path else { return report.fail(.noCacheFolder) }
    do {
      let cache = try CacheFolder(at: path, creating: false)
      guard try cache.ownership() == .ours else { return report.fail(.foreignCache(path.bytes)) }
      return perform(in: cache)
    } catch  where error.errno == ENOENT {
      // There is no cache folder yet, so the cache is empty.
      return report(CacheTotals(folder: path.bytes), after: nil)
    } catch {
      return report.fail(.cacheUnusable(path.bytes, errno: error.errno))
    }
  }

  private func perform(in cache: CacheFolder) -> ExitStatus {
    let before = CacheTotals(of: cache, budget: options.location.budget)
    let maximumBytes: Int
    switch options.action {
    case .show: return report(before, after: nil)
    case .prune(let bytes):
      cache.prune(to: Int64(clamping: bytes))
      maximumBytes = bytes
    case .clear:
      cache.clear()
      maximumBytes = 0
    }
    let after = CacheTotals(of: cache, budget: options.location.budget)
    // Another run may be adding entries; but if nothing was removed at all, nothing could be.
    if after.bytes > maximumBytes, after.bytes >= before.bytes {
      return report.fail(.cacheUnusable(cache.path.bytes, errno: EACCES))
    }
    return report(before, after: after)
  }

  private func report(_ before: CacheTotals, after: CacheTotals?) -> ExitStatus {
    // What was asked for is data, on standard output; what was done is a message.
    if options.action == .show { return Announcement.show(before.text + "\n") }
    guard options.verbosity != .quiet else { return .success }
    var channel = OutputChannel.standardError
    channel.write((after ?? before).text(after: before) + "\n")
    return .success
  }
}

/// The contents of the cache, before or after a change.
struct CacheTotals: Sendable, Equatable {
  var folder: [UInt8]
  var summaries = 0
  var bytes = 0
  var budget: Int?

  var text: String {
    guard bytes > 0 else { return "nothing in \(PrintableName.text(folder))" }
    let noun = summaries == 1 ? "summary" : "summaries"
    var text = "\(Numerals.grouped(summaries)) \(noun), \(Numerals.bytes(bytes))"
    if let budget {
      text += " of \(Numerals.bytes(budget))"
    }
    return text + ", in \(PrintableName.text(folder))"
  }

  func text(after before: CacheTotals) -> String {
    let freed = before.bytes - bytes
    guard freed > 0 else { return text }
    return "\(Numerals.bytes(freed)) freed; \(text)"
  }
}

extension CacheTotals {
  init(of cache: CacheFolder, budget: Int? = nil) {
    let (summaries, bytes) = cache.totals()
    self.init(
      folder: cache.path.bytes,
      summaries: summaries,
      bytes: Int(clamping: bytes),
      budget: budget
    )
  }
}
