import Glibc

/// The frequencies of a recording: the levels of 32 bands at 64 evenly spaced moments.
public struct WaveformSpectrum: Sendable, Equatable {
  /// The number of moments.
  // 2 KB with all bands, beside 23 KB of buckets. Untuned.
  public static let momentCount = 64
  /// The number of bands per moment, from 40 Hz to 16 kHz.
  // The number of bars that dancing bars have by default.
  public static let bandCount = 32

  /// The lowest level, in decibels relative to a full-scale sine.
  // The level below which a recording counts as silent, too.
  public static let quietest = -60.0

  /// Moment after moment, bands from low to high; 0 is -60 dB, 255 a full-scale sine.
  public let levels: [UInt8]

  /// The lowest and the highest pitch of the bands, in hertz.
  public static func pitches(sampleRate: Int) -> (lowest: Double, highest: Double) {
    let highest = min(16000, Double(max(sampleRate, 1)) / 2)
    // A rate of a few hertz has no 40 Hz: show one octave instead of trapping.
    return (min(40, highest / 2), highest)
  }

  /// Creates a silent spectrum.
  public init() {
    levels = [UInt8](repeating: 0, count: Self.momentCount * Self.bandCount)
  }

  /// Creates a spectrum from the levels of all moments, or returns nil if there are not 64 times
  /// 32.
  public init?(levels: [UInt8]) {
    guard levels.count == Self.momentCount * Self.bandCount else { return nil }
    self.levels = levels
  }

  /// Returns the bands of one moment in 0…1.
  public func bands(ofMoment index: Int) -> [Float] {
    let moment = min(max(index, 0), Self.momentCount - 1)
    let own = moment * Self.bandCount..<(moment + 1) * Self.bandCount
    return levels[own].map { Float($0) / 255 }
  }

  /// Returns the bands at a fraction of the recording, interpolated between two moments.
  public func bands(at fraction: Double) -> [Float] {
    let last = Double(Self.momentCount - 1)
    // A moment is that of its middle. What is no number fails the comparison.
    let middle = fraction * Double(Self.momentCount) - 0.5
    guard middle > 0 else { return bands(ofMoment: 0) }
    let position = min(middle, last)
    let low = Int(position)
    let share = Float(position - Double(low))
    guard share > 0 else { return bands(ofMoment: low) }
    let before = bands(ofMoment: low)
    let after = bands(ofMoment: low + 1)
    return zip(before, after).map { one, other in one + (other - one) * share }
  }

  /// Returns the bands of the moment with the highest power, the first of equals.
  public func loudest() -> [Float] { bands(ofMoment: loudestMoment) }

  /// The moment with the highest power, the first of equals.
  public var loudestMoment: Int {
    // 60 dB in 255 steps: each step is a factor of 10^(6/255).
    let power = (0...255).map { level in
      if level == 0 {
        0.0
      } else {
        pow(10, Double(level) * 6 / 255)
      }
    }

    var best = 0
    var highest = -1.0
    for moment in 0..<Self.momentCount {
      let first = moment * Self.bandCount
      let bands = levels[first..<first + Self.bandCount]
      let sum = bands.reduce(0) { sum, level in sum + power[Int(level)] }
      if sum > highest {
        best = moment
        highest = sum
      }
    }
    return best
  }
}
