/// Where the windows of a spectrogram begin, and which column each belongs to.
struct SpectrogramPlan: Sendable {
  private enum Form {
    /// A window about the middle of each column.
    case aboutMiddles(TimeGrid)
    /// Windows that overlap by half, in the columns of their middles.
    case overlapping(TimeGrid)
    /// So many windows a column that there are never too many columns.
    case folding(windowsPerColumn: Int)
  }

  /// Columns that are wanted in the end.
  let columnCount: Int
  /// The column of the next window.
  private(set) var column = 0
  private var form: Form
  private let frames: Int
  private var index = 0

  private static let hop = SpectrumWindow.frames / 2
  // Columns while the length is not known: several for each pixel of most pictures.
  private static let mostFolded = 4096

  init(frames: Int, columns: Int) {
    columnCount = max(columns, 1)
    self.frames = max(frames, 0)
    let grid = TimeGrid(frames: self.frames, count: columnCount)
    form = self.frames / columnCount < Self.hop ? .aboutMiddles(grid) : .overlapping(grid)
    findColumn()
  }

  /// A plan for a length that is not known.
  init(columns: Int) {
    columnCount = max(columns, 1)
    frames = .max
    form = .folding(windowsPerColumn: 1)
  }

  /// Where the next window begins; nil behind the last.
  var next: Int? {
    switch form {
    case .aboutMiddles(let grid):
      guard index < grid.count else { return nil }
      let middle = (grid.border(index) + grid.border(index + 1)) / 2
      return min(max(0, middle - Self.hop), max(0, frames - SpectrumWindow.frames))
    case .overlapping:
      let start = index * Self.hop
      return start + SpectrumWindow.frames <= frames ? start : nil
    case .folding: return index * Self.hop
    }
  }

  /// Goes on to the next window, and says whether pairs of columns are to be joined now.
  mutating func advance() -> Bool {
    index += 1
    findColumn()
    guard case .folding(let windowsPerColumn) = form, column == Self.mostFolded else {
      return false
    }
    form = .folding(windowsPerColumn: 2 * windowsPerColumn)
    findColumn()
    return true
  }

  private mutating func findColumn() {
    switch form {
    case .aboutMiddles: column = index
    case .overlapping(let grid):
      let middle = (index + 1) * Self.hop
      while column + 1 < grid.count, middle >= grid.border(column + 1) { column += 1 }
    case .folding(let windowsPerColumn): column = index / windowsPerColumn
    }
  }
}
