import Glibc
import Waveform

/// The pitches along an axis.
enum PitchScale {
  /// From one pitch to another, every octave as long as the others.
  case octaves(from: Double, to: Double)
  /// From 0 Hz to a pitch, every hertz as long as the others.
  case even(to: Double)

  /// The pitches of a spectrum's bands; nil where the rate is not known.
  init?(bandsOfRate sampleRate: Int) {
    guard sampleRate > 0 else { return nil }
    let (lowest, highest) = WaveformSpectrum.pitches(sampleRate: sampleRate)
    self = .octaves(from: lowest, to: highest)
  }

  /// Ticks in hertz, so far apart.
  func ticks(apart distance: Double) -> [AxisTick] {
    switch self {
    case .octaves(let lowest, let highest):
      let digits = [[1], [1, 2, 5], [1, 2, 3, 4, 5, 6, 7, 8, 9]]
      let passes = digits.map { digits in
        (0...5).flatMap { power in digits.map { Double($0) * pow(10, Double(power)) } }
          .filter { $0 >= lowest && $0 <= highest }.map(tick)
      }
      return [AxisTick](filling: passes, apart: distance)
    case .even(let highest):
      let steps = [100.0, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000]
        .filter { highest / $0 < 1000 }
      let passes = steps.map { stride(from: 0, through: highest, by: $0).map(tick) }
      return [AxisTick](finestOf: passes, apart: distance)
    }
  }

  /// The pitch at a part of the axis.
  func pitch(at place: Double) -> Double {
    switch self {
    case .octaves(let lowest, let highest): lowest * pow(highest / lowest, place)
    case .even(let highest): place * highest
    }
  }

  /// How far along the axis a pitch is, from 0 to 1.
  func place(of hertz: Double) -> Double {
    switch self {
    case .octaves(let lowest, let highest): log(hertz / lowest) / log(highest / lowest)
    case .even(let highest): hertz / highest
    }
  }

  /// A pitch as "500", "2k" or "12.5k".
  private func tick(_ hertz: Double) -> AxisTick {
    let whole = Int(hertz)
    let (thousands, rest) = whole.quotientAndRemainder(dividingBy: 1000)
    let label =
      thousands == 0
      ? "\(whole)" : rest == 0 ? "\(thousands)k" : "\(thousands).\(rest / 100)k"
    return AxisTick(place: place(of: hertz), label: label)
  }
}
