extension WaveformSummary {
  /// Returns exactly `count` bars of equal time, each with its RMS or its peak: of a stretch of
  /// seconds, such as the view of a viewport, or of everything.
  ///
  /// A count that divides 4,800, and any count for fewer than 4,800 frames, is exact for the whole;
  /// otherwise a bucket is split between two bars in proportion to time. Outside the recording
  /// there is silence. `.both` returns RMS, `.signed` the peak.
  public func bars(
    _ count: Int,
    measure: Measure,
    within stretch: ClosedRange<Double>? = nil
  ) -> [Float] {
    guard count > 0 else { return [] }
    let stretch = partial(stretch)
    // Unchanged: pooled one by one, they would be squared and rooted, and lose their last bits.
    if stretch == nil, let givenBars, givenBars.count == count { return givenBars }
    if measure == .loudness, let kWeightedSummary {
      return kWeightedSummary.bars(count, measure: .rms, within: stretch)
    }
    if let stretch { return pooled(count, within: stretch).map { $0.level(measure) } }
    let needsEnergyOnly = measure != .peak && measure != .signed && givenExtremes == nil
    // The usual case, for which a loop over the packed levels alone is enough.
    if needsEnergyOnly, isEven(count) { return evenLevels(count) }
    return pooled(count).map { $0.level(measure) }
  }

  /// The summary with the K-weighted levels instead of its own, or nil if they were not measured.
  private var kWeightedSummary: WaveformSummary? {
    let grid = TimeGrid.buckets(frames: frames)
    let buckets = kWeighted.buckets(of: grid, sampleRate: sampleRate, channels: channels)
    return buckets.map { buckets in
      WaveformSummary(buckets: buckets, frames: frames, sampleRate: sampleRate, channels: channels)
    }
  }

  /// Returns the lowest and the highest value of each bar of a stretch, or of everything.
  public func extremes(
    _ count: Int,
    within stretch: ClosedRange<Double>? = nil
  ) -> [(lowest: Float, highest: Float)] {
    let bars =
      if let stretch = partial(stretch) {
        pooled(count, within: stretch)
      } else {
        pooled(count)
      }
    return bars.map(\.extremes)
  }

  func pooled(_ count: Int) -> [PooledBar] {
    guard count > 0 else { return [] }
    if let givenExtremes { return joined(givenExtremes, into: count) }
    // Decoded once for all bars.
    let source = sources
    guard !source.isEmpty else { return [PooledBar](repeating: PooledBar(), count: count) }

    // Each bucket is then one frame, which cannot be split.
    let isFrameByFrame = givenBars == nil && source.count < Self.bucketCount
    if isFrameByFrame { return exactBars(count, of: source) }
    func border(_ bar: Int) -> Double {
      Double(bar * source.count) / Double(count)
    }
    return (0..<count).map { bar in
      pooled(source, from: border(bar), to: border(bar + 1))
    }
  }

  /// Returns bars of whole frames, at least one each; every bucket is one frame.
  private func exactBars(_ count: Int, of source: [PooledBar]) -> [PooledBar] {
    let grid = TimeGrid(frames: source.count, count: count)
    return (0..<count).map { index in
      let start = grid.border(index)
      var bar = PooledBar()
      for frame in start..<max(start + 1, grid.border(index + 1)) {
        bar.add(source[frame], share: 1)
      }
      return bar
    }
  }

  /// Returns whether each bucket lies in one bar.
  private func isEven(_ count: Int) -> Bool {
    codes.count == Self.bucketCount && Self.bucketCount % count == 0
  }

  /// Returns the RMS of bars that consist of whole buckets, without computing extremes.
  private func evenLevels(_ count: Int) -> [Float] {
    var widths = TimeGrid.buckets(frames: frames).widths()
    let share = codes.count / count
    return (0..<count).map { bar in
      var sum = PooledBar()
      for code in codes[bar * share..<(bar + 1) * share] {
        let width = Double(widths.next())
        guard !code.isGap else { continue }
        let level = code.level * loudest
        sum.weight += width
        sum.energy += width * level * level
      }
      return Float(sum.rms)
    }
  }

  /// The buckets with their weights in frames.
  var sources: [PooledBar] {
    if let givenBars {
      return givenBars.map { bar in
        let value = Double(bar)
        return PooledBar(weight: 1, energy: value * value, lowest: -value, highest: value)
      }
    }
    if let givenExtremes { return bars(of: givenExtremes) }
    var widths = TimeGrid.buckets(frames: frames).widths()
    return codes.map { source($0, weight: Double(widths.next())) }
  }

  // A call for each of 4,800 buckets would cost more than its arithmetic.
  @inline(__always)
  private func source(_ code: BucketCode, weight: Double) -> PooledBar {
    if code.isGap { return PooledBar() }
    let level = code.level * loudest
    let (lowest, highest) = code.extremes
    return PooledBar(
      weight: weight,
      energy: weight * level * level,
      lowest: lowest * Double(peak),
      highest: highest * Double(peak)
    )
  }
}

/// An unfinished bar: frames, their energy, their extremes.
struct PooledBar: Sendable, Equatable {
  /// The number of frames, which may be a fraction of those of a bucket.
  var weight = 0.0
  var energy = 0.0
  // Beyond every sample, so that the first one replaces both.
  var lowest = Double.infinity
  var highest = -Double.infinity

  var rms: Double {
    guard weight > 0 else { return 0 }
    return (energy / weight).squareRoot()
  }

  var peak: Double { max(-lowest, highest, 0) }

  /// The lowest and the highest value, both 0 without frames.
  var extremes: (lowest: Float, highest: Float) {
    guard lowest <= highest else { return (0, 0) }
    return (Float(lowest), Float(highest))
  }

  /// The level of the bar in a measure.
  func level(_ measure: Measure) -> Float {
    switch measure {
    case .rms, .both, .loudness: Float(rms)
    case .peak, .signed: Float(peak)
    }
  }

  mutating func add(_ other: PooledBar, share: Double) {
    weight += other.weight * share
    energy += other.energy * share
    // Not divided: on which side of the border they are, nobody knows.
    lowest = min(lowest, other.lowest)
    highest = max(highest, other.highest)
  }
}

/// The levels of a summary from fine to coarse: 4,800 bars, halved at each level.
public struct WaveformSummaryPyramid: Sendable, Equatable {
  /// One level: bars of equal time, pooled from the energies of the summary.
  public struct Level: Sendable, Equatable {
    /// The root mean square of each bar.
    public let rms: [Float]
    /// The lowest sample of each bar.
    public let lowest: [Float]
    /// The highest sample of each bar.
    public let highest: [Float]

    /// The number of bars.
    public var count: Int { rms.count }
  }

  /// 4,800, 2,400, 1,200, 600, 300, 150 and 75 bars.
  public let levels: [Level]

  /// Creates the levels of a summary.
  public init(_ summary: WaveformSummary) {
    // Six halvings: 75 is odd.
    levels = (0..<7).map { halvings in
      let bars = summary.pooled(WaveformSummary.bucketCount >> halvings)
      return Level(
        rms: bars.map { Float($0.rms) },
        lowest: bars.map { Float($0.lowest) },
        highest: bars.map { Float($0.highest) }
      )
    }
  }

  /// Returns the coarsest level with at least `count` bars, else the finest.
  public func level(for count: Int) -> Level {
    // Coarser than the view, bars would be as wide as two of its columns.
    let coarsest = levels.last { $0.count >= count }
    return coarsest ?? levels[0]
  }
}

extension WaveformSummary {
  /// All zoom levels of this summary.
  public var pyramid: WaveformSummaryPyramid { WaveformSummaryPyramid(self) }
}
