/// The levels of a summary from fine to coarse: 4,800 bars, then ever half as many.
public struct WaveformSummaryPyramid: Sendable, Equatable {
  /// One level: bars of equal time, pooled from the energies of the summary.
  public struct Level: Sendable, Equatable {
    /// The root mean square of each bar.
    public let rms: [Float]
    /// The lowest sample of each bar.
    public let lowest: [Float]
    /// The highest sample of each bar.
    public let highest: [Float]

    /// How many bars the level has.
    public var count: Int { rms.count }
  }

  /// 4,800, 2,400, 1,200, 600, 300, 150 and 75 bars.
  public let levels: [Level]

  /// The levels of a summary.
  public init(_ summary: WaveformSummary) {
    levels = (0..<7).map { halvings in
      let bars = summary.pooled(WaveformSummary.bucketCount >> halvings)
      return Level(
        rms: bars.map { Float($0.rms) }, lowest: bars.map { Float($0.lowest) },
        highest: bars.map { Float($0.highest) })
    }
  }

  /// The coarsest level that still has a bar for each of `count`, else the finest.
  public func level(for count: Int) -> Level {
    levels.last { $0.count >= count } ?? levels[0]
  }
}

extension WaveformSummary {
  /// All zoom levels of this summary.
  public var pyramid: WaveformSummaryPyramid { WaveformSummaryPyramid(self) }
}
