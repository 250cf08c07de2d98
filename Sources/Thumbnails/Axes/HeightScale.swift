import Glibc
import Waveform

/// The meaning of heights in a picture.
enum HeightScale {
  /// Levels that were normalized and curved.
  case levels(WaveformScaling, WaveformScaling.Scale)
  /// Decibels on a linear scale: the first is height 0, the second is height 1.
  case decibels(from: Double, to: Double)

  /// Returns ticks in dBFS with a minimum distance, above a height.
  func ticks(apart distance: Double, above lowest: Double = 0) -> [AxisTick] {
    if isEven {
      // Every 40 dB where 20 dB have no room, so that a low picture is not without any label.
      let passes = [1, 2, 5, 10, 20, 40].map(ticks)
      return [AxisTick](finestOf: passes, apart: distance, above: lowest)
    }
    // Uneven scales have room for fine steps at the top and for coarse ones only below.
    let passes = [12, 6, 3, 1].map(ticks)
    return [AxisTick](filling: passes, apart: distance, above: lowest)
  }

  private func ticks(every step: Int) -> [AxisTick] {
    // From 24 dB above full scale, which floating point and normalization allow, down to below any
    // noise.
    let all = stride(from: 24 / step * step, through: -120, by: -step)
    return all.compactMap { decibels in
      guard let height = height(of: Double(decibels)) else { return nil }
      return AxisTick(position: height, label: "\(decibels)")
    }
  }

  /// Returns the height of a level in dBFS, or nil if it is outside the picture.
  func height(of decibels: Double) -> Double? {
    switch self {
    case .levels(let scaling, let scale):
      let level = pow(10, decibels / 20)
      // Tolerates rounding errors just above the loudest level.
      guard level <= scale.loudest * 1.0001 else { return nil }
      // By the function that scales bars, so that a tick is where such a bar ends.
      let heights = scaling.heights(of: [Float(level)], scale: scale)
      guard let height = heights.first, height > 0 else { return nil }
      return Double(height)
    case .decibels(let lowest, let highest):
      let height = (decibels - lowest) / (highest - lowest)
      guard (0...1).contains(height) else { return nil }
      return height
    }
  }

  private var isEven: Bool {
    switch self {
    case .levels(let scaling, _): scaling.curve == .db
    case .decibels: true
    }
  }
}
