import WavethumbOptions

/// One screen of help: the options that most people use, by what they want to do.
// A sentence of its own for each, shorter than that of its row: this is for choosing, and `--help` for the
// details.
enum ShortHelp {
  private struct Group {
    let purpose: String
    let options: [(name: String, meaning: String)]
  }

  // What the examples of the documentation need, and what its readers asked for: everything else is for one
  // kind of work, which the gallery or `Outputs` describes.
  private static let groups = [
    Group(
      purpose: "Choose how it looks",
      options: [
        (
          "style", "bars, mirroredBars, dancingBars, line, dots, circular, spectrogram, ..., or all"
        ),
        ("color", "a name or #rrggbb; --gradient C,C takes several"),
        ("background", "a color; without it pictures are transparent"),
        ("color-by", "pitch or bands: colors that follow the sound"),
        ("cover", "auto: draw over the album art"),
        ("size", "width and height, as in 598x120"),
        ("scale", "2 for screens of high density"),
        ("format", "png or svg"),
        ("playhead", "split played from unplayed at 0.37 or 1:23"),
      ]
    ),
    Group(
      purpose: "Make more than pictures",
      options: [
        ("page", "one HTML file to browse, search and play the library"),
        ("analyze", "measure loudness, find clipping, dropouts and other faults"),
        ("data", "json, dat, peaks, wavesurfer, spectrogram, labels or chapters"),
      ]
    ),
    Group(
      purpose: "Choose files and folders",
      options: [
        ("output", "where pictures go, other than LIBRARY/.wavethumb"),
        ("exclude", "leave out what matches, as in 'Drafts/*'; repeatable"),
        ("ffmpeg", "all: also video; off: only what needs no ffmpeg"),
      ]
    ),
    Group(
      purpose: "Run it every night, or in CI",
      options: [
        ("prune", "delete pictures whose recording is gone"),
        ("check", "write nothing; status 4 if something is missing or old"),
        ("force", "draw everything again"),
        ("jobs", "files at once"),
        ("json", "print an event a line"),
        ("quiet", "print failures only"),
      ]
    ),
  ]

  /// Returns the page of a command, which is all of its help if it has few options.
  static func page(_ command: CommandName, width: Int = Help.standardWidth) -> String {
    let rows = OptionTable.rows(of: command)
    let count = groups.map(\.options.count).reduce(0, +)
    guard rows.count > count else { return Help.page(command, width: width) }
    var page = "wavethumb \(command.synopsis)\n"
    for group in groups {
      let entries = group.options.compactMap { option -> String? in
        guard let row = rows.first(where: { row in row.name == option.name }) else { return nil }
        return Help.entry(row.spelling, option.meaning, column: Help.optionColumn, width: width)
      }
      if entries.isEmpty { continue }
      page += "\n\(group.purpose):\n" + entries.joined()
    }
    return page + "\nAll \(rows.count) options: wavethumb help \(command.rawValue)\n"
  }
}
