import Glibc

/// Converts levels to heights: measure, normalize, curve, clamp, in that order.
public struct WaveformScaling: Sendable, Hashable {
  /// The level that becomes full height.
  public enum Normalize: String, CaseIterable, Sendable {
    /// As `file`, then raised to a power, so that neither a compressed talk nor one burst of
    /// applause hides the rest.
    case auto
    /// The loudest bar is full height.
    case file
    /// Full scale is full height.
    case none
    /// As `none`, but at a loudness of -18 LUFS, so that pictures of a library are comparable.
    case loudness
  }

  /// How a level becomes a height.
  public enum Curve: String, CaseIterable, Sendable {
    /// The height is the level.
    case linear
    /// The height is the square root of the level.
    case sqrt
    /// The height is the level in decibels, from the floor to 0 dBFS.
    case db
  }

  /// The measure of the bars.
  public var measure: Measure
  /// The level that becomes full height.
  public var normalize: Normalize
  /// How a level becomes a height.
  public var curve: Curve
  /// The level of height 0 of the curve `db`, in dBFS.
  public var floor: Double

  /// The loudness of the recording in LUFS, which `Normalize.loudness` needs.
  public var loudness: Double?

  /// The default floor.
  // Untuned.
  public static let standardFloor = -50.0

  /// Creates a scaling; the defaults are those of `wavethumb scan`.
  public init(
    measure: Measure = .rms,
    normalize: Normalize = .auto,
    curve: Curve = .linear,
    floor: Double = standardFloor
  ) {
    // The curve divides by the floor, and a positive one would turn it upside down.
    let isValid = floor < 0
    self.floor = isValid ? floor : Self.standardFloor
    self.measure = measure
    self.normalize = normalize
    self.curve = curve
  }

  /// The parameters of normalizing: heights are levels divided by the loudest and raised to the
  /// power γ.
  public struct Scale: Sendable, Hashable {
    /// The level that becomes full height.
    public let loudest: Double
    /// The power that levels are raised to.
    public let gamma: Double

    /// The scale that changes nothing.
    public static let none = Scale(loudest: 1, gamma: 1)
  }

  /// Returns the scale of one array of bars, or of several that share it.
  public func scale(of series: [[Float]]) -> Scale {
    let loudest = series.reduce(0.0) { loudest, bars in
      max(loudest, Double(bars.max() ?? 0))
    }
    switch normalize {
    case .none: return .none
    case .loudness:
      guard let loudness, loudness.isFinite else { return .none }
      // At -18 LUFS, the reference of ReplayGain 2.0, levels stay as they are.
      return Scale(loudest: pow(10, (loudness + 18) / 20), gamma: 1)
    case .auto, .file: break
    }
    guard loudest >= Self.silence, loudest.isFinite else { return .none }
    guard normalize == .auto, measure == .rms || measure == .loudness else {
      return Scale(loudest: loudest, gamma: 1)
    }
    var levels: [Double] = []
    levels.reserveCapacity(series.reduce(0) { $0 + $1.count })
    for level in series.joined() where Double(level) >= Self.silence {
      levels.append(Double(level) / loudest)
    }
    return Scale(loudest: loudest, gamma: Self.gamma(&levels))
  }

  /// Returns the heights in 0…1 of bars under a given scale.
  public func heights(of bars: [Float], scale: Scale) -> [Float] {
    bars.map { bar in
      let relative = max(Double(bar), 0) / scale.loudest
      // `pow` is slow, and all scales but those of `auto` have an exponent of 1.
      let raised = scale.gamma == 1 ? relative : pow(relative, scale.gamma)
      let height = curved(raised)
      // A level below the floor has a negative height, and one of NaN none.
      guard height > 0 else { return 0 }
      return Float(min(height, 1))
    }
  }

  /// Returns the heights in 0…1 of bars, and the exponent.
  public func heights(of bars: [Float]) -> (heights: [Float], gamma: Double) {
    let scale = scale(of: [bars])
    return (heights(of: bars, scale: scale), scale.gamma)
  }

  /// Returns the heights of several arrays under one shared scale.
  public func heights(of series: [[Float]]) -> (heights: [[Float]], gamma: Double) {
    let scale = scale(of: series)
    return (series.map { heights(of: $0, scale: scale) }, scale.gamma)
  }

  /// -60 dBFS.
  private static let silence = 0.001

  private func curved(_ level: Double) -> Double {
    switch curve {
    case .linear: level
    case .sqrt: level.squareRoot()
    case .db where level > 0: (20 * log10(level) - floor) / -floor
    case .db: 0
    }
  }

  /// Returns the exponent for levels relative to the loudest, none below -60 dBFS.
  private static func gamma(_ levels: inout [Double]) -> Double {
    guard !levels.isEmpty else { return 1 }
    let last = Double(levels.count - 1)
    // The median, and the level of the quietest twentieth: of fewer bars a pause would decide.
    let middle = element(Int(0.5 * last), ofSorted: &levels)
    let low = element(Int(0.05 * last), ofSorted: &levels)

    // An evenly loud talk would be a solid block: its quiet bars are lowered to 0.3. A lecture that
    // ends in applause would be a flat line: its middle is raised to 0.3. A levelled episode of 50
    // minutes gets 3.65 and shows its intro and outro; dynamic music gets 1 and stays as it was.
    if low > 0.3 {
      guard low < 1 else { return 4 }
      return min(4, log(0.3) / log(low))
    }
    if middle < 0.3 { return max(0.4, log(0.3) / log(middle)) }
    return 1
  }

  /// Returns the element that sorting would move to an index, by quickselect.
  // Only two elements are needed, so the rest need not be in order.
  private static func element(_ index: Int, ofSorted levels: inout [Double]) -> Double {
    var first = 0
    var last = levels.count - 1
    while first < last {
      // The middle one, which divides levels that are in order already.
      let pivot = levels[(first + last) / 2]
      var low = first
      var high = last
      while low <= high {
        while levels[low] < pivot {
          low += 1
        }
        while levels[high] > pivot {
          high -= 1
        }
        guard low <= high else { break }
        levels.swapAt(low, high)
        low = low + 1
        high = high - 1
      }
      if index <= high {
        last = high
      } else if index >= low {
        first = low
      } else {
        break
      }
    }
    return levels[index]
  }
}

/// Changes heights as if their levels had been a fraction.
// The bands of a colored bar are fractions of its level. Scaling each band anew would give heights
// that do not end at the top of the bar, whose level comes from finer buckets.
package struct HeightRescaling: Sendable {
  private let curve: WaveformScaling.Curve
  private let gamma: Double
  private let floor: Double

  /// Creates the change of heights that a scaling has made with an exponent.
  package init(_ scaling: WaveformScaling, gamma: Double) {
    curve = scaling.curve
    self.gamma = gamma
    floor = scaling.floor
  }

  /// Returns the heights, or deflections, of levels multiplied by the shares.
  package func heights(_ heights: [Float], shares: [Float]) -> [Float] {
    zip(heights, shares).map { height, share in
      let raised = pow(Double(share), gamma)
      let magnitude = Double(abs(height))
      let changed: Double =
        switch curve {
        case .linear: magnitude * raised
        case .sqrt: magnitude * raised.squareRoot()
        // In decibels a factor is a difference. Silence would be infinitely far below.
        case .db where raised > 0: max(0, magnitude - 20 * log10(raised) / floor)
        case .db: 0
        }
      return if height < 0 {
        Float(-changed)
      } else {
        Float(changed)
      }
    }
  }
}
