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
  static let size = 2048
  /// The number of complex signals of one call.
  static let lanes = 8

  private let tables: [Float]
  private let bins: [Int32]
  private var room = [UInt8](repeating: 0, count: size * 64 + 64)

  init(sampleRate: Int) {
    let size = Self.size
    let window = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)) }
    // So that the power of all bins is the mean square of the samples.
    let energy = window.reduce(0) { $0 + $1 * $1 }
    let scale = 1 / (Double(size) * energy).squareRoot()
    var tables = window.map { Float($0 * scale) }
    func appendTurn(_ index: Int, of count: Int) {
      let angle = 2 * Double.pi * Double(index) / Double(count)
      tables.append(Float(cos(angle)))
      tables.append(Float(-sin(angle)))
    }
    for index in 0..<size / 2 {
      appendTurn(index, of: size)
    }
    for index in 0..<size / 8 {
      for factor in 1...3 {
        appendTurn(factor * index, of: size / 2)
      }
    }
    let width = Double(max(sampleRate, 1)) / Double(size)
    let pitches = (0...size / 2).map { bin in
      let pitch = Double(bin) * width
      return pitch < WaveformTones.lowestPitch ? 0 : pitch
    }
    tables += pitches.map { Float($0 / WaveformTones.unit) }
    tables += pitches.map { pitch in
      pitch > 0 ? Float(pitch / WaveformTones.unit * log2(pitch)) : 0
    }
    self.tables = tables
    // The base-4 digits of half of the bin reversed; odd bins are in the second half.
    var bins = (0..<size).map { bin in
      let place = (0..<5).reduce(0) { $0 << 2 | bin >> (2 * $1 + 1) & 3 }
      return Int32((bin & 1) * size / 2 + place)
    }
    for edge in WaveformTones.edges {
      let bin = (edge / width).rounded(.up)
      // The lowest bin has the offset of the samples, which is no sound.
      bins.append(Int32(min(max(bin, 1), Double(size / 2 + 1))))
    }
    self.bins = bins
  }

  /// Adds the sums of each signal of up to eight: `starts` are those of eight real parts, then of
  /// eight imaginary ones, in samples.
  mutating func sums(_ samples: [SIMD4<Float>], at starts: [Int]) -> [Sums] {
    precondition(starts.count == 2 * Self.lanes)
    precondition(starts.allSatisfy { $0 >= 0 && $0 + Self.size <= 4 * samples.count })
    var results = [SIMD8<Float>](repeating: .zero, count: 5)
    let tables = tables
    let bins = bins
    unsafe samples.withUnsafeBytes { samples in
      unsafe tables.withUnsafeBytes { tables in
        unsafe lanes_tones(
          samples.baseAddress, starts, tables.baseAddress, bins, &room, &results)
      }
    }
    return (0..<Self.lanes).map { lane in
      Sums(
        low: Double(results[0][lane]), mid: Double(results[1][lane]),
        high: Double(results[2][lane]), weight: Double(results[3][lane]),
        moment: Double(results[4][lane]))
    }
  }
}
