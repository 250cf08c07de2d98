/// Texts as aligned columns, no wider than a terminal.
struct TextColumns {
  /// The title of a column, and whether it holds numbers, which are aligned at their end.
  struct Column {
    let title: String
    let isNumber: Bool

    init(_ title: String, isNumber: Bool = false) {
      self.title = title
      self.isNumber = isNumber
    }
  }

  private let columns: [Column]
  private var widths: [Int]
  private let most: Int?

  /// Creates columns that are together at most `most` wide, or of any width if it is nil.
  init(_ columns: [Column], atMost most: Int?) {
    self.columns = columns
    self.most = most
    widths = columns.map(\.title.count)
  }

  mutating func measure(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      widths[index] = max(widths[index], Self.width(cell))
    }
  }

  /// Makes the widest text narrower until all columns fit.
  mutating func fit() {
    guard let most else { return }
    var surplus = widths.reduce(0, +) + 2 * (columns.count - 1) - most
    // A cut number would be another number.
    let texts = columns.indices.filter { !columns[$0].isNumber }
    while surplus > 0 {
      let widest = texts.max { widths[$0] < widths[$1] }
      guard let widest, widths[widest] > Self.minimumWidth else { return }
      let cut = min(surplus, widths[widest] - Self.minimumWidth)
      widths[widest] -= cut
      surplus -= cut
    }
  }

  // A name cut to fewer columns says nothing. A guess: half and twice of it were not tried.
  private static let minimumWidth = 8

  var header: String { line(columns.map(\.title)) }

  func line(_ cells: [String]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = Self.cut(cell, to: widths[index])
      let padding = String(repeating: " ", count: max(0, widths[index] - Self.width(text)))
      if index > 0 {
        line += "  "
      }
      if columns[index].isNumber {
        line += padding + text
      } else if index + 1 < cells.count {
        line += text + padding
      } else {
        line += text
      }
    }
    return line + "\n"
  }

  private static func cut(_ text: String, to most: Int) -> String {
    guard width(text) > most, most > 1 else { return text }
    var front = text[...]
    var back = text[...]
    let half = (most - 1) / 2
    while width(front) > half {
      front.removeLast()
    }
    while width(back) > most - 1 - half {
      back.removeFirst()
    }
    return "\(front)…\(back)"
  }

  /// The number of terminal columns that text takes: East Asian characters and emoji take two.
  private static func width(_ text: some StringProtocol) -> Int {
    text.reduce(0) { sum, character in
      let scalar = character.unicodeScalars.first?.value ?? 0
      let isWide =
        (0x1100...0x115F).contains(scalar) || (0x2E80...0xA4CF).contains(scalar)
        || (0xAC00...0xD7A3).contains(scalar) || (0xF900...0xFAFF).contains(scalar)
        || (0xFE30...0xFE6F).contains(scalar) || (0xFF00...0xFF60).contains(scalar)
        || (0x1F300...0x1FAFF).contains(scalar) || (0x20000...0x3FFFD).contains(scalar)
      return sum + (isWide ? 2 : 1)
    }
  }
}
