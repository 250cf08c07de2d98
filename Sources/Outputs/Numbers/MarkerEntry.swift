package import Codecs
package import Waveform
package import WavethumbBytes

/// A marker in the manifest and in data files.
// Milliseconds are whole numbers: what is read back is written as the same text.
package struct MarkerEntry: Sendable, Equatable {
  package var startMs: Int
  /// The end of a region, or nil for a point in time.
  package var endMs: Int?
  package var label: String

  package init(_ cue: AudioCue) {
    startMs = cue.start.milliseconds
    endMs = cue.end?.milliseconds
    label = cue.name
  }

  package init?(_ json: JSONValue) {
    guard let startMs = json["startMs"]?.int, let label = json["label"]?.string else { return nil }
    self.startMs = startMs
    self.endMs = json["endMs"]?.int
    self.label = label
  }

  /// Writes the list of markers, unless it is empty.
  // Most recordings have none, and their entries no member for them.
  package static func write(_ markers: [MarkerEntry], to json: inout JSONWriter) {
    guard !markers.isEmpty else { return }
    json.member("markers", array: markers) { json, marker in
      json.object { json in
        json.member("startMs", marker.startMs)
        if let endMs = marker.endMs {
          json.member("endMs", endMs)
        }
        json.member("label", marker.label)
      }
    }
  }
}

extension WaveformSummary {
  package var durationMilliseconds: Int { duration.milliseconds }
}

extension Double {
  /// The seconds of a time as whole milliseconds, none for a negative one.
  package var milliseconds: Int {
    // Beyond 1e15 seconds the product would not fit an integer.
    let seconds = Swift.min(Swift.max(self, 0), 1e15)
    return Int((seconds * 1000).rounded())
  }
}
