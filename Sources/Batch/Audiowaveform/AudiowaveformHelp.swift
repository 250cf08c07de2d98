import Library

/// What `audiowaveform --help` shows.
enum AudiowaveformHelp {
  static let text =
    "wavethumb in the place of audiowaveform 1.10: audio, .dat or .json to .dat, .json, .txt or .png\n\n"
    + AudiowaveformRow.rows.map { line($0.option) }.joined()
    + "\nExit status: 0, or 1 where nothing was made; what was there is left then.\n"

  private static let column = 38

  private static func line(_ row: OptionRow) -> String {
    let start = "  \(row.spelling)"
    let gap = start.count + 2 > column ? "\n" + indent : indent.dropFirst(start.count)
    return start + gap + row.help + "\n"
  }

  private static let indent = String(repeating: " ", count: column)
}
