import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Entries as aligned columns, no wider than a terminal.
struct ListTable {
  private let fields: [EntryField]
  private var columns: TextColumns

  /// Creates a table of a width in terminal columns, or of any width if it is nil; `isGrouped` means
  /// that a number of a group is in front.
  init(_ fields: [EntryField], isGrouped: Bool = false, maximumWidth: Int?) {
    self.fields = fields
    var titles = fields.map { field in
      TextColumns.Column(field.rawValue, isNumber: field.isNumber)
    }
    if isGrouped {
      titles.insert(TextColumns.Column("group", isNumber: true), at: 0)
    }
    columns = TextColumns(titles, maximumWidth: maximumWidth)
  }

  mutating func measure(_ entry: ManifestEntry, group: Int? = nil) {
    columns.measure(cells(of: entry, group: group))
  }

  mutating func fit() { columns.fit() }

  var header: String { columns.header }

  func line(_ entry: ManifestEntry, group: Int? = nil) -> String {
    columns.line(cells(of: entry, group: group))
  }

  private func cells(of entry: ManifestEntry, group: Int?) -> [String] {
    let values = fields.map { field in Self.cell(field, of: entry) }
    guard let group else { return values }
    return ["\(group)"] + values
  }

  private static func cell(_ field: EntryField, of entry: ManifestEntry) -> String {
    let value = entry.value(field)
    // A recording that cannot be read has no findings; a row of dashes would not show why.
    if field == .findings, let problem = entry.problem {
      return PrintableName.text(problem.message.utf8)
    }
    // Its bytes, since the text of a value has replaced those that are no UTF-8.
    if field == .path { return PrintableName.text(entry.path.bytes) }
    // Other formats have seconds, with which a program computes.
    if field == .duration, let seconds = value.number { return WaveformTime.length(seconds) }
    // With both decimals even if they are 0, so that the points of a column are below each other.
    if case .number(let number, let decimals) = value, decimals == 2 {
      return Numerals.fixed(number, decimals: 2)
    }
    return PrintableName.text(value.plain.utf8)
  }
}
