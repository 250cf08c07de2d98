import Glibc
import Waveform

/// The meaning of heights in a picture.
enum HeightScale {
  /// Levels that were normalised and curved.
  case levels(WaveformScaling, WaveformScaling.Scale)
  /// Decibels, evenly from the first, which is height 0, to the second, which is height 1.
  case decibels(from: Double, to: Double)

  /// Returns ticks in dBFS at a least distance, above a height.
  func ticks(apart distance: Double, above lowest: Double = 0) -> [AxisTick] {
    if isEven {
      return [AxisTick](
        finestOf: [1, 2, 5, 10, 20, 40].map(ticks), apart: distance, above: lowest)
    }
    return [AxisTick](filling: [12, 6, 3, 1].map(ticks), apart: distance, above: lowest)
  }

  private func ticks(every step: Int) -> [AxisTick] {
    stride(from: 24 / step * step, through: -120, by: -step).compactMap { decibels in
      height(of: Double(decibels)).map { AxisTick(place: $0, label: "\(decibels)") }
    }
  }

  /// Returns the height of a level in dBFS, or nil if it is outside the picture.
  func height(of decibels: Double) -> Double? {
    switch self {
    case .levels(let scaling, let scale):
      let level = pow(10, decibels / 20)
      // A level that is a hair too high is the loudest one.
      guard level <= scale.loudest * 1.0001,
        let height = scaling.heights(of: [Float(level)], scale: scale).first, height > 0
      else { return nil }
      return Double(height)
    case .decibels(let lowest, let highest):
      let height = (decibels - lowest) / (highest - lowest)
      return height >= 0 && height <= 1 ? height : nil
    }
  }

  private var isEven: Bool {
    switch self {
    case .levels(let scaling, _): scaling.curve == .db
    case .decibels: true
    }
  }
}
