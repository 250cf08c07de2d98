import WavethumbLibrary
import WavethumbOptions

/// What `--expect` asks for, in words.
enum ExpectationText {
  /// `loudness=-17..-15 (mono: -20..-18) truePeak=..-1`: what presets expand to.
  static func text(_ conditions: [EntryCondition]) -> String {
    var texts: [String] = []
    for condition in conditions {
      // A preset has the range for one channel right after the one that it replaces.
      if condition.isMono == true, let last = texts.popLast() {
        let range = condition.text.drop { $0 != "=" }.dropFirst()
        texts.append("\(last) (mono: \(range))")
      } else {
        texts.append(condition.text)
      }
    }
    return texts.joined(separator: " ")
  }

  /// The rule for recordings with one channel, if they have to meet a range of their own.
  static func monoRule(_ conditions: [EntryCondition]) -> String? {
    guard conditions.contains(where: { $0.isMono == true }) else { return nil }
    return "mono: one channel has a range of its own, 3 LU lower, because the same speech in two"
      + " channels measures 3 LU more and sounds as loud"
  }

  /// The options that ask for it: `--expect podcast --expect channels=2`.
  static func options(_ expectations: [[EntryCondition]]) -> String {
    let options = expectations.map { conditions in
      let value = presetName(of: conditions) ?? conditions.map(\.text).joined(separator: " ")
      return "--expect \(PrintableName.shellWord(Array(value.utf8)))"
    }
    return options.joined(separator: " ")
  }

  /// The name of the preset that expands to exactly these conditions.
  // Found by its conditions, since the command line keeps nothing else of an option: the command that a
  // user is to type shall look like the one that he typed.
  private static func presetName(of conditions: [EntryCondition]) -> String? {
    let preset = ExpectationPreset.allCases.first { preset in
      (try? preset.conditions()) == conditions
    }
    return preset?.rawValue
  }
}
