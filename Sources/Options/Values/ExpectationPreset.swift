/// Named sets of conditions for recordings of one kind.
package enum ExpectationPreset: String, CaseIterable, Sendable {
  case podcast, audiobook, broadcast
  case broadcastUS = "broadcast-us"
  case streaming

  /// The conditions, as they could be typed.
  // As text, so that help prints what would do the same if typed, and that one can then vary.
  package var texts: [String] {
    switch self {
    case .podcast:
      [
        "loudness=-17..-15", "truePeak=..-1",
        "findings=!silent,!truncated,!silentChannel,!inverted,!clipping,!dropouts,!longSilence",
      ]
    case .audiobook:
      [
        "rms=-23..-18", "peak=..-3", "noiseFloor=..-60", "sampleRate=44100", "durationMs=..7200000",
        "bitrate=192..", "bitrateMode=constant", "channels=same",
      ]
    case .broadcast: ["loudness=-23.5..-22.5", "truePeak=..-1"]
    case .broadcastUS: ["loudness=-26..-22", "truePeak=..-2"]
    case .streaming: ["loudness=-15..-13", "truePeak=..-1"]
    }
  }

  /// The loudness of recordings with one channel, if it differs.
  // BS.1770 adds the power of the channels, so that the same speech in two equal channels measures
  // 3.01 LU more than in one, while players play both equally loud.
  package var monoText: String? {
    guard self == .podcast else { return nil }
    return "loudness=-20..-18"
  }

  /// Where the values come from.
  package var source: String {
    switch self {
    case .podcast:
      "Apple Podcasts, audio requirements: -16 LUFS within 1 dB, true peak at most -1 dB. With one"
        + " channel 3 LU less, since ITU-R BS.1770 adds the power of channels: the same speech in two"
        + " channels measures 3 LU more. Findings: those that a listener hears."
    case .audiobook:
      "ACX, audio submission requirements: RMS, peak and noise floor; MP3 with a constant 192 kbit/s"
        + " or more at 44.1 kHz; at most 120 minutes a file; all mono or all stereo."
    case .broadcast:
      "EBU R 128: -23 LUFS within 0.5 LU, true peak at most -1 dBTP."
    case .broadcastUS:
      "ATSC A/85: -24 LKFS within 2 dB, true peak at most -2 dBTP."
    case .streaming:
      "Spotify, loudness normalization: -14 LUFS, true peak at most -1 dBTP; 1 LU either way."
    }
  }

  package func conditions() throws(ValueProblem) -> [EntryCondition] {
    var conditions: [EntryCondition] = []
    for text in texts {
      // The range for one channel right after that for several: messages join the two.
      if text.hasPrefix("loudness="), let monoText {
        conditions.append(try EntryCondition(OptionText(text), isMono: false))
        conditions.append(try EntryCondition(OptionText(monoText), isMono: true))
      } else {
        conditions.append(try EntryCondition(OptionText(text)))
      }
    }
    return conditions
  }
}
