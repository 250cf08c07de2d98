package import Thumbnails

/// Whether options have an effect with the requested styles.
// An option without one is named once and not refused: one file of options serves several styles.
extension RecordingOptions {
  package func has(_ measure: StyleOption) -> Bool {
    pictures.styles.contains { $0.options.contains(measure) }
  }

  var countsBars: Bool {
    !dataFormats.isEmpty || pictures.styles.contains { [.time, .pitches].contains($0.content) }
  }

  /// Whether a style, or the room for axes, leaves a part of the picture empty.
  var showsGround: Bool {
    pictures.axes != nil || pictures.styles.contains { $0.content.isOfShapes }
  }

  var showsMarkers: Bool {
    pictures.markers != .none
      && pictures.styles.contains { $0.content.runsInTime }
  }

  /// Whether a style has bars or columns that each represent a stretch of time.
  var showsClipping: Bool { pictures.styles.contains { $0.content.runsInTime } }
  var showsSpectrogram: Bool { pictures.styles.contains { $0.content == .spectrogram } }
  var showsFrequencies: Bool {
    pictures.styles.contains { $0.content == .spectrogram || $0.content == .spectrum }
  }

  /// Whether a palette has an effect.
  var showsPalette: Bool { showsSpectrogram || pictures.colorBy == .pitch }
  var showsLanes: Bool { pictures.styles.contains { $0.content == .time } }

  /// Whether a style draws a lane for each channel.
  var splitsLanes: Bool { pictures.look.splitsChannels && showsLanes }

  /// Whether a picture distinguishes the played part.
  var showsUnplayed: Bool {
    pictures.playhead != nil || pictures.look.movement != nil || pictures.animation != nil
  }

  var showsMoment: Bool {
    pictures.look.movement != nil
      || pictures.styles.contains { [.pitches, .level].contains($0.content) }
  }
}

extension WaveformContent {
  /// Whether the content has a time axis, so that it can show markers.
  var runsInTime: Bool {
    switch self {
    case .time, .spectrum, .spectrogram: true
    case .pitches, .level: false
    }
  }
}
