import WavethumbLibrary
import WavethumbOptions

/// What `--expect` asks for, in words.
enum ExpectationWords {
  /// `loudness=-17..-15 (mono: -20..-18) truePeak=..-1`: what presets expand to.
  static func text(_ conditions: [EntryCondition]) -> String {
    var words: [String] = []
    for condition in conditions {
      // A preset has the range for one channel right after the one that it replaces.
      if condition.isMono == true, let last = words.popLast() {
        let range = condition.text.drop { $0 != "=" }.dropFirst()
        words.append("\(last) (mono: \(range))")
      } else {
        words.append(condition.text)
      }
    }
    return words.joined(separator: " ")
  }

  /// The rule for recordings with one channel, if they are held to a range of their own.
  static func monoRule(_ conditions: [EntryCondition]) -> String? {
    guard conditions.contains(where: { $0.isMono == true }) else { return nil }
    return "mono: one channel has a range of its own, 3 LU lower, because the same speech in two"
      + " channels measures 3 LU more and sounds as loud"
  }

  /// The options that ask for it: `--expect podcast --expect channels=2`.
  // By its name if it is exactly a preset, as only the conditions are kept.
  static func options(_ expectations: [[EntryCondition]]) -> String {
    let values = expectations.map { conditions in
      for preset in ExpectationPreset.allCases where (try? preset.conditions()) == conditions {
        return preset.rawValue
      }
      return conditions.map(\.text).joined(separator: " ")
    }
    return values.map { "--expect \(PrintableName.shellWord(Array($0.utf8)))" }
      .joined(separator: " ")
  }
}
