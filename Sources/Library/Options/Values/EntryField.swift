import Waveform

/// A column of `list`, and a name in `--where` and `--expect`.
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

  /// The possible words of its values, or nil for numbers and free text.
  var words: [String]? { Self.words[self] }

  private static let words: [EntryField: [String]] = [
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

extension ValueForm<EntryCondition> {
  static var condition: ValueForm {
    ValueForm("NAME=RANGE", .words(EntryField.allCases.map(\.rawValue))) {
      text throws(ValueProblem) in try EntryCondition(text)
    }
  }
}

extension ValueForm<[EntryCondition]> {
  /// A condition, or the name of a preset.
  static var expectation: ValueForm {
    let presets = ExpectationPreset.allCases.map(\.rawValue)
    return ValueForm("NAME=RANGE|PRESET", .words(presets)) { text throws(ValueProblem) in
      if text.bytes.contains(UInt8(ascii: "=")) { return [try EntryCondition(text)] }
      guard let preset = ExpectationPreset(rawValue: String(decoding: text.bytes, as: UTF8.self))
      else { throw text.unknown(among: presets + EntryField.allCases.map { "\($0.rawValue)=" }) }
      return try preset.conditions()
    }
  }
}

extension ValueForm<[EntryField]> {
  static var columns: ValueForm {
    ValueForm("A,B", .words(EntryField.allCases.map(\.rawValue))) { text throws(ValueProblem) in
      try text.list { name throws(ValueProblem) in try name.choice(of: EntryField.self) }
    }
  }
}

extension ValueForm<ListOptions.Order> {
  static var order: ValueForm {
    ValueForm("KEY", .words(EntryField.allCases.map(\.rawValue))) { text throws(ValueProblem) in
      let isDescending = text.bytes.first == UInt8(ascii: "-")
      let name = OptionText(Array(text.bytes.dropFirst(isDescending ? 1 : 0)))
      return ListOptions.Order(
        field: try name.choice(of: EntryField.self), isDescending: isDescending)
    }
  }
}
