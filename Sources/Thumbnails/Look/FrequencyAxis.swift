import Glibc
import Waveform

/// The vertical frequency axis.
public enum FrequencyAxis: String, CaseIterable, Sendable {
  /// From 40 Hz; every octave has the same height.
  case logarithmic
  /// From 0 Hz; every hertz has the same height.
  case linear

  // Just below the lowest string of a bass, 41 Hz, and the lowest band of a spectrum. Untuned.
  private static let lowest = 40.0

  /// Returns the frequencies of the rows, from the lowest up to half of the sample rate.
  ///
  /// `range` shows fewer frequencies, as far as there are any.
  func scale(sampleRate: Int, range: ClosedRange<Double>? = nil) -> PitchScale {
    var highest = Double(sampleRate) / 2
    var lowest =
      switch self {
      case .linear: 0.0
      // Very low sample rates do not reach 40 Hz.
      case .logarithmic: min(Self.lowest, highest / 2)
      }
    if let range, range.lowerBound < highest {
      lowest = range.lowerBound
      highest = min(highest, range.upperBound)
    }
    return switch self {
    case .linear: .even(from: lowest, to: highest)
    case .logarithmic: .octaves(from: lowest, to: highest)
    }
  }

  /// Returns the bins of each row, from the lowest row up to half of the sample rate.
  func rows(
    _ count: Int,
    of spectrogram: Spectrogram,
    range: ClosedRange<Double>? = nil
  ) -> [FrequencyRow] {
    let scale = scale(sampleRate: spectrogram.sampleRate, range: range)
    return Self.rows(count, of: spectrogram, by: scale)
  }

  /// Returns the bins of each row by a scale, from the lowest row up.
  static func rows(
    _ count: Int,
    of spectrogram: Spectrogram,
    by scale: PitchScale
  ) -> [FrequencyRow] {
    let last = spectrogram.binCount - 1
    let binWidth = Double(spectrogram.sampleRate) / 2 / Double(last)
    // The lower edge, the middle and the upper edge of each row, in bins.
    let edges = (0...2 * count).map { half in
      scale.pitch(at: Double(half) / Double(2 * count)) / binWidth
    }
    return (0..<count).map { row in
      let first = 2 * row
      let middle = edges[first + 1]
      return FrequencyRow(from: edges[first], middle: middle, to: edges[first + 2], last: last)
    }
  }
}

/// The bins of one row.
struct FrequencyRow {
  /// The bins whose middle is in the row; empty if bins are taller than rows.
  private let bins: Range<Int>
  private let below: Int
  private let share: Double

  init(from: Double, middle: Double, to: Double, last: Int) {
    let first = max(0, min(last, Int(from.rounded(.up))))
    let end =
      if to >= Double(last) {
        // The highest bin belongs to the last row, which ends with it.
        last + 1
      } else {
        Int(to.rounded(.up))
      }
    bins = first..<max(first, end)
    // The bin below the middle, of which there is always one above.
    below = max(0, min(last - 1, Int(middle)))
    share = min(1, max(0, middle - Double(below)))
  }

  /// Returns the level of the loudest bin of the row, so that a single tone stays visible;
  /// interpolates if the row is between two bins.
  func level(_ levels: [UInt8], from start: Int) -> UInt8 {
    if !bins.isEmpty {
      return bins.reduce(0) { loudest, bin in max(loudest, levels[start + bin]) }
    }
    let low = Double(levels[start + below])
    let high = Double(levels[start + below + 1])
    return UInt8(low + (high - low) * share + 0.5)
  }
}
