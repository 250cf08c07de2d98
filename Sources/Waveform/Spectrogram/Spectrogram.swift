/// The power of a whole recording by time and frequency, one column per pixel of a picture.
public struct Spectrogram: Sendable, Hashable {
  /// The number of frames of a window by default.
  // 23 ms at 44.1 kHz, in bins of 43 Hz. Untuned.
  public static let standardWindow = 1024
  /// The numbers of frames of a window.
  // Shorter ones have fewer bins than a picture has rows; longer ones last a fifth of a second and more.
  public static let windows = [256, 512, 1024, 2048, 4096, 8192]

  /// The lowest level by default, in decibels relative to a full-scale sine.
  // Near the 96 dB of 16 bits.
  public static let quietest = -90.0
  /// The largest number of columns, to limit the size of a worker's answer.
  // As many as the widest picture has points, in fewer bins as many levels; 8.4 MB.
  package static func maximumColumns(window: Int) -> Int {
    min(16_384, 16_384 * binCount(window: standardWindow) / binCount(window: window))
  }

  /// Frames per second; the highest bin is at half this rate.
  public let sampleRate: Int
  /// The number of frames of a window.
  public let window: Int
  /// The lowest level, in decibels relative to a full-scale sine.
  public let floor: Int
  /// Column after column, bins from low to high; 0 is the lowest level, 255 a full-scale sine.
  public internal(set) var levels: [UInt8]

  /// The number of bins of a column, evenly spaced from 0 Hz to half of the sampling rate.
  public var binCount: Int { Self.binCount(window: window) }
  /// The number of columns.
  public var columnCount: Int { levels.count / binCount }

  /// Returns the number of bins of a column.
  public static func binCount(window: Int) -> Int { window / 2 + 1 }

  /// Returns nil if the levels are not whole columns, or if there is no such window.
  public init?(
    sampleRate: Int,
    levels: [UInt8],
    floor: Int = Int(quietest),
    window: Int = standardWindow
  ) {
    let areWholeColumns = !levels.isEmpty && levels.count % Self.binCount(window: window) == 0
    guard sampleRate > 0, SpectrogramScale.floors.contains(floor),
      Self.windows.contains(window), areWholeColumns
    else { return nil }
    self.sampleRate = sampleRate
    self.window = window
    self.levels = levels
    self.floor = floor
  }

  /// Returns the spectrogram in another number of columns, each the mean power of those that it
  /// covers.
  public func pooled(to count: Int) -> Spectrogram? {
    if count == columnCount {
      self
    } else {
      Spectrogram(
        sampleRate: sampleRate,
        levels: Self.levels(
          levels,
          bins: binCount,
          count: count,
          scale: SpectrogramScale(floor: floor)
        ),
        floor: floor,
        window: window
      )
    }
  }

  /// Returns levels in another number of columns.
  // Of powers, as a mean of decibels would show a short tone too faint.
  static func levels(
    _ levels: [UInt8],
    bins binCount: Int,
    count: Int,
    scale: SpectrogramScale
  ) -> [UInt8] {
    let from = levels.count / binCount
    guard count > 0, from > 0 else { return [] }
    let powers = scale.powers
    var result: [UInt8] = []
    result.reserveCapacity(count * binCount)
    for column in 0..<count {
      let first = min(column * from / count, from - 1)
      let end = max(first + 1, (column + 1) * from / count)
      // The mean of one column is that column.
      if end == first + 1 {
        result += levels[first * binCount..<end * binCount]
        continue
      }
      for bin in 0..<binCount {
        let sum = (first..<end).reduce(0) { sum, column in
          sum + powers[Int(levels[column * binCount + bin])]
        }
        result.append(scale.level(sum / Double(end - first)))
      }
    }
    return result
  }
}
