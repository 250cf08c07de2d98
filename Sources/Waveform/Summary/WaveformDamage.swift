/// The gaps and missing end of a damaged recording.
public struct WaveformDamage: Sendable, Hashable {
  /// The number of gaps.
  // Counted apart from the stretches, of which only the first are kept.
  public var gaps = 0
  /// The number of frames in all gaps.
  public var framesLost = 0
  /// The first frame of the first gap, or nil if unknown.
  public var firstGap: Int?
  /// The first gaps; there may be fewer than are counted, as some have no known position.
  var stretches = Stretches()
  /// Whether the recording ends early.
  public var isTruncated = false
  /// The number of missing frames at the end; nil if no length is declared.
  public var framesMissing: Int?

  /// Creates a value without damage.
  public init() {}

  /// Copies the positions of the gaps of a measurement with the same sampling rate.
  package mutating func copyStretches(of other: WaveformDamage) { stretches = other.stretches }

  /// Whether nothing is damaged.
  public var isEmpty: Bool { gaps == 0 && !isTruncated }
}
