package import Codecs
package import Decoding
package import Raster
package import Thumbnails
package import Waveform
package import WavethumbOptions

extension DecodedRecording {
  /// Returns the recording with the requested markers only, within its stretch.
  package func marked(
    by source: MarkerSource, _ given: [AudioCue], in range: TimeRange?
  ) -> DecodedRecording {
    guard source != .none || !facts.cues.isEmpty else { return self }
    var recording = self
    switch source {
    case .none: recording.facts.cues = []
    case .automatic:
      if given.isEmpty {
        recording.facts.cues = facts.cues.inOrder
      } else {
        recording.facts.cues = given
      }
    case .file: recording.facts.cues = given
    }
    let start = range?.start ?? 0
    let end = start + measurement.mix.duration
    recording.facts.cues.removeAll { cue in
      // A cue that only touches the stretch is outside.
      cue.start > end || cue.start >= range?.end ?? .infinity
        || cue.end.map { $0 <= start } ?? (cue.start < start)
    }
    return recording
  }

  /// Returns the markers with times in seconds relative to `start`.
  package func markers(from start: Double) -> [WaveformMarker] {
    facts.cues.map { cue in
      let first = max(cue.start, start)
      return WaveformMarker(
        time: first - start, duration: cue.end.map { $0 - first } ?? 0, label: cue.name)
    }
  }
}

extension DecodedRecording {
  /// Returns a color for each marker: its own, or the next of the list by its index in the whole
  /// recording.
  package func markerColors(_ look: ThumbnailLook) -> [Color] {
    let colors =
      if look.markerColors.isEmpty {
        ThumbnailLook.standardMarkerColors
      } else {
        look.markerColors
      }
    return facts.cues.map { cue in
      cue.color.map { Color(rgba: $0) } ?? colors[cue.index % colors.count]
    }
  }
}

extension Color {
  /// Red, green, blue and alpha from the highest byte down.
  package var rgba: UInt32 { [red, green, blue, alpha].reduce(0) { $0 << 8 | UInt32($1) } }

  package init(rgba: UInt32) {
    func byte(_ shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rgba >> shift) }
    self.init(red: byte(24), green: byte(16), blue: byte(8), alpha: byte(0))
  }
}
