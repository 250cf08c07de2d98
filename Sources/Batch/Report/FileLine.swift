import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Formats the line about one file, if such lines are requested.
enum FileLine {
  static func text(_ result: RecordingResult, _ options: ScanOptions) -> String? {
    let kind = options.kind
    let verbosity = options.verbosity
    let isListed =
      kind == .dryRun && result.problem == nil && result.written > 0 && verbosity != .quiet
    guard isListed || verbosity == .everyFile else { return nil }
    let name = PrintableName.text(result.path.bytes)
    if let problem = result.problem {
      if result.isStale { return "stale \(name) (\(result.status.rawValue): \(problem.message))" }
      return "\(result.status.rawValue) \(name): \(problem.message)"
    }
    var remarks: [String] = []
    if kind == .check, let reason = result.staleReason {
      remarks.append(reason.rawValue)
    }
    if result.written > 0, let source = source(of: result, kind) {
      remarks.append(source)
    }
    if let damage = result.made?.damage.text {
      remarks.append(damage)
    }
    if result.made?.isSilent ?? false {
      remarks.append("silent")
    }
    let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    return "\(verb(result, kind)) \(name)\(remark)"
  }

  private static func verb(_ result: RecordingResult, _ kind: TotalsLine.Kind) -> String {
    switch kind {
    case .check: result.isStale ? "stale" : "unchanged"
    case .scan: result.written > 0 ? "drawn" : "unchanged"
    case .dryRun: result.written > 0 ? "would draw" : "unchanged"
    }
  }

  private static func source(of result: RecordingResult, _ kind: TotalsLine.Kind) -> String? {
    switch result.source {
    case .decoded where kind != .scan: "to decode"
    case .decoded where result.isIndivisible:
      "decoded by one processor: it cannot start in the middle"
    case .decoded: "decoded"
    case .summary: "from the cache"
    case .digest: "known content"
    case .unchanged, nil: nil
    }
  }
}
