import Glibc
package import WavethumbBytes

/// Which frequencies a recording has over time: the levels of three bands and the mean frequency,
/// in up to 2,400 columns of equal time.
public struct WaveformTones: Sendable, Equatable {
  /// The largest number of columns.
  // Five numbers of two bytes for each take as much as a summary, and few pictures have more bars.
  static let columnCount = 2400
  /// The edges of the low, the mid and the high band in hertz.
  // Bass drum and bass are below 200 Hz, voices and most instruments below 2,000; Rekordbox has
  // nearly the same edges, by those who measured. Below 20 Hz nothing is heard.
  static let edges = [20, 200, 2000, Double.infinity]
  /// The lowest frequency that counts for the mean.
  // Just below the lowest string of a bass, 41 Hz, as in a spectrum: rumble below it is no pitch.
  static let lowestPitch = 40.0
  /// The frequency that has a weight of 1, so that weights have the magnitude of powers.
  static let unit = 1024.0
  /// The mean square below which a column counts as silent: -60 dBFS.
  private static let silence = 1e-6

  /// A stretch of time.
  public struct Bar: Sendable, Equatable {
    /// The root mean squares of the frequencies below 200 Hz, from there to 2 kHz, and above.
    public var bands: [Double]
    /// The mean frequency in hertz; nil in silence.
    public var pitch: Double?
  }

  /// The codes of each column: three bands, the weight of the frequency, the frequency.
  private var codes: [UInt16] = []

  package init() {}

  /// The number of columns.
  public var count: Int { codes.count / Self.codesPerColumn }

  private static let codesPerColumn = 5

  /// Appends a column of the sums of so many signals.
  mutating func append(_ sums: ToneTransform.Sums, signals: Int) {
    let share = 1 / Double(max(signals, 1))
    let powers = [sums.low * share, sums.mid * share, sums.high * share]
    codes += powers.map(Self.powerCode)
    let isSilent = powers.reduce(0, +) < Self.silence

    // The mean frequency of silence would be that of its noise.
    let weight =
      if isSilent {
        UInt16(0)
      } else {
        Self.powerCode(sums.weight * share)
      }
    let pitch =
      if weight > 0 {
        Self.pitchCode(sums.moment / sums.weight)
      } else {
        UInt16(0)
      }
    codes.append(weight)
    codes.append(pitch)
  }

  mutating func append(_ next: WaveformTones) { codes += next.codes }

  /// Returns bars of equal time: of a stretch in fractions of the recording, or of everything.
  public func bars(_ count: Int, within stretch: ClosedRange<Double> = 0...1) -> [Bar] {
    let columns = columns
    let width = (stretch.upperBound - stretch.lowerBound) / Double(max(count, 1))
    func border(_ bar: Int) -> Double {
      (stretch.lowerBound + Double(bar) * width) * Double(columns.count)
    }
    return (0..<max(count, 0)).map { bar in
      Self.bar(of: columns, from: border(bar), to: border(bar + 1))
    }
  }

  /// Returns the levels of low, mid and high frequencies in bars of equal time, as fractions of the
  /// strongest of the three; zeros in silence.
  package func bandShares(_ count: Int) -> [[Float]] {
    let bars = bars(count)
    return (0..<3).map { band in
      bars.map { bar in
        let highest = bar.bands.max() ?? 0
        guard highest > 0 else { return 0 }
        return Float(bar.bands[band] / highest)
      }
    }
  }

  /// A column as it was measured.
  private struct Column {
    var powers: SIMD4<Double>
    var pitch: Double
  }

  private var columns: [Column] {
    (0..<count).map { column in
      let first = Self.codesPerColumn * column
      // Three bands and the weight of the pitch.
      let powers = SIMD4((0..<4).map { Self.power(codes[first + $0]) })
      let pitch = Double(codes[first + 4]) / Self.stepsPerOctave
      return Column(powers: powers, pitch: pitch)
    }
  }

  private static func bar(of columns: [Column], from: Double, to: Double) -> Bar {
    var powers = SIMD4<Double>.zero
    var moment = 0.0
    var width = 0.0

    // Outside the recording there is silence.
    let first = max(from, 0)
    let last = min(to, Double(columns.count))
    var index = Int(first)
    while Double(index) < last {
      let share = min(last, Double(index + 1)) - max(first, Double(index))
      let column = columns[index]
      powers += share * column.powers
      moment += share * column.powers.w * column.pitch
      width += share
      index += 1
    }

    guard width > 0 else { return Bar(bands: [0, 0, 0]) }
    let bands = (0..<3).map { band in
      (powers[band] / width).squareRoot()
    }

    // A mean of octaves, so that a bar between two tones is halfway between them to the ear.
    guard powers.w > 0 else { return Bar(bands: bands) }
    return Bar(bands: bands, pitch: exp2(moment / powers.w))
  }

  // 1,024 steps an octave of power are 0.003 dB, far below what an eye sees.
  private static let powerSteps: Float = 1024
  // Two bytes hold all pitches up to 131 kHz.
  private static let stepsPerOctave = 3840.0

  /// Returns the code of a power between 2^-60 and 16, 0 if it is less.
  private static func powerCode(_ power: Double) -> UInt16 {
    guard power > 0x1p-60 else { return 0 }
    let octaves = SpectrumBands.log2(Float(min(power, 16))) + 60
    return UInt16(max(1, min(octaves * powerSteps, 65535)))
  }

  private static func power(_ code: UInt16) -> Double {
    if code == 0 {
      0
    } else {
      exp2(Double(code) / Double(powerSteps) - 60)
    }
  }

  private static func pitchCode(_ octaves: Double) -> UInt16 {
    UInt16(max(0, min(octaves * stepsPerOctave, 65535)).rounded())
  }
}

extension WaveformTones: MeasureResult, ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    codes = try coder.integers(value?.codes)
    try coder.require(codes.count % Self.codesPerColumn == 0)
    try coder.require(codes.count <= Self.codesPerColumn * Self.columnCount)
  }
}
