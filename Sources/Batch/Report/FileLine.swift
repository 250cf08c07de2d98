/// The line about one file, where lines about single files were asked for.
enum FileLine {
  static func text(
    _ outcome: FileOutcome, kind: LastLine.Kind, verbosity: Verbosity
  ) -> String? {
    let isListed =
      switch kind {
      case .scan: false
      case .dryRun: outcome.problem == nil && outcome.written > 0 && verbosity != .quiet
      case .check: outcome.isStale && verbosity != .quiet
      }
    guard isListed || verbosity == .everyFile else { return nil }
    let name = ShownName.text(outcome.path)
    if let problem = outcome.problem {
      return "\(outcome.status.rawValue) \(name): \(problem.message)"
    }
    let remarks = [
      outcome.written > 0 ? source(outcome.source, kind) : nil,
      outcome.isTruncated ? "truncated" : nil,
      outcome.isSilent ? "silent" : nil,
    ].compactMap(\.self)
    let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    return "\(verb(outcome, kind)) \(name)\(remark)"
  }

  private static func verb(_ outcome: FileOutcome, _ kind: LastLine.Kind) -> String {
    switch kind {
    case .check: outcome.isStale ? "stale" : "unchanged"
    case .scan: outcome.written > 0 ? "drawn" : "unchanged"
    case .dryRun: outcome.written > 0 ? "would draw" : "unchanged"
    }
  }

  private static func source(_ source: OutcomeSource?, _ kind: LastLine.Kind) -> String? {
    switch source {
    case .decoded: kind == .scan ? "decoded" : "to decode"
    case .summary: "from the cache"
    case .digest: "known content"
    case .unchanged, nil: nil
    }
  }
}
