package import Codecs
package import Decoding
package import Raster
package import Thumbnails
package import Waveform
package import WavethumbOptions

extension DecodedRecording {
  /// Returns the recording with the requested markers only, and with its chapters, within its stretch.
  package func marked(
    by source: MarkerSource,
    given: [AudioCue],
    in range: TimeRange?
  ) -> DecodedRecording {
    guard source != .none || !facts.cues.isEmpty else { return self }
    var cues: [AudioCue]
    switch source {
    case .none: cues = facts.cues.inOrder
    // A file beside the recording was made for it; cues inside may be those of an editor.
    case .automatic: cues = given.isEmpty ? facts.cues.inOrder : given
    case .file: cues = given
    }
    let start = range?.start ?? 0
    let end = start + measurement.mix.duration
    let requestedEnd = range?.end ?? .infinity
    cues.removeAll { cue in
      // A cue that only touches the stretch is outside.
      if cue.start > end || cue.start >= requestedEnd { return true }
      guard let cueEnd = cue.end else { return cue.start < start }
      return cueEnd <= start
    }
    var recording = self
    recording.facts.cues = source == .none ? [] : cues
    recording.chapters = cues
    return recording
  }

  /// Returns the markers with times in seconds relative to `start`.
  package func markers(from start: Double) -> [WaveformMarker] {
    facts.cues.map { cue in
      let first = max(cue.start, start)
      let end = cue.end ?? first
      return WaveformMarker(time: first - start, duration: end - first, label: cue.name)
    }
  }
}

extension DecodedRecording {
  /// Returns a color for each marker: its own, or the next of the list by its index in the whole
  /// recording.
  package func markerColors(_ look: ThumbnailLook) -> [Color] {
    let hasOwnColors = !look.markers.colors.isEmpty
    let colors = hasOwnColors ? look.markers.colors : MarkerLook.standardColors
    return facts.cues.map { cue in
      if let own = cue.color { return Color(rgba: own) }
      return colors[cue.index % colors.count]
    }
  }
}

extension Color {
  /// Red, green, blue and alpha from the highest byte down.
  package var rgba: UInt32 {
    [red, green, blue, alpha].reduce(0) { rgba, byte in rgba << 8 | UInt32(byte) }
  }

  package init(rgba: UInt32) {
    func byte(at shift: UInt32) -> UInt8 { UInt8(truncatingIfNeeded: rgba >> shift) }
    self.init(
      red: byte(at: 24),
      green: byte(at: 16),
      blue: byte(at: 8),
      alpha: byte(at: 0)
    )
  }
}
