import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// An entry as a line for other programs: CSV, JSON or a path.
struct ListLine {
  let columns: [EntryField]
  let format: ListOptions.Format
  /// Whether the output is a terminal, which would interpret control characters.
  let isForTerminal: Bool
  /// Whether each line begins with the number of a group.
  var isGrouped = false

  /// The names of the columns, if the format has them in a line of their own.
  var header: String {
    switch format {
    case .csv: titles.joined(separator: ",") + "\r\n"
    case .json, .table, .html, .paths: ""
    }
  }

  private var titles: [String] {
    let names = columns.map(\.rawValue)
    if isGrouped { return ["group"] + names }
    return names
  }

  /// Returns the line of an entry, and the number of its group, if there are groups; in JSON also its
  /// deviations, if something is expected.
  func line(
    _ entry: ManifestEntry,
    group: Int? = nil,
    deviations: [Deviation]? = nil
  ) -> [UInt8] {
    // The exact bytes: other programs open the files.
    if format == .paths { return entry.path.bytes + [0] }
    return Array(text(entry, group: group, deviations).utf8)
  }

  private func text(_ entry: ManifestEntry, group: Int?, _ deviations: [Deviation]?) -> String {
    var cells: [String] = []
    if let group {
      cells.append("\(group)")
    }
    switch format {
    case .csv:
      cells += columns.map { column in csv(entry.value(column)) }
      // The line break of RFC 4180.
      return cells.joined(separator: ",") + "\r\n"
    case .json, .table, .html, .paths: return json(entry, group: group, deviations)
    }
  }

  private func csv(_ value: EntryValue) -> String {
    // A program gets the exact value; on a terminal it could move the cursor or set colors.
    let text = isForTerminal ? PrintableName.text(value.plain.utf8) : value.plain
    return Escape.csvCell(text, isNumber: value.number != nil)
  }

  private func json(_ entry: ManifestEntry, group: Int?, _ deviations: [Deviation]?) -> String {
    var json = JSONWriter(.compact)
    json.object { json in
      if let group {
        json.member("group", group)
      }
      for field in columns {
        Self.write(field, of: entry, to: &json)
      }
      if let deviations {
        json.member("deviations", array: deviations) { json, deviation in deviation.write(to: &json)
        }
      }
    }
    json.newline()
    return String(decoding: Escape.printableJSON(json.take()), as: UTF8.self)
  }

  private static func write(
    _ field: EntryField,
    of entry: ManifestEntry,
    to json: inout JSONWriter
  ) {
    // Also its bytes, if they are no UTF-8.
    if field == .path { return json.path(entry.path) }
    json.name(field.rawValue)
    switch entry.value(field) {
    // Null and not left out: a program finds the same members in each line.
    case .absent: json.null()
    case .number(let number, let decimals): json.value(number, decimals: decimals)
    case .text(let text): json.value(text)
    case .texts(let texts): json.array(texts) { json, text in json.value(text) }
    }
  }
}
