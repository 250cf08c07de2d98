package import Waveform
package import WavethumbBytes

/// The stretch that was measured, in milliseconds from the beginning of the recording.
// Milliseconds, as for markers: what is read back is written as the same text.
package struct StretchEntry: Sendable, Equatable {
  package var startMs: Int
  package var endMs: Int

  /// Creates the stretch of a summary that begins at `start` seconds.
  // Measured and not as requested: a recording may end before the end of the range.
  package init(of summary: WaveformSummary, from start: Double) {
    startMs = start.milliseconds
    endMs = (start + summary.duration).milliseconds
  }

  package init?(_ json: JSONValue) {
    guard let startMs = json["startMs"]?.int, let endMs = json["endMs"]?.int else { return nil }
    self.startMs = startMs
    self.endMs = endMs
  }

  package func write(to json: inout JSONWriter) {
    json.member("range") { json in
      json.member("startMs", startMs)
      json.member("endMs", endMs)
    }
  }
}
