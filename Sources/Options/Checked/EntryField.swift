import Waveform

/// A column of `list`, and a name in `--where` and `--expect`.
// One list for all three, so that whatever is printed can be asked for.
package enum EntryField: String, CaseIterable, Sendable {
  case path, status, error, title, artist, album
  case duration, durationMs, format, sampleRate, channels, bytes, bitrate, bitrateMode
  case peak, rms
  case loudness, loudnessRange, loudestMoment, loudestStretch, truePeak, noiseFloor
  case dcOffset, correlation, bandwidth, bits, clipping, dropouts
  case gain, findings
  case digest, alt, picture, url, width, height

  package var isNumber: Bool {
    switch self {
    case .path, .status, .error, .title, .artist, .album, .format, .bitrateMode, .findings,
      .digest, .alt, .picture, .url:
      false
    case .duration, .durationMs, .sampleRate, .channels, .bytes, .bitrate, .peak, .rms, .loudness,
      .loudnessRange, .loudestMoment, .loudestStretch, .truePeak, .noiseFloor, .dcOffset,
      .correlation, .bandwidth, .bits, .clipping, .dropouts, .gain, .width, .height:
      true
    }
  }

  /// All values that it may have, or nil for numbers and free text.
  var possibleValues: [String]? { Self.possibleValues[self] }

  private static let possibleValues: [EntryField: [String]] = [
    .status: OutcomeStatus.allCases.map(\.rawValue) + ["pending"],
    .bitrateMode: ["constant", "variable"], .findings: SoundFinding.allCases.map(\.rawValue),
  ]
}

extension EntryField {
  /// The unit of its values, or nothing.
  package var unit: String {
    switch self {
    case .loudness, .loudestMoment, .loudestStretch: "LUFS"
    case .loudnessRange: "LU"
    case .truePeak: "dBTP"
    case .peak, .rms, .noiseFloor: "dBFS"
    case .gain: "dB"
    case .sampleRate, .bandwidth: "Hz"
    case .durationMs: "ms"
    case .duration: "s"
    case .bitrate: "kbit/s"
    case .bytes: "bytes"
    case .path, .status, .error, .title, .artist, .album, .format, .channels, .bitrateMode,
      .dcOffset, .correlation, .bits, .clipping, .dropouts, .findings, .digest, .alt, .picture,
      .url, .width, .height:
      ""
    }
  }

  /// The unit of the difference of two values: that of levels is relative.
  package var differenceUnit: String {
    switch unit {
    case "LUFS": "LU"
    case "dBTP", "dBFS": "dB"
    default: unit
    }
  }
}
