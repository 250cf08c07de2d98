package import Bytes

/// Derives the options of a scan from the settings in its manifest.
package enum SettingsReader {
  /// Returns the options that would be written as exactly these settings, or nil if there are none.
  package static func options(_ settings: JSONValue) -> RecordingOptions? {
    var draft = OptionDraft()
    for row in OptionTable.shapingRows {
      for (place, word) in row.words(in: settings).enumerated() {
        do throws(ValueProblem) {
          try row.value.read(OptionText(word), place == 0, &draft)
        } catch {
          return nil
        }
      }
    }
    let written = ScanSettings(draft.recordings, ffmpeg: nil).value
    return written == ScanSettings.comparable(settings) ? draft.recordings : nil
  }

  /// Returns the options whose values differ between two settings.
  package static func differing(_ one: JSONValue, _ other: JSONValue) -> [OptionRow] {
    let (one, other) = (ScanSettings.comparable(one), ScanSettings.comparable(other))
    return OptionTable.shapingRows.filter { $0.words(in: one) != $0.words(in: other) }
  }
}
