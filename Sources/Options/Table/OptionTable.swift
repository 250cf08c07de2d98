/// All options; the settings of a manifest have the order of these rows.
// The order is a format: the key of pictures is a digest of the settings, so a row that moves makes
// all pictures of all libraries stale.
package enum OptionTable {
  package static let rows =
    styleRows + geometryRows + lookRows + movementRows + markerRows + measuringRows + fileRows
    + choiceRows + listRows + runRows + partRows + messageRows

  /// All options that users can type, including those of `audiowaveform` only.
  package static let typedRows = rows + audiowaveformRows

  /// The rows that shape pictures, data or measurements, each name once.
  // An option may have a row for each command with another help, and one entry in the settings.
  package static let shapingRows: [OptionRow] = {
    var shaping: [OptionRow] = []
    for row in rows where !row.value.shapes.isEmpty {
      let isListed = shaping.contains { listed in listed.name == row.name }
      if !isListed {
        shaping.append(row)
      }
    }
    return shaping
  }()

  package static func rows(of command: CommandName) -> [OptionRow] {
    rows.filter { row in row.commands.contains(command) }
  }

  package static func typedRows(of command: CommandName) -> [OptionRow] {
    typedRows.filter { row in row.commands.contains(command) }
  }

  // The first of a name for the command: rows of one name share no command.
  package static func row(named name: String, of command: CommandName) -> OptionRow? {
    rows.first { row in row.name == name && row.commands.contains(command) }
  }

  package static func row(short: Character, of command: CommandName) -> OptionRow? {
    rows.first { row in row.short == short && row.commands.contains(command) }
  }

  package static func commands(knowing name: String) -> [CommandName] {
    CommandName.allCases.filter { command in row(named: name, of: command) != nil }
  }

  /// Returns choices in the order of the rows, so that the same choices are the same bytes.
  static func inOrder(_ choices: [RememberedChoice]) -> [RememberedChoice] {
    rows(of: .scan).flatMap { row in choices.filter { choice in choice.name == row.name } }
  }

  package static let drawing: [CommandName] = [.scan, .render]
  /// The commands that draw, also with the options of a manifest.
  // Merge and verify take fonts and ffmpeg from the command line only: anyone may write a manifest.
  package static let granting: [CommandName] = drawing + [.merge, .verify]
  /// The commands that share the options of the cache.
  package static let every: [CommandName] = [.scan, .render, .cache, .verify]
}
