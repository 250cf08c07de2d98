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
  private let maximumWidth: Int?

  /// Creates columns of a width together, or of any width if it is nil.
  init(_ columns: [Column], maximumWidth: Int?) {
    self.columns = columns
    self.maximumWidth = maximumWidth
    widths = columns.map(\.title.count)
  }

  mutating func measure(_ cells: [String]) {
    for (index, cell) in cells.enumerated() {
      widths[index] = max(widths[index], Self.width(cell))
    }
  }

  /// Makes the widest text narrower until all columns fit.
  // If all texts are at the minimum, the columns stay wider than the terminal, which wraps their lines.
  mutating func fit() {
    guard let maximumWidth else { return }
    let gaps = 2 * (columns.count - 1)
    var surplus = widths.reduce(0, +) + gaps - maximumWidth
    // A cut number would be another number.
    let texts = columns.indices.filter { column in !columns[column].isNumber }
    while surplus > 0 {
      let widest = texts.max { one, other in widths[one] < widths[other] }
      guard let widest, widths[widest] > Self.minimumWidth else { return }
      let cut = min(surplus, widths[widest] - Self.minimumWidth)
      widths[widest] -= cut
      surplus -= cut
    }
  }

  // A name cut to fewer columns is of no use. Untuned.
  private static let minimumWidth = 8

  var header: String { line(columns.map(\.title)) }

  func line(_ cells: [String]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      let text = Self.cut(cell, to: widths[index])
      let room = widths[index] - Self.width(text)
      let padding = String(repeating: " ", count: max(0, room))
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

  // In the middle: names of one folder begin alike, and end with what kind of file they are.
  private static func cut(_ text: String, to maximumWidth: Int) -> String {
    guard width(text) > maximumWidth, maximumWidth > 1 else { return text }
    var front = text[...]
    var back = text[...]
    let half = (maximumWidth - 1) / 2
    while width(front) > half {
      front.removeLast()
    }
    while width(back) > maximumWidth - 1 - half {
      back.removeFirst()
    }
    return "\(front)…\(back)"
  }

  /// The number of terminal columns that text takes: East Asian characters and emoji take two.
  // By the first scalar: accents and the parts of an emoji are drawn over it.
  private static func width(_ text: some StringProtocol) -> Int {
    text.reduce(0) { sum, character in
      let scalar = character.unicodeScalars.first?.value ?? 0
      let isWide = wideScalars.contains { range in range.contains(scalar) }
      let columns = isWide ? 2 : 1
      return sum + columns
    }
  }

  // What Unicode calls wide (East Asian Width), in ranges coarse enough to be read.
  private static let wideScalars: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
    0xFF00...0xFF60, 0x1F300...0x1FAFF, 0x20000...0x3FFFD,
  ]
}
