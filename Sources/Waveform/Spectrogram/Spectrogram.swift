/// The power of a whole recording by time and frequency, one column per pixel of a picture.
public struct Spectrogram: Sendable, Hashable {
  /// The number of bins of a column, evenly spaced from 0 Hz to half of the sampling rate.
  public static let binCount = SpectrumWindow.frames / 2 + 1
  /// The lowest level by default, in decibels relative to a full-scale sine.
  // A guess, near the 96 dB of 16 bits.
  public static let quietest = -90.0
  /// The largest number of columns, to limit the size of a worker's answer.
  // As many as the widest picture has points; 8.4 MB of levels.
  package static let maximumColumns = 16_384

  /// Frames per second; the highest bin is at half this rate.
  public let sampleRate: Int
  /// The lowest level, in decibels relative to a full-scale sine.
  public let floor: Int
  /// Column after column, bins from low to high; 0 is the lowest level, 255 a full-scale sine.
  public internal(set) var levels: [UInt8]

  /// The number of columns.
  public var columnCount: Int { levels.count / Self.binCount }

  /// Returns nil if the levels are not whole columns.
  public init?(sampleRate: Int, levels: [UInt8], floor: Int = Int(quietest)) {
    let areWholeColumns = !levels.isEmpty && levels.count % Self.binCount == 0
    guard sampleRate > 0, SpectrogramScale.floors.contains(floor), areWholeColumns else {
      return nil
    }
    self.sampleRate = sampleRate
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
        levels: Self.levels(levels, count: count, scale: SpectrogramScale(floor: floor)),
        floor: floor
      )
    }
  }

  /// Returns levels in another number of columns.
  // Of powers, as a mean of decibels would show a short tone too faint.
  static func levels(_ levels: [UInt8], count: Int, scale: SpectrogramScale) -> [UInt8] {
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
