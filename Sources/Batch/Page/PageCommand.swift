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
    var arguments = Self.shaping(options.recordings)
    arguments += Self.choosing(options)
    arguments += Self.deciding(options.decoding)
    arguments += Self.page(of: options)
    self.arguments = arguments
  }

  /// Returns the options that shape outputs, if they differ from the default.
  private static func shaping(_ recordings: RecordingOptions) -> [String] {
    guard let settings = ScanSettings(recordings, ffmpeg: nil).value else { return [] }
    var arguments = shaping(settings)
    // The only path in the page: the manifest names it as well.
    if let font = recordings.pictures.fontPath {
      arguments += ["--font", font.spelledFromRoot.lossyText]
    }
    return arguments
  }

  /// Returns the options of the settings of a manifest, if they differ from the default.
  static func shaping(_ settings: JSONValue) -> [String] {
    guard let standard = ScanSettings(.standard, ffmpeg: nil).value else { return [] }
    var arguments: [String] = []
    // A font is a file, and its setting a digest.
    for row in OptionTable.shapingRows where row.name != "font" && row.commands.contains(.scan) {
      let values = row.arguments(in: settings)
      if values == row.arguments(in: standard) { continue }
      for value in values {
        arguments += spelled(row, value: String(decoding: value, as: UTF8.self))
      }
    }
    return arguments
  }

  private static func spelled(_ row: OptionRow, value: String) -> [String] {
    let name = "--\(row.name)"
    switch row.value.argument {
    case .none: return [name]
    case .optional where value.isEmpty: return [name]
    case .optional: return ["\(name)=\(value)"]
    case .required:
      // As a word of its own it would be taken for an option.
      if value.hasPrefix("-") { return ["\(name)=\(value)"] }
      return [name, value]
    }
  }

  /// Returns the options that decide which files are recordings.
  private static func choosing(_ options: ScanOptions) -> [String] {
    var arguments: [String] = []
    for glob in options.excludes {
      arguments.append("--exclude=\(String(decoding: glob.text, as: UTF8.self))")
    }
    if options.followsLinks {
      arguments.append("--follow")
    }
    if options.ignoresInode {
      arguments.append("--ignore-inode")
    }
    return arguments
  }

  /// Returns the limits of decoding that are not settings.
  private static func deciding(_ options: DecodeOptions) -> [String] {
    let standard = RecordingOptions.standard.decoding
    var arguments: [String] = []
    if options.timeoutSeconds != standard.timeoutSeconds {
      arguments += ["--timeout", JSONNumber.rounded(options.timeoutSeconds, decimals: 3)]
    }
    return arguments
  }

  private static func page(of options: ScanOptions) -> [String] {
    guard let page = options.page else { return [] }
    var arguments = ["--page"]
    if let title = page.title {
      arguments.append("--page-title=\(title)")
    }
    if let media = page.media {
      arguments += ["--media-url", media.text]
    }
    return arguments
  }
}
