package import Bytes

/// Derives the options of a scan from the settings in its manifest.
package enum SettingsReader {
  /// Returns the options that are written as these very settings, or nil if there are none.
  package static func options(_ settings: JSONValue) -> RecordingOptions? {
    var draft = OptionDraft()
    let unasked = ScanSettings(draft.recordings, ffmpeg: nil).value
    for row in OptionTable.shapingRows {
      for (place, word) in words(of: row, in: settings, unasked).enumerated() {
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

  /// The values of an option as they would be typed; none if it was not given.
  private static func words(
    of row: OptionRow, in settings: JSONValue, _ unasked: JSONValue?
  ) -> [[UInt8]] {
    let name = row.settingName
    switch row.name {
    case "playhead", "at":
      if let seconds = settings["\(name)Seconds"]?.double { return [clock(seconds)] }
    case "animate":
      guard let seconds = settings["animationSeconds"]?.double,
        let rate = settings["framesPerSecond"]?.int
      else { return [] }
      return [spelled(seconds) + Array("@\(rate)".utf8)]
    case "movement":
      if let kind = settings[name]?.string, let boost = settings["boost"]?.double {
        return [Array("\(kind):".utf8) + spelled(boost)]
      }
    case "font":
      return settings[ScanSettings.fontPath]?.string.map { [Array($0.utf8)] } ?? []
    default: break
    }
    let names = [name, name + "s", "max\(name.dropFirst(3))Hours"]
    guard let value = names.lazy.compactMap({ settings[$0] }).first else { return [] }
    // A standard value is also written if nobody has asked for it.
    if value == unasked?[name], settings[OptionRow.playerSettingName(name)] == nil { return [] }
    return words(of: value, row)
  }

  /// Returns a value as given on a command line, once or several times.
  private static func words(of value: JSONValue, _ row: OptionRow) -> [[UInt8]] {
    switch value {
    case .array(let elements):
      let words = elements.flatMap { Self.words(of: $0, row) }
      if row.value.isRepeatable { return words }
      return words.isEmpty ? [] : [Array(words.joined(separator: [UInt8(ascii: ",")]))]
    // Formats, those of data each followed by its version.
    case .string(let formats) where ["data", "format"].contains(row.name):
      return formats == "none"
        ? []
        : formats.split(separator: ",").compactMap {
          $0.split(separator: " ").first.map { Array($0.utf8) }
        }
    case .string(let text): return [Array(text.utf8)]
    case .integer(let number): return [Array("\(number)".utf8)]
    case .number(let number): return [spelled(number)]
    case .bool(true): return [[]]
    case .bool(false), .null, .object: return []
    }
  }

  /// A time as options take it, which need its colon.
  private static func clock(_ seconds: Double) -> [UInt8] {
    let minutes = Int(min(max(seconds, 0), 1e12) / 60)
    return Array("\(minutes):".utf8) + spelled(seconds - Double(minutes) * 60)
  }

  /// A number without an exponent.
  private static func spelled(_ number: Double) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.value(number, decimals: 9)
    return json.take()
  }
}
