import Library

/// Why a check finds a recording stale.
enum StaleReason: String, CaseIterable, Sendable {
  /// The last scan did not know it.
  case new
  case changed
  case otherOptions = "made with other options"
  case damagedFiles = "with missing or damaged files"
  case gone
  /// Not a recording: index.html.
  case page = "out-of-date page"

  var words: String { rawValue }

  /// How many recordings are stale for each reason, and the options that differ from those of the
  /// last scan.
  static func words(_ counts: [StaleReason: Int], differing options: [String]) -> String {
    let parts = allCases.compactMap { reason in
      counts[reason].map { reason.words($0, options) }
    }
    return parts.joined(separator: ", ")
  }

  private func words(_ count: Int, _ options: [String]) -> String {
    let which = options.isEmpty ? "another version of wavethumb" : options.joined(separator: ", ")
    return "\(Numerals.grouped(count)) \(words)" + (self == .otherOptions ? " (\(which))" : "")
  }
}
