/// The sound that a damaged recording has lost.
public struct WaveformDamage: Sendable, Hashable {
  /// How many places inside the recording were lost.
  public var gaps = 0
  /// How many frames they had.
  public var framesLost = 0
  /// The frame at which the first of them begins; nil where it is unknown.
  public var firstGap: Int?
  /// Whether the recording ends before it should.
  public var isTruncated = false
  /// How many frames are missing at its end; nil where nothing declares its length.
  public var framesMissing: Int?

  /// No damage.
  public init() {}

  /// Whether there is any.
  public var isEmpty: Bool { gaps == 0 && !isTruncated }
}

extension WaveformMeasurement {
  /// How much sound was lost inside the recording.
  package var lostMilliseconds: Int { milliseconds(damage.framesLost) }

  /// How much is missing at its end; nil where nothing declares its length.
  package var missingMilliseconds: Int? { damage.framesMissing.map(milliseconds) }

  /// Seconds to the first gap; nil where there is none or its place is unknown.
  package var firstGapSeconds: Double? {
    damage.firstGap.map { Double($0) / Double(max(mix.sampleRate, 1)) }
  }

  private func milliseconds(_ frames: Int) -> Int {
    let milliseconds = Double(frames) / Double(max(mix.sampleRate, 1)) * 1000
    return Int(min(max(milliseconds, 0).rounded(), 0x1p53))
  }
}

/// The places of a recording that were lost, as they are met.
struct LostPlaces: Sendable {
  private(set) var damage = WaveformDamage()
  /// Those that may cover a bucket, in order of time.
  private(set) var ranges: [Range<Int>] = []
  private var latest = 0..<0

  /// Takes the next place, which lies in the first so many frames of the recording.
  mutating func add(_ range: Range<Int>, of frames: Int) {
    guard !range.isEmpty else { return }
    if damage.gaps > 0, latest.upperBound == range.lowerBound {
      latest = latest.lowerBound..<range.upperBound
      if ranges.last?.upperBound == range.lowerBound { ranges.removeLast() }
    } else {
      latest = range
      damage.gaps += 1
    }
    damage.firstGap = damage.firstGap ?? range.lowerBound
    damage.framesLost += range.count
    ranges.append(latest)
    guard ranges.count > 2 * WaveformSummary.bucketCount else { return }
    // However much comes yet, these are shorter than a bucket.
    ranges.removeAll { $0.count < frames / WaveformSummary.bucketCount }
  }
}
