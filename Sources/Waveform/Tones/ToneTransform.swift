import CLanes
import Glibc

/// The spectra of windows of 2,048 samples, eight complex signals at a time, reduced to what tones
/// need.
struct ToneTransform: Sendable {
  /// The sums over one spectrum: its parts add up to the mean square of the samples.
  struct Sums: Sendable, Equatable {
    /// The power of the low, the mid and the high band.
    var low = 0.0
    var mid = 0.0
    var high = 0.0
    /// The power weighted by frequency, and that multiplied by the logarithm of the frequency.
    var weight = 0.0
    var moment = 0.0

    mutating func add(_ other: Sums) {
      low += other.low
      mid += other.mid
      high += other.high
      weight += other.weight
      moment += other.moment
    }
  }

  /// The number of samples of a window: 46 ms at 44.1 kHz.
  // Bins of 22 Hz, about the distance from 20 Hz, where hearing begins, to the lowest note of a bass
  // at 41 Hz. Untuned.
  static let size = 2048
  /// The number of complex signals of one call.
  // As many floats as a vector of 256 bits holds.
  static let lanes = 8

  private let tables: [Float]
  private let bins: [Int32]
  private var room = [UInt8](repeating: 0, count: size * 64 + 64)

  init(sampleRate: Int) {
    let binWidth = Double(max(sampleRate, 1)) / Double(Self.size)
    tables = Self.window + Self.turns + Self.weights(binWidth: binWidth)
    bins = Self.positions + Self.edges(binWidth: binWidth)
  }

  /// The Hann window, scaled so that the power of all bins is the mean square of the samples.
  private static var window: [Float] {
    let factors = (0..<size).map { index in
      0.5 - 0.5 * cos(2 * .pi * Double(index) / Double(size))
    }
    let energy = factors.reduce(0) { $0 + $1 * $1 }
    let scale = 1 / (Double(size) * energy).squareRoot()
    return factors.map { Float($0 * scale) }
  }

  /// The twiddle factors of the first pass in radix 2, and of the others in radix 4.
  // 2,048 is 2 times a power of 4.
  private static var turns: [Float] {
    var turns: [Float] = []
    func append(_ index: Int, of count: Int) {
      let angle = 2 * Double.pi * Double(index) / Double(count)
      turns.append(Float(cos(angle)))
      turns.append(Float(-sin(angle)))
    }
    for index in 0..<size / 2 {
      append(index, of: size)
    }
    for index in 0..<size / 8 {
      for factor in 1...3 {
        append(factor * index, of: size / 2)
      }
    }
    return turns
  }

  /// The factors of the power of each bin: its frequency, and that multiplied by its logarithm.
  private static func weights(binWidth: Double) -> [Float] {
    let pitches = (0...size / 2).map { bin in
      let pitch = Double(bin) * binWidth
      return if pitch < WaveformTones.lowestPitch {
        0.0
      } else {
        pitch
      }
    }

    let frequencies = pitches.map { Float($0 / WaveformTones.unit) }
    let moments = pitches.map { pitch in
      // The logarithm of 0 is not finite, and would spoil the sum.
      if pitch > 0 {
        Float(pitch / WaveformTones.unit * log2(pitch))
      } else {
        Float(0)
      }
    }
    return frequencies + moments
  }

  /// The position of each bin in the result.
  // The passes leave their result out of order, and only sums are needed: looking up a position for
  // each bin spares the pass that would sort them.
  private static var positions: [Int32] {
    (0..<size).map { bin in
      // The base-4 digits of half of the bin reversed; odd bins are in the second half.
      var reversed = 0
      for digit in 0..<5 {
        reversed = reversed << 2 | bin >> (2 * digit + 1) & 3
      }
      return Int32((bin & 1) * size / 2 + reversed)
    }
  }

  /// The first bin of each band, and the end of the last.
  private static func edges(binWidth: Double) -> [Int32] {
    WaveformTones.edges.map { edge in
      let bin = (edge / binWidth).rounded(.up)
      // The lowest bin has the offset of the samples, which is no sound.
      return Int32(min(max(bin, 1), Double(size / 2 + 1)))
    }
  }

  /// Adds the sums of each signal of up to eight: `starts` are those of eight real parts, then of
  /// eight imaginary ones, in samples.
  mutating func sums(_ samples: [SIMD4<Float>], at starts: [Int]) -> [Sums] {
    precondition(starts.count == 2 * Self.lanes)
    precondition(starts.allSatisfy { $0 >= 0 && $0 + Self.size <= 4 * samples.count })
    var results = [SIMD8<Float>](repeating: .zero, count: 5)
    let tables = tables
    let bins = bins

    // Signals lie within the samples, as was checked above; the other arrays have the sizes that
    // `lanes_tones` asks for.
    unsafe samples.withUnsafeBytes { samples in
      unsafe tables.withUnsafeBytes { tables in
        unsafe lanes_tones(
          samples.baseAddress,
          starts,
          tables.baseAddress,
          bins,
          &room,
          &results
        )
      }
    }

    return (0..<Self.lanes).map { lane in
      Sums(
        low: Double(results[0][lane]),
        mid: Double(results[1][lane]),
        high: Double(results[2][lane]),
        weight: Double(results[3][lane]),
        moment: Double(results[4][lane])
      )
    }
  }
}
