import Outputs
package import WavethumbBytes

/// Derives the options of a scan from what an earlier one has left: settings, and other choices.
package enum SettingsReader {
  package enum Answer: Sendable {
    /// The options, and the names of those that the earlier scan had and only a command line may give.
    case options(ScanOptions, lacking: [String])
    case unknown
  }

  /// The options that start a program or open a file: only a command line may ask for that, as
  /// anyone may have written a manifest.
  static let granted = ["ffmpeg", "font"]

  /// Returns the options of the last scan, except for those that `scan` names itself.
  ///
  /// Settings may ask for less of ffmpeg than the command line allows, and never for more.
  package static func options(in last: LastOptions, for scan: ScanOptions) -> Answer {
    guard optionsWithoutPrograms(in: last.settings) != nil else { return .unknown }
    var draft = OptionDraft(scan)
    if !scan.named.contains("analyze") {
      // Expectations have asked for it.
      draft.recordings.pictures.data.sound = nil
    }
    do throws(ValueProblem) {
      try draft.read(last.settings, except: scan.named)
      for choice in last.choices where !scan.named.contains(choice.name) {
        guard let row = choice.row else { return .unknown }
        let isFirst = !draft.choices.contains { known in known.name == choice.name }
        try draft.read(choice.text, into: row, isFirst: isFirst)
      }
    } catch {
      return .unknown
    }
    if !scan.named.contains("ffmpeg") {
      let asked = last.settings["ffmpeg"]?.string.flatMap(FFmpegUse.init(rawValue:)) ?? .off
      let allowed = scan.decoding.ffmpeg
      draft.recordings.decoding.ffmpegOfSettings = min(asked, allowed)
      if asked > allowed {
        draft.recordings.decoding.ffmpegOfLast = asked
      }
    }
    do throws(UsageError) {
      var options = try draft.remembering(scan.library)
      options.repeatsLast = false
      return .options(options, lacking: lacking(in: options.recordings, of: last.settings))
    } catch {
      return .unknown
    }
  }

  // With another font or less of ffmpeg a repair would draw other pictures than those of the scan.
  private static func lacking(
    in options: RecordingOptions,
    of settings: JSONValue
  ) -> [String] {
    let written = ScanSettings(options, ffmpeg: nil).value
    return granted.filter { name in
      let isLimited = name == "ffmpeg" && options.decoding.ffmpegOfLast != nil
      return isLimited || written?[name] != settings[name]
    }
  }

  /// Returns the options of settings, but none that start a program or open a file; nil if there
  /// are others than a scan writes.
  package static func optionsWithoutPrograms(in settings: JSONValue) -> RecordingOptions? {
    var draft = OptionDraft()
    draft.recordings.decoding.ffmpeg = .off
    do throws(ValueProblem) {
      try draft.read(settings)
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
}

/// What settings and choices are as text.
extension SettingsReader {
  /// Returns the names of the options whose values differ between two scans.
  package static func differing(_ one: LastOptions, _ other: LastOptions) -> [String] {
    let settings = ScanSettings.comparable(one.settings)
    let others = ScanSettings.comparable(other.settings)
    let shaping = OptionTable.shapingRows.filter { row in
      row.arguments(in: settings) != row.arguments(in: others)
    }
    let choosing = OptionTable.rows(of: .scan).filter { row in
      one.choices.filter { $0.name == row.name } != other.choices.filter { $0.name == row.name }
    }
    return (choosing + shaping).map(\.name)
  }

  /// Returns the words of a command line that has these options; those of settings if they differ from
  /// the default, and a font if its path is known.
  package static func words(
    of options: LastOptions,
    except excluded: Set<String> = []
  ) -> [[UInt8]] {
    var words: [[UInt8]] = []
    for choice in options.choices where !excluded.contains(choice.name) {
      words += choice.row?.words(for: choice.text) ?? []
    }
    let standard = ScanSettings(.standard, ffmpeg: nil).value ?? .null
    for row in OptionTable.shapingRows where row.commands.contains(.scan) {
      if excluded.contains(row.name) { continue }
      let isWithoutPath = options.settings[FontChoice.pathName] == nil
      if row.name == "font", isWithoutPath { continue }
      let arguments = row.arguments(in: options.settings)
      if arguments == row.arguments(in: standard) { continue }
      words += arguments.flatMap(row.words)
    }
    return words
  }
}

extension OptionDraft {
  /// Reads settings, but for options that start a program or open a file, and for those of some names.
  fileprivate mutating func read(
    _ settings: JSONValue,
    except names: Set<String> = []
  ) throws(ValueProblem) {
    for row in OptionTable.shapingRows where row.commands.contains(.scan) {
      if SettingsReader.granted.contains(row.name) || names.contains(row.name) { continue }
      for (index, argument) in row.arguments(in: settings).enumerated() {
        try read(argument, into: row, isFirst: index == 0)
      }
    }
  }
}

extension RememberedChoice {
  /// Its row; nil for what no scan remembers so.
  fileprivate var row: OptionRow? {
    guard let row = OptionTable.row(named: name, of: .scan), row.memory != nil else { return nil }
    let isFlag = row.value.argument == .none
    guard row.value.shapes.isEmpty, !isFlag || text.isEmpty else { return nil }
    return row
  }
}
