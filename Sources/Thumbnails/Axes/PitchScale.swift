import Glibc
import Waveform

/// The frequencies along an axis.
enum PitchScale {
  /// Logarithmic, from one frequency to another.
  case octaves(from: Double, to: Double)
  /// Linear, from one frequency to another.
  case even(from: Double, to: Double)

  /// Creates the scale of a spectrum's bands; nil if the sample rate is unknown.
  init?(bandsOfRate sampleRate: Int) {
    guard sampleRate > 0 else { return nil }
    let (lowest, highest) = WaveformSpectrum.pitches(sampleRate: sampleRate)
    self = .octaves(from: lowest, to: highest)
  }

  /// Returns ticks in hertz with a minimum distance; with `showsEnds` also the lowest and the highest
  /// frequency, whatever they are.
  func ticks(apart distance: Double, showsEnds: Bool) -> [AxisTick] {
    guard showsEnds else { return ticks(apart: distance) }
    let highest = tick(pitch(at: 1))
    let lowest = tick(pitch(at: 0))
    // Between them, a tick needs its distance from both.
    let inner = ticks(apart: distance).filter { tick in
      tick.position >= distance && tick.position <= 1 - distance
    }
    return [highest] + inner + [lowest]
  }

  /// Returns round ticks in hertz with a minimum distance.
  func ticks(apart distance: Double) -> [AxisTick] {
    switch self {
    case .octaves(let lowest, let highest):
      // Decades first: 100, 1k and 10k are on every axis that has room for three labels.
      let coarse = [1]
      let medium = [1, 2, 5]
      let fine = Array(1...9)
      let passes = [coarse, medium, fine].map { digits in
        let pitches = Self.roundPitches(digits: digits)
        let shown = pitches.filter { pitch in pitch >= lowest && pitch <= highest }
        return shown.map(tick)
      }
      return [AxisTick](filling: passes, apart: distance)
    case .even(let lowest, let highest):
      let steps = [100.0, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000]
      // No picture has room for a thousand labels, and a hostile range would make millions.
      let possible = steps.filter { step in (highest - lowest) / step < 1000 }
      let passes = possible.map { step in
        let first = (lowest / step).rounded(.up) * step
        return stride(from: first, through: highest, by: step).map(tick)
      }
      return [AxisTick](finestOf: passes, apart: distance)
    }
  }

  /// Returns the frequencies of one digit and zeros, in hertz.
  private static func roundPitches(digits: [Int]) -> [Double] {
    // Up to 900 kHz, more than half of any usual sampling rate.
    (0...5).flatMap { power in
      digits.map { digit in Double(digit) * pow(10, Double(power)) }
    }
  }

  /// Returns the frequency at a position, from 0 to 1.
  func pitch(at position: Double) -> Double {
    switch self {
    case .octaves(let lowest, let highest): lowest * pow(highest / lowest, position)
    case .even(let lowest, let highest): lowest + position * (highest - lowest)
    }
  }

  /// Returns the position of a frequency, from 0 to 1.
  func position(of hertz: Double) -> Double {
    switch self {
    case .octaves(let lowest, let highest): log(hertz / lowest) / log(highest / lowest)
    case .even(let lowest, let highest): (hertz - lowest) / (highest - lowest)
    }
  }

  /// Formats a frequency as "500", "2k" or "12.5k".
  private func tick(_ hertz: Double) -> AxisTick {
    let whole = Int(hertz)
    let (thousands, rest) = whole.quotientAndRemainder(dividingBy: 1000)
    let label =
      if thousands == 0 {
        "\(whole)"
      } else if rest < 100 {
        "\(thousands)k"
      } else {
        "\(thousands).\(rest / 100)k"
      }
    return AxisTick(position: position(of: hertz), label: label)
  }
}
