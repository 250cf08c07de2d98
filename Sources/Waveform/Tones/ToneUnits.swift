/// The division of a recording into units: windows whose signals are transformed together, and whose
/// sums go to one column.
///
/// Two signals share a complex one: both channels of a window, or two windows of a single channel.
struct ToneUnits: Sendable {
  /// The distance of windows, in frames.
  let hop: Int
  /// The distance of units.
  let step: Int
  /// The frames of a unit, from its first window to its last.
  let span: Int
  /// The number of complex signals of a unit.
  let pairs: Int
  /// The number of units whose signals fill all lanes.
  let atOnce: Int

  init(of length: WaveformLength, channels: Int) {
    hop = Self.hop(for: length)
    step =
      if channels == 1 {
        2 * hop
      } else {
        hop
      }
    span = step - hop + ToneTransform.size
    pairs = (channels + 1) / 2
    atOnce =
      if pairs > ToneTransform.lanes {
        // Signals of a single unit fill the lanes more than once. More units would only take memory,
        // of which a file with a thousand channels needs 10 MB for each.
        1
      } else {
        // The fewest units that fill whole groups of eight lanes.
        ToneTransform.lanes >> min(pairs.trailingZeroBitCount, 3)
      }
  }

  /// Returns the distance of windows.
  // Without an overlap the scan of a long MP3 takes 1.12 of the processor time without tones; with
  // one there are twice as many windows. A long recording has at least one window a column either
  // way: of 988 bars of 14 pieces the mean frequency moves by 0.012 octaves in half and by at most
  // 0.11 in 95 %.
  private static func hop(for length: WaveformLength) -> Int {
    guard case .known(let frames) = length,
      frames < ToneTransform.size * WaveformTones.columnCount
    else { return ToneTransform.size }
    return ToneTransform.size / 2
  }

  /// Returns the number of frames of consecutive units.
  func frames(of count: Int) -> Int { (count - 1) * step + span }

  /// Returns the number of whole units in a number of frames.
  func wholeUnits(in frames: Int) -> Int {
    guard frames >= span else { return 0 }
    return (frames - span) / step + 1
  }

  /// Returns the columns of a length: so few that each has the middle of a unit, or one.
  func grid(frames: Int) -> TimeGrid {
    let distance = span / 2 + step
    let maximum = max(frames / distance, 1)
    return TimeGrid(frames: frames, count: min(maximum, WaveformTones.columnCount))
  }

  /// Returns the first unit whose middle is in a column.
  func firstUnit(of column: Int, on grid: TimeGrid) -> Int {
    // A recording shorter than a unit is padded with zeros.
    let all = max(wholeUnits(in: grid.frames), 1)
    guard column > 0 else { return 0 }
    guard column < grid.count else { return all }
    let firstStart = grid.border(column) - span / 2
    // The first unit that does not start before it.
    let unit = (firstStart + step - 1) / step
    return min(max(0, unit), all)
  }

  /// Returns the first column whose first unit does not start before a frame.
  ///
  /// Both ends of a range are found by this rule, so that ranges measured separately have each column
  /// once.
  func firstColumn(from frame: Int, on grid: TimeGrid) -> Int {
    guard frame > 0 else { return 0 }
    guard frame < grid.frames else { return grid.count }
    return TimeGrid.first(of: grid.count) { column in
      firstUnit(of: column, on: grid) * step >= frame
    }
  }
}
