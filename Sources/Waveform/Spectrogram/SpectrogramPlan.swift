import Glibc

/// The positions of the windows of a spectrogram, and the column of each.
struct SpectrogramPlan: Sendable {
  /// Windows of one column that overlap by half.
  struct Run {
    /// The first frame of the first window.
    let start: Int
    let windows: Int
    let column: Int
  }

  private enum Form {
    /// One window around the middle of each column.
    case aboutMiddles(TimeGrid)
    /// Windows that overlap by half, assigned to the columns of their middles.
    case overlapping(TimeGrid)
    /// A number of windows per column that doubles when there would be too many columns.
    case folding(windowsPerColumn: Int)
  }

  /// The columns to measure.
  let columns: Range<Int>
  private var form: Form
  private let frames: Int
  /// The next column and the next window of the recording.
  private var column: Int
  private var window: Int

  /// The distance of windows, half of their length.
  // A Hann window is almost zero at its ends: without an overlap, a click between two windows would be
  // in no column.
  private let hop: Int
  // The number of columns while the length is unknown: several per pixel of most pictures.
  private static let maximumFoldedColumns = 4096

  /// Creates a plan for the columns whose first windows begin within a range of the recording.
  init(frames: Int, columns count: Int, window length: Int, range: Range<Int>) {
    let frames = max(frames, 0)
    let hop = length / 2
    self.hop = hop
    let grid = TimeGrid(frames: frames, count: count)
    // Columns narrower than the distance of windows would often have the middle of none.
    let isShort = frames / grid.count < hop || frames < length
    let form: Form =
      if isShort {
        .aboutMiddles(grid)
      } else {
        .overlapping(grid)
      }
    func firstColumn(from frame: Int) -> Int {
      guard frame > 0 else { return 0 }
      guard frame < frames else { return grid.count }
      return TimeGrid.first(of: grid.count) { column in
        Self.start(of: column, by: form, frames: frames, hop: hop) >= frame
      }
    }

    let first = firstColumn(from: range.lowerBound)
    columns = first..<max(first, firstColumn(from: range.upperBound))
    self.frames = frames
    self.form = form
    column = first
    window = Self.firstWindow(of: first, by: form, frames: frames, hop: hop)
  }

  /// Creates a plan for an unknown length.
  init(columns count: Int, window length: Int) {
    hop = length / 2
    columns = 0..<max(count, 1)
    frames = .max
    form = .folding(windowsPerColumn: 1)
    column = 0
    window = 0
  }

  /// The end of the last window, exclusive.
  var end: Int {
    guard let last = columns.last else { return 0 }
    switch form {
    case .aboutMiddles:
      let start = Self.start(of: last, by: form, frames: frames, hop: hop)
      return min(frames, start + 2 * hop)
    case .overlapping:
      // The window before the first of the next column reaches one hop into that one.
      let next = Self.firstWindow(of: last + 1, by: form, frames: frames, hop: hop)
      return min(frames, (next + 1) * hop)
    case .folding: return .max
    }
  }

  /// Returns the next windows of one column, at most so many; nil after the last.
  func next(atMost maximum: Int) -> Run? {
    switch form {
    case .aboutMiddles:
      guard column < columns.upperBound else { return nil }
      let start = Self.start(of: column, by: form, frames: frames, hop: hop)
      return Run(start: start, windows: 1, column: column)
    case .overlapping:
      var column = column
      while column < columns.upperBound {
        let next = Self.firstWindow(of: column + 1, by: form, frames: frames, hop: hop)
        let left = next - window
        if left > 0 {
          return Run(start: window * hop, windows: min(left, maximum), column: column)
        }
        // A column without the middle of any window.
        column += 1
      }
      return nil
    case .folding(let windowsPerColumn):
      let left = (column + 1) * windowsPerColumn - window
      return Run(start: window * hop, windows: min(left, maximum), column: column)
    }
  }

  /// Moves past a run, and returns whether pairs of columns must be merged now.
  mutating func advance(behind run: Run) -> Bool {
    column = run.column
    window += run.windows
    switch form {
    case .aboutMiddles:
      column += 1
      return false
    case .overlapping:
      return false
    case .folding(let windowsPerColumn):
      column = window / windowsPerColumn
      guard column == Self.maximumFoldedColumns else { return false }
      form = .folding(windowsPerColumn: 2 * windowsPerColumn)
      column /= 2
      return true
    }
  }

  /// Returns the start of the first window of a column.
  private static func start(of column: Int, by form: Form, frames: Int, hop: Int) -> Int {
    switch form {
    case .aboutMiddles(let grid):
      let middle = (grid.border(column) + grid.border(column + 1)) / 2
      // The first and the last windows are moved to lie within the recording.
      let lastStart = max(0, frames - 2 * hop)
      return min(max(0, middle - hop), lastStart)
    case .overlapping, .folding:
      return firstWindow(of: column, by: form, frames: frames, hop: hop) * hop
    }
  }

  /// Returns the first window whose middle is in a column.
  private static func firstWindow(of column: Int, by form: Form, frames: Int, hop: Int) -> Int {
    guard case .overlapping(let grid) = form, column > 0 else { return 0 }
    let count = max(frames / hop - 1, 0)
    guard column < grid.count else { return count }
    // The middle of window w is frame (w + 1) · hop.
    let firstMiddle = (grid.border(column) + hop - 1) / hop
    return min(firstMiddle - 1, count)
  }
}

/// How the levels of a spectrogram are written in a byte: 0 is silence or a lowest level in
/// decibels relative to a full-scale sine, 255 is that sine.
struct SpectrogramScale: Sendable, Hashable {
  /// The lowest levels that can be measured.
  // From below the 144 dB of 24 bits. Untuned.
  static let floors = -200 ... -90

  let floor: Int
  /// The power of the lowest level.
  private let minimum: Double

  init(floor: Int) {
    self.floor = floor
    minimum =
      if floor == -90 {
        // A literal, which any other way to compute it may miss by a bit.
        1e-9
      } else {
        pow(10, Double(floor) / 10)
      }
  }

  /// Returns the level of a power, 0 for silence.
  func level(_ power: Double) -> UInt8 {
    guard power > minimum else { return 0 }
    guard power < 1 else { return 255 }
    // 10·log10 is 3.0103 times log2. Below the smallest normal Float there is no logarithm of ours.
    let decibels = SpectrumBands.log2(Float(power)) * 3.010_299_96
    let range = Float(-floor)
    return UInt8(max(0, (decibels + range) * (255.0 / range) + 0.5))
  }

  /// The power of each level.
  var powers: [Double] {
    let floor = Double(floor)
    return (0...255).map { level in
      // Silence, which has no level in decibels.
      guard level > 0 else { return 0 }
      let decibels = floor - floor * Double(level) / 255
      return pow(10, decibels / 10)
    }
  }
}
