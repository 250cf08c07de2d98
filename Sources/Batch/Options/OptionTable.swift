/// Every option there is: parsing, help and did-you-mean all come from these rows.
enum OptionTable {
  static let rows =
    pictureRows + markerRows + geometryRows + measuringRows + placeRows + choiceRows + runRows
    + wordRows

  static func rows(of command: CommandName) -> [OptionRow] {
    rows.filter { $0.commands.contains(command) }
  }

  static func row(named name: String, of command: CommandName) -> OptionRow? {
    rows.first { $0.name == name && $0.commands.contains(command) }
  }

  static func row(short: Character, of command: CommandName) -> OptionRow? {
    rows.first { $0.short == short && $0.commands.contains(command) }
  }

  /// The commands that know an option of that name.
  static func commands(knowing name: String) -> [CommandName] {
    CommandName.allCases.filter { row(named: name, of: $0) != nil }
  }

  static let drawing: [CommandName] = [.scan, .render]
  static let every: [CommandName] = [.scan, .render, .cache]
}
