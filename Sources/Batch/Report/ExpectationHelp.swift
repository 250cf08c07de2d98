import WavethumbLibrary
import WavethumbOptions

/// The help on `--expect`: its presets with their values and sources, and its rules.
enum ExpectationHelp {
  static let synopsis = "wavethumb scan LIBRARY --expect NAME=RANGE|PRESET ..."

  static let examples = [
    "wavethumb scan ~/Podcasts --expect podcast",
    "wavethumb scan ~/Podcasts --expect podcast --known-failures ok -q",
    "wavethumb list ~/Podcasts --expect loudness=-17..-15 --expect findings=none",
  ]

  /// A preset with what it expands to and where that comes from.
  // Expanded by the parser of the option, so that help cannot print other values than are checked.
  static var presets: [(name: String, values: String, source: String)] {
    ExpectationPreset.allCases.map { preset in
      let conditions = (try? preset.conditions()) ?? []
      return (preset.rawValue, ExpectationText.text(conditions), preset.source)
    }
  }

  static let rules: [(name: String, meaning: String)] = [
    (
      "NAME=RANGE",
      "NAME is a column of list; RANGE is -17..-15, ..-1, 192.. or a number. findings=none allows"
        + " none, findings=!clipping,!inverted all others, channels=same those of the first recording"
        + " of a folder."
    ),
    (
      "The table",
      "names the recordings outside, worst first: what was measured, what is expected, the"
        + " difference, and the gain that mends it. Peaks that the gain would raise above the highest"
        + " that is asked for (else -1 dBTP) need a limiter. Loudness aims at the middle of its range."
        + " scan prints the worst 100 of each value, with -v all; list prints all."
    ),
    (
      "Status 5",
      "means that a recording is outside. If recordings failed as well, the status is 3; if --check"
        + " found missing or outdated files, it is 4."
    ),
    (
      "Known",
      "With -q only new deviations are named. With --known-failures ok known ones do not affect the"
        + " status either. Known is what the manifest of the last scan has outside the same range, of"
        + " the same content; a range that is changed with it is not new."
    ),
    (
      "On GitHub",
      "each named recording gets an annotation, and the summary of the workflow a table."
    ),
  ]
}
