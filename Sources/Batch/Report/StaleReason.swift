import Library

/// Why a check finds a recording stale.
package enum StaleReason: CaseIterable, Sendable {
  /// The last scan did not know it.
  case new
  /// Its content has changed.
  case changed
  case otherOptions
  case damagedFiles
  case gone

  /// How many recordings are stale for each reason, and the options that differ from those of the
  /// last scan.
  static func words(_ counts: [StaleReason: Int], differing options: [String]) -> String {
    let parts = allCases.compactMap { reason in
      counts[reason].map { reason.words($0, options) }
    }
    return parts.joined(separator: ", ")
  }

  private func words(_ count: Int, _ options: [String]) -> String {
    let number = Numerals.grouped(count)
    switch self {
    case .new: return "\(number) new"
    case .changed: return "\(number) changed"
    case .otherOptions:
      let which = options.isEmpty ? "another version of wavethumb" : options.joined(separator: ", ")
      return "\(number) made with other options (\(which))"
    case .damagedFiles: return "\(number) with missing or damaged files"
    case .gone: return "\(number) gone"
    }
  }
}
