import WavethumbBytes
import WavethumbLibrary

/// Why a check finds a recording stale.
// The raw values follow a number: `3 with missing or damaged files`.
enum StaleReason: String, CaseIterable, Sendable {
  /// The last scan did not know it.
  case new
  case changed
  case otherOptions = "made with other options"
  /// Unsupported at the last scan, and decoded by the ffmpeg of this machine.
  case readableNow = "that ffmpeg can read now"
  case damagedFiles = "with missing or damaged files"
  case gone
  /// Not a recording: index.html.
  case page = "out-of-date page"

  /// How many recordings are stale for each reason, and the options that differ from those of the
  /// last scan.
  static func message(_ counts: [StaleReason: Int], differing options: [String]) -> String {
    // Other settings with the same options are those of another version.
    let isOtherVersion = options.isEmpty
    let which = isOtherVersion ? "another version of wavethumb" : options.joined(separator: ", ")
    var parts: [String] = []
    // In the order of the cases, since a dictionary has another in every run.
    for reason in allCases {
      guard let count = counts[reason] else { continue }
      var part = "\(Numerals.grouped(count)) \(reason.rawValue)"
      if reason == .otherOptions {
        part += " (\(which))"
      }
      parts.append(part)
    }
    return parts.joined(separator: ", ")
  }
}
