import Outputs
package import WavethumbBytes

/// The missing parts of a recording.
package struct Damage: Sendable, Equatable {
  /// Places inside the recording that could not be decoded.
  package struct Gaps: Sendable, Equatable {
    package var count: Int
    package var lostMs: Int
    /// The start of the first gap in seconds; nil if only ffmpeg found it.
    package var firstAt: Double?
  }

  /// Whether the recording is shorter than it declares.
  package var truncated: Bool
  /// The milliseconds missing at the end, if the recording declares its length.
  package var missingMs: Int?
  package var gaps: Gaps?

  package init(truncated: Bool = false, missingMs: Int? = nil, gaps: Gaps? = nil) {
    self.truncated = truncated
    self.missingMs = missingMs
    self.gaps = gaps
  }

  /// Reads the members that `write` wrote into an entry.
  init(_ entry: JSONValue) {
    self.init(truncated: entry["truncated"]?.bool ?? false, missingMs: entry["missingMs"]?.int)
    gaps = entry["gaps"].flatMap(Gaps.init)
  }

  package var isEmpty: Bool { !truncated && gaps == nil }

  package func write(to json: inout JSONWriter) {
    // Also if it is false: a filter for whole recordings finds the member in each entry.
    json.member("truncated", truncated)
    writeDetails(to: &json)
  }

  /// Writes the known details of the damage.
  package func writeDetails(to json: inout JSONWriter) {
    if let missingMs {
      json.member("missingMs", missingMs)
    }
    if let gaps {
      json.gaps(gaps.count, lostMs: gaps.lostMs, firstAt: gaps.firstAt)
    }
  }
}

extension Damage.Gaps {
  /// Reads the member that `writeDetails` writes.
  fileprivate init?(_ json: JSONValue) {
    guard let count = json["count"]?.int, let lostMs = json["lostMs"]?.int else { return nil }
    self.init(count: count, lostMs: lostMs, firstAt: json["firstAt"]?.double)
  }
}
