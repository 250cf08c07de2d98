import Codecs
import Decoding
import Waveform

extension DecodedRecording {
  /// The recording with no markers but those that were asked for, as far as its stretch shows them.
  func marked(
    by source: MarkerSource, _ given: [AudioCue], in range: TimeRange?
  ) -> DecodedRecording {
    guard source != .none || !facts.cues.isEmpty else { return self }
    var recording = self
    switch source {
    case .none: recording.facts.cues = []
    case .automatic: recording.facts.cues = given.isEmpty ? facts.cues.inOrder : given
    case .file: recording.facts.cues = given
    }
    let start = range?.start ?? 0
    let end = start + measurement.mix.duration
    recording.facts.cues.removeAll { cue in
      // What begins where the stretch ends, or ends where it begins, has nothing in it.
      cue.start > end || cue.start >= range?.end ?? .infinity
        || cue.end.map { $0 <= start } ?? (cue.start < start)
    }
    return recording
  }

  /// What is marked of it, in seconds from a moment on.
  func markers(from start: Double) -> [WaveformMarker] {
    facts.cues.map { cue in
      let first = max(cue.start, start)
      return WaveformMarker(
        time: first - start, duration: cue.end.map { $0 - first } ?? 0, label: cue.name)
    }
  }
}

extension WaveformMarker {
  init(_ cue: AudioCue) {
    self.init(
      time: cue.start, duration: cue.end.map { $0 - cue.start } ?? 0, label: cue.name)
  }
}
