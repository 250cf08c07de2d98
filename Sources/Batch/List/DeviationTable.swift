import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The recordings that are not as `--expect` asks, worst first, with totals.
struct DeviationTable {
  /// The deviations in one value.
  private struct Section {
    let field: EntryField
    /// All deviations, also those that have no row.
    var count = 0
    var worst: [Deviation] = []
  }

  // In the order in which values were first missed, like the kinds below.
  private var values: [Section] = []
  // A list and not a dictionary: the totals name kinds in the order of the recordings, in every run.
  private var kinds: [(kind: Deviation.Kind, count: Int)] = []
  /// The recordings that were checked, and those in the table.
  private(set) var checked = 0
  private(set) var missed = 0
  private let maximumRows: Int

  /// Creates a table of at most so many rows for each value.
  init(maximumRows: Int = .max) { self.maximumRows = maximumRows }

  mutating func add(_ deviations: [Deviation]) {
    checked += 1
    guard !deviations.isEmpty else { return }
    missed += 1
    for deviation in deviations {
      add(deviation)
    }
  }

  private mutating func add(_ deviation: Deviation) {
    count(deviation.kind)
    let index = sectionIndex(of: deviation.field)
    values[index].count += 1
    values[index].worst.append(deviation)
    // Sorting only now and then keeps a table of millions in bounded memory and time. Twice the largest
    // number of rows would overflow where there is no limit.
    if maximumRows < .max / 2, values[index].worst.count >= 2 * maximumRows {
      values[index].worst = Self.worst(maximumRows, of: values[index].worst)
    }
  }

  private mutating func count(_ kind: Deviation.Kind) {
    guard let index = kinds.firstIndex(where: { $0.kind == kind }) else {
      kinds.append((kind, 1))
      return
    }
    kinds[index].count += 1
  }

  /// Returns the index of the section of a value, which is added if there is none.
  private mutating func sectionIndex(of field: EntryField) -> Int {
    if let index = values.firstIndex(where: { $0.field == field }) { return index }
    values.append(Section(field: field))
    return values.count - 1
  }

  private static func worst(_ count: Int, of deviations: [Deviation]) -> [Deviation] {
    let sorted = deviations.sorted { one, other in
      if one.severity != other.severity { return one.severity > other.severity }
      return one.path.bytes.lexicographicallyPrecedes(other.path.bytes)
    }
    return Array(sorted.prefix(count))
  }

  /// For each value a heading, the worst deviations, and how many more there are.
  var sections: [(heading: String, rows: [Deviation], more: Int)] {
    values.map { section in
      let rows = Self.worst(maximumRows, of: section.worst)
      let heading = "\(section.field.rawValue) of \(Numerals.count(section.count, "recording"))"
      return (heading, rows, section.count - rows.count)
    }
  }

  /// How many recordings are not as expected, and in what.
  var totals: String {
    let counts = kinds.map { counted in counted.kind.text(count: counted.count) }
      .joined(separator: ", ")
    let share = "\(Numerals.grouped(missed)) of \(Numerals.count(checked, "recording"))"
    let verb = missed == 1 ? "is" : "are"
    return "\(share) \(verb) not as expected: \(counts)"
  }

  /// Returns the lines: for each value a heading and its rows, then the totals. Lines that are not
  /// rows begin with `prefix`; `listing` is the command that shows all rows.
  func text(prefix: String, atMost width: Int?, listing: String? = nil) -> String {
    guard missed > 0 else { return "" }
    var text = ""
    for section in sections {
      text += "\(prefix)\(section.heading):\n"
      text += Self.rows(section.rows, atMost: width)
      if section.more > 0 {
        text += "  and \(Numerals.grouped(section.more)) more"
        if let listing {
          text += ": \(listing)"
        }
        text += "\n"
      }
    }
    return text + "\(prefix)\(totals)\n"
  }

  private static func rows(_ deviations: [Deviation], atMost width: Int?) -> String {
    let titles = Deviation.titles(of: deviations[0].field)
    let measured = 1
    let expected = 2
    let cells = deviations.map(\.cells)
    // Columns without a value would only be wide.
    let used = titles.indices.filter { column in
      cells.contains { row in !row[column].isEmpty }
    }
    // A measured value with a range to reach is a number; a list of findings is text.
    let measuresNumbers = cells[0][expected] != ""
    let columns = used.map { column in
      TextColumns.Column(titles[column], isNumber: column == measured && measuresNumbers)
    }
    let rows = cells.map { row in used.map { column in row[column] } }

    var table = TextColumns(columns, maximumWidth: width.map { $0 - indent.count })
    for row in rows {
      table.measure(row)
    }
    table.fit()
    var text = indent + table.header
    for row in rows {
      text += indent + table.line(row)
    }
    return text
  }

  private static let indent = "  "
}
