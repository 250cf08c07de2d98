import Codecs
import Waveform

extension DecodedRecording {
  /// The recording with no markers but those that were asked for.
  func marked(by source: MarkerSource, _ given: [AudioCue]) -> DecodedRecording {
    guard source != .none || !facts.cues.isEmpty else { return self }
    var recording = self
    switch source {
    case .none: recording.facts.cues = []
    case .automatic: recording.facts.cues = given.isEmpty ? facts.cues.inOrder : given
    case .file: recording.facts.cues = given
    }
    // What is named beyond the end cannot be shown.
    let duration = measurement.mix.duration
    recording.facts.cues.removeAll { $0.start > duration }
    return recording
  }

  /// What is marked of it.
  var markers: [WaveformMarker] { facts.cues.map(WaveformMarker.init) }
}

extension WaveformMarker {
  init(_ cue: AudioCue) {
    self.init(
      time: cue.start, duration: cue.end.map { $0 - cue.start } ?? 0, label: cue.name)
  }
}
