package import Thumbnails

/// Whether an option changes anything of the styles that are asked for.
extension RecordingOptions {
  package func has(_ measure: StyleOption) -> Bool {
    pictures.styles.contains { $0.options.contains(measure) }
  }

  /// Some style draws as many bars as it is told, or data holds as many.
  var countsBars: Bool {
    !dataFormats.isEmpty || pictures.styles.contains { [.time, .pitches].contains($0.content) }
  }

  /// Some style leaves a part of the picture empty.
  var showsGround: Bool {
    pictures.styles.contains { $0.content.isOfShapes }
  }

  /// Some style has a place for what is marked along its time.
  var showsMarkers: Bool {
    pictures.markers != .none
      && pictures.styles.contains { $0.content.runsInTime }
  }

  /// Some style has bars or columns of which each has a time.
  var showsClipping: Bool { pictures.styles.contains { $0.content.runsInTime } }

  /// Some style has a palette and an axis of its own.
  var showsSpectrogram: Bool { pictures.styles.contains { $0.content == .spectrogram } }

  /// Some style shows the levels of each channel.
  var showsLanes: Bool { pictures.styles.contains { $0.content == .time } }

  /// Some style draws a lane for each channel.
  var splitsLanes: Bool { pictures.look.splitsChannels && showsLanes }

  /// Some picture tells the played part from the rest.
  var showsUnplayed: Bool {
    pictures.playhead != nil || pictures.look.movement != nil || pictures.animation != nil
  }

  /// Something is drawn as it is at one moment.
  var showsMoment: Bool {
    pictures.look.movement != nil
      || pictures.styles.contains { [.pitches, .level].contains($0.content) }
  }
}

extension WaveformContent {
  /// Whether it has a place for what is marked along its time.
  var runsInTime: Bool {
    switch self {
    case .time, .spectrum, .spectrogram: true
    case .pitches, .level: false
    }
  }
}
