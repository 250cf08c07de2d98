package import Bytes
package import Codecs
package import Waveform

/// The markers as the manifest and the data list them; nil where none are shown.
package struct MarkerEntries {
  private let cues: [AudioCue]
  private let fingerprint: UInt64

  package init(_ cues: [AudioCue], fingerprint: UInt64 = 0) {
    self.cues = cues
    self.fingerprint = fingerprint
  }

  package func write(_ json: inout JSONWriter) {
    if !cues.isEmpty {
      json.name("markers")
      json.array(cues) { json, cue in
        json.object { json in
          json.member("startMs", cue.start.milliseconds)
          if let end = cue.end { json.member("endMs", end.milliseconds) }
          json.member("label", cue.name)
        }
      }
    }
    if fingerprint != 0 { json.member("markersDigest", String(fingerprint, radix: 16)) }
  }
}

/// The stretch that was measured, as the manifest lists it: its begin and end in the recording.
package enum StretchEntry {
  package static func write(
    from start: Double, _ summary: WaveformSummary, _ json: inout JSONWriter
  ) {
    json.name("range")
    json.object { json in
      json.member("startMs", start.milliseconds)
      json.member("endMs", (start + summary.duration).milliseconds)
    }
  }
}

extension WaveformSummary {
  /// How long the recording is, rounded to milliseconds.
  package var durationMilliseconds: Int { duration.milliseconds }
}

extension Double {
  /// These seconds, rounded to milliseconds.
  package var milliseconds: Int { Int((Swift.min(Swift.max(self, 0), 1e15) * 1000).rounded()) }
}
