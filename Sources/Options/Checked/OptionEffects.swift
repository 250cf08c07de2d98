package import Thumbnails

/// Whether options have an effect with the requested styles.
// An option without one is named once and not refused: one file of options serves several styles.
extension RecordingOptions {
  /// Whether one of the styles has an option of its own.
  package func has(_ option: StyleOption) -> Bool {
    pictures.styles.contains { style in style.options.contains(option) }
  }

  /// Whether one of the styles shows such content.
  private func shows(_ contents: WaveformContent...) -> Bool {
    pictures.styles.contains { style in contents.contains(style.content) }
  }

  var countsBars: Bool { !dataFormats.isEmpty || shows(.time, .pitches) }

  /// Whether a style, or the room for axes, leaves a part of the picture empty.
  var showsGround: Bool {
    let hasShapes = pictures.styles.contains { style in style.content.isOfShapes }
    return hasShapes || pictures.axes != nil
  }

  var showsMarkers: Bool { pictures.markers != .none && showsTime }

  /// Whether a style has bars or columns that each represent a stretch of time.
  var showsClipping: Bool { showsTime }

  private var showsTime: Bool {
    pictures.styles.contains { style in style.content.runsInTime }
  }

  var showsSpectrogram: Bool { shows(.spectrogram) }
  var showsFrequencies: Bool { shows(.spectrogram, .spectrum) }
  /// Whether a palette has an effect.
  var showsPalette: Bool { showsSpectrogram || pictures.colorBy != nil }
  var showsLanes: Bool { shows(.time) }
  /// Whether a choice of channels has an effect: one of them is measured alone in every style.
  var choosesChannels: Bool { showsLanes || pictures.channel != nil }

  /// Whether a style draws a lane for each channel.
  var splitsLanes: Bool { pictures.look.lanes.areSplit && showsLanes }

  /// Whether a picture distinguishes the played part.
  var showsUnplayed: Bool {
    pictures.playhead != nil || pictures.look.movement != nil || pictures.animation != nil
  }

  /// Labels have the color of the unplayed part where the ground is transparent.
  var showsUnplayedColor: Bool { showsUnplayed || pictures.drawsAxes ?? false }

  var showsMoment: Bool { pictures.look.movement != nil || shows(.pitches, .level) }
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
