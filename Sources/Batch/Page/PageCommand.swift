import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The command of a scan without its paths, as the page shows it to be run again.
// It is spelled from the options in effect and not from the words that were typed, so that a merge
// of parts writes the page that a scan of the whole writes. The paths are left to the browser: the
// address of a page that is opened as a file shows where output and library are now, and a page on a
// server must not show where they were.
struct PageCommand {
  /// The options that decide which files are made and what they show, each ready to be quoted.
  let arguments: [String]

  init(_ options: ScanOptions) {
    // With the path of a font, the only one in the page: the manifest names it as well.
    let settings = JSONValue.reading(ScanSettings(options.recordings, ffmpeg: nil).text) ?? .null
    let remembered = LastOptions(settings: settings, choices: options.choices)
    arguments = Self.words(of: remembered) + Self.deciding(options.decoding)
  }

  /// Returns the words of options for a page.
  static func words(of options: LastOptions) -> [String] {
    SettingsReader.words(of: options).map { word in String(decoding: word, as: UTF8.self) }
  }

  /// Returns the limits of decoding that no scan remembers.
  private static func deciding(_ options: DecodeOptions) -> [String] {
    let standard = RecordingOptions.standard.decoding
    if options.timeoutSeconds == standard.timeoutSeconds { return [] }
    return ["--timeout", JSONNumber.rounded(options.timeoutSeconds, decimals: 3)]
  }
}
