import Library
import System

/// The line about one file, where lines about single files were asked for.
enum FileLine {
  static func text(
    _ record: RecordingRecord, kind: TotalsLine.Kind, verbosity: Verbosity
  ) -> String? {
    let isListed =
      switch kind {
      case .scan: false
      case .dryRun: record.problem == nil && record.written > 0 && verbosity != .quiet
      case .check: record.isStale && verbosity != .quiet
      }
    guard isListed || verbosity == .everyFile else { return nil }
    let name = PrintableName.text(record.path.bytes)
    if let problem = record.problem {
      if record.isStale { return "stale \(name) (\(record.status.rawValue): \(problem.message))" }
      return "\(record.status.rawValue) \(name): \(problem.message)"
    }
    let remarks = [
      record.written > 0 ? source(of: record, kind) : nil,
      record.made?.isTruncated ?? false ? "truncated" : nil,
      record.made?.isSilent ?? false ? "silent" : nil,
    ].compactMap(\.self)
    let remark = remarks.isEmpty ? "" : " (\(remarks.joined(separator: ", ")))"
    return "\(verb(record, kind)) \(name)\(remark)"
  }

  private static func verb(_ record: RecordingRecord, _ kind: TotalsLine.Kind) -> String {
    switch kind {
    case .check: record.isStale ? "stale" : "unchanged"
    case .scan: record.written > 0 ? "drawn" : "unchanged"
    case .dryRun: record.written > 0 ? "would draw" : "unchanged"
    }
  }

  private static func source(of record: RecordingRecord, _ kind: TotalsLine.Kind) -> String? {
    switch record.source {
    case .decoded where kind != .scan: "to decode"
    case .decoded where record.isIndivisible:
      "decoded by one processor: it cannot be begun in the middle"
    case .decoded: "decoded"
    case .summary: "from the cache"
    case .digest: "known content"
    case .unchanged, nil: nil
    }
  }
}
