package import WavethumbBytes

/// Derives the options of a scan from the settings in its manifest.
package enum SettingsReader {
  package enum Answer: Sendable {
    case options(RecordingOptions)
    /// The options that must be given as at the scan, by name.
    case needs([String])
    case unknown
  }

  /// The options that start a program or open a file: only a command line may ask for that, as
  /// anyone may have written a manifest.
  private static let granted = ["ffmpeg", "font"]

  /// Returns the options that would be written as exactly these settings, with `given` as the
  /// options of the command line that start a program or open a file.
  ///
  /// Settings may ask for less of ffmpeg than the command line allows, and never for more.
  package static func options(in settings: JSONValue, given: RecordingOptions) -> Answer {
    guard var options = optionsWithoutPrograms(in: settings) else { return .unknown }
    let asked = settings["ffmpeg"]?.string.flatMap(FFmpegUse.init(rawValue:))
    options.decoding.ffmpeg = min(asked ?? .off, given.decoding.ffmpeg)
    options.pictures.font = given.pictures.font
    // With another font or less of ffmpeg a repair would draw other pictures than those of the scan.
    let written = ScanSettings(options, ffmpeg: nil).value
    let lacking = granted.filter { name in written?[name] != settings[name] }
    guard lacking.isEmpty else { return .needs(lacking) }
    return .options(options)
  }

  /// Returns the options of settings, but none that start a program or open a file; nil if there
  /// are others than a scan writes.
  package static func optionsWithoutPrograms(in settings: JSONValue) -> RecordingOptions? {
    var draft = OptionDraft()
    draft.recordings.decoding.ffmpeg = .off
    let rows = OptionTable.shapingRows.filter { row in
      row.commands.contains(.scan) && !granted.contains(row.name)
    }
    do throws(ValueProblem) {
      for row in rows {
        for (index, argument) in row.arguments(in: settings).enumerated() {
          try row.value.read(OptionText(argument), index == 0, &draft)
        }
      }
    } catch {
      return nil
    }
    do throws(UsageError) {
      try draft.recordings.pictures.check(draft.recordings.formats)
      try draft.recordings.pictures.check()
    } catch {
      return nil
    }
    // Written and compared: what no scan would have written in just this form is not believed, as
    // anyone may have written it.
    let written = ScanSettings(draft.recordings, ffmpeg: nil).value.map(ungranted)
    guard written == ungranted(in: settings) else { return nil }
    return draft.recordings
  }

  /// Returns settings without the members of granted options.
  private static func ungranted(in settings: JSONValue) -> JSONValue {
    guard case .object(let members) = ScanSettings.comparable(settings) else { return settings }
    let others = members.filter { member in
      let isGranted = granted.contains { name in member.isNamed(name) }
      return !isGranted
    }
    return .object(others)
  }

  /// Returns the options whose values differ between two settings.
  package static func differing(_ one: JSONValue, _ other: JSONValue) -> [OptionRow] {
    let one = ScanSettings.comparable(one)
    let other = ScanSettings.comparable(other)
    return OptionTable.shapingRows.filter { row in
      row.arguments(in: one) != row.arguments(in: other)
    }
  }
}
