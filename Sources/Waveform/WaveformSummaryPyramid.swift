/// The levels of a summary from fine to coarse: 4,800 bars, then ever half as many.
public struct WaveformSummaryPyramid: Sendable, Equatable {
  /// One level: bars of equal time, pooled from the energies of the summary.
  public struct Level: Sendable, Equatable {
    public let rms: [Float]
    public let lowest: [Float]
    public let highest: [Float]

    public var count: Int { rms.count }
  }

  /// 4,800, 2,400, 1,200, 600, 300, 150 and 75 bars.
  public let levels: [Level]

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
  public var pyramid: WaveformSummaryPyramid { WaveformSummaryPyramid(self) }
}
