import Bytes
import Library

/// Finds the options of a scan in the settings that its manifest keeps.
enum SettingsReader {
  /// The options, which written down again are these very settings; nil where they cannot be
  /// told from them.
  static func options(_ settings: JSONValue) -> RecordingOptions? {
    var draft = OptionDraft()
    let unasked = ScanSettings(draft.recordings, ffmpeg: nil).value
    for row in OptionTable.shapingRows {
      let names = [
        row.settingName, row.settingName + "s", "max\(row.settingName.dropFirst(3))Hours",
      ]
      guard let value = names.lazy.compactMap({ settings[$0] }).first else { continue }
      // A standard stands there too where nobody has asked for it.
      if value == unasked?[row.settingName],
        settings[OptionRow.playerSettingName(row.settingName)] == nil
      {
        continue
      }
      for (place, word) in words(of: value, row).enumerated() {
        do throws(ValueProblem) {
          try row.value.read(OptionText(word), place == 0, &draft)
        } catch {
          return nil
        }
      }
    }
    let written = ScanSettings(draft.recordings, ffmpeg: nil).value
    return written == settings ? draft.recordings : nil
  }

  /// A value as it would stand on a command line, once or several times.
  private static func words(of value: JSONValue, _ row: OptionRow) -> [[UInt8]] {
    switch value {
    case .array(let elements):
      let words = elements.flatMap { Self.words(of: $0, row) }
      if row.value.isRepeatable { return words }
      return words.isEmpty ? [] : [Array(words.joined(separator: [UInt8(ascii: ",")]))]
    // Formats, those of data each with its version behind it.
    case .string(let formats) where ["data", "format"].contains(row.name):
      return formats == "none"
        ? []
        : formats.split(separator: ",").compactMap {
          $0.split(separator: " ").first.map { Array($0.utf8) }
        }
    case .string(let text): return [Array(text.utf8)]
    case .integer(let number): return [Array("\(number)".utf8)]
    case .number(let number): return [Array("\(number)".utf8)]
    case .bool(true): return [[]]
    case .bool(false), .null, .object: return []
    }
  }
}
