import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Formats the line about one file, if such lines are requested.
enum FileLine {
  static func text(for result: RecordingResult, options: ScanOptions) -> String? {
    let kind = options.kind
    let verbosity = options.verbosity
    // A dry run lists what it would draw, which is what it is for; problems are grouped at its end.
    let wouldDraw = result.problem == nil && result.written > 0
    let isListed = kind == .dryRun && wouldDraw && verbosity != .quiet
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
    if kind == .scan, result.written > 0, let source = source(of: result) {
      remarks.append(source)
    }
    if let damage = result.facts?.damage.text {
      remarks.append(damage)
    }
    if result.facts?.isSilent ?? false {
      remarks.append("silent")
    }
    let verb = verb(for: result, in: kind)
    if remarks.isEmpty { return "\(verb) \(name)" }
    return "\(verb) \(name) (\(remarks.joined(separator: ", ")))"
  }

  private static func verb(for result: RecordingResult, in kind: TotalsLine.Kind) -> String {
    switch kind {
    case .check where result.isStale: "stale"
    case .scan where result.written > 0: "drawn"
    case .dryRun where result.written > 0: "would draw"
    case .check, .scan, .dryRun: "unchanged"
    }
  }

  private static func source(of result: RecordingResult) -> String? {
    switch result.source {
    case .decoded where result.isIndivisible:
      "decoded by one processor: it cannot start in the middle"
    case .decoded: "decoded"
    case .summary: "from the cache"
    case .digest: "known content"
    case .unchanged, nil: nil
    }
  }
}
