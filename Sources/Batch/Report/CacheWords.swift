import Library

/// The contents of the cache, before or after a change.
struct CacheTotals: Sendable, Equatable {
  var folder: [UInt8]
  var summaries: Int
  var bytes: Int
  var budget: Int?
}

enum CacheWords {
  static func shown(_ totals: CacheTotals) -> String {
    guard totals.bytes > 0 else { return "nothing in \(PrintableName.text(totals.folder))" }
    let summaries = totals.summaries == 1 ? "summary" : "summaries"
    let budget = totals.budget.map { " of \(Numerals.bytes($0))" } ?? ""
    return "\(Numerals.grouped(totals.summaries)) \(summaries), "
      + "\(Numerals.bytes(totals.bytes))\(budget), in \(PrintableName.text(totals.folder))"
  }

  static func trimmed(from before: CacheTotals, to after: CacheTotals) -> String {
    let freed = before.bytes - after.bytes
    return (freed > 0 ? "\(Numerals.bytes(freed)) freed; " : "") + shown(after)
  }
}

extension Announcement {
  static func cache(_ totals: CacheTotals) -> ExitStatus { show(CacheWords.shown(totals) + "\n") }

  static func trimmed(
    from before: CacheTotals, to after: CacheTotals, _ verbosity: Verbosity
  ) -> ExitStatus {
    guard verbosity != .quiet else { return .success }
    var channel = OutputChannel.standardError
    channel.write(CacheWords.trimmed(from: before, to: after) + "\n")
    return .success
  }
}
