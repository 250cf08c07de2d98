import Waveform

/// A column of `list`, and a name in `--where` and `--expect`.
package enum EntryField: String, CaseIterable, Sendable {
  case path, status, error, title, artist, album
  case duration, durationMs, format, sampleRate, channels, bytes, bitrate, bitrateMode
  case peak, rms
  case loudness, loudnessRange, loudestMoment, loudestStretch, truePeak, noiseFloor
  case dcOffset, correlation, bandwidth, bits, clipping, dropouts
  case gain, findings

  package var isNumber: Bool {
    switch self {
    case .path, .status, .error, .title, .artist, .album, .format, .bitrateMode, .findings: false
    case .duration, .durationMs, .sampleRate, .channels, .bytes, .bitrate, .peak, .rms, .loudness,
      .loudnessRange, .loudestMoment, .loudestStretch, .truePeak, .noiseFloor, .dcOffset,
      .correlation, .bandwidth, .bits, .clipping, .dropouts, .gain:
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

/// Named sets of conditions for recordings of one kind.
package enum ExpectationPreset: String, CaseIterable, Sendable {
  case podcast, audiobook, broadcast
  case broadcastUS = "broadcast-us"
  case streaming

  func conditions() throws(ValueProblem) -> [EntryCondition] {
    switch self {
    // Apple Podcasts: -16 LUFS within 1 dB, -1 dBTP; AES TD1008 has -19 LUFS for one channel.
    case .podcast:
      [
        try EntryCondition(OptionText("loudness=-17..-15"), isMono: false),
        try EntryCondition(OptionText("loudness=-20..-18"), isMono: true),
      ]
        + (try Self.conditions(
          "truePeak=..-1",
          "findings=!silent,!truncated,!silentChannel,!inverted,!clipping,!dropouts,!longSilence"))
    // ACX Audio Submission Requirements.
    case .audiobook:
      try Self.conditions(
        "rms=-23..-18", "peak=..-3", "noiseFloor=..-60", "sampleRate=44100", "durationMs=..7200000",
        "bitrate=192..", "bitrateMode=constant", "channels=same")
    // EBU R 128.
    case .broadcast: try Self.conditions("loudness=-23.5..-22.5", "truePeak=..-1")
    // ATSC A/85.
    case .broadcastUS: try Self.conditions("loudness=-26..-22", "truePeak=..-2")
    // The loudness of music on streaming services: -14 LUFS.
    case .streaming: try Self.conditions("loudness=-15..-13", "truePeak=..-1")
    }
  }

  private static func conditions(_ texts: String...) throws(ValueProblem) -> [EntryCondition] {
    try texts.map { text throws(ValueProblem) in try EntryCondition(OptionText(text)) }
  }
}
