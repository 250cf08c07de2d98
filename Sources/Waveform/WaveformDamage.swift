/// The gaps and missing end of a damaged recording.
public struct WaveformDamage: Sendable, Hashable {
  /// The number of gaps.
  public var gaps = 0
  /// The number of frames in all gaps.
  public var framesLost = 0
  /// The first frame of the first gap, or nil if unknown.
  public var firstGap: Int?
  /// The first gaps; there may be fewer than are counted, as some have no known place.
  var places = Stretches()
  /// Whether the recording ends early.
  public var isTruncated = false
  /// The number of missing frames at the end; nil if no length is declared.
  public var framesMissing: Int?

  /// Creates a value without damage.
  public init() {}

  /// Takes the places of the gaps of a measurement with the same sampling rate.
  package mutating func takePlaces(of other: WaveformDamage) { places = other.places }

  /// Whether nothing is damaged.
  public var isEmpty: Bool { gaps == 0 && !isTruncated }
}

extension WaveformMeasurement {
  /// The duration of all gaps in milliseconds.
  package var lostMilliseconds: Int { milliseconds(damage.framesLost) }

  /// The missing milliseconds at the end; nil if no length is declared.
  package var missingMilliseconds: Int? { damage.framesMissing.map(milliseconds) }

  /// The position of the first gap in seconds, or nil if there is none or it is unknown.
  package var firstGapSeconds: Double? {
    damage.firstGap.map { Double($0) / Double(max(mix.sampleRate, 1)) }
  }

  private func milliseconds(_ frames: Int) -> Int {
    let milliseconds = Double(frames) / Double(max(mix.sampleRate, 1)) * 1000
    return Int(min(max(milliseconds, 0).rounded(), 0x1p53))
  }
}

/// Collects the gaps of a recording.
struct LostPlaces: Sendable {
  private(set) var damage = WaveformDamage()
  /// The gaps that may cover a bucket, in order of time.
  private(set) var ranges: [Range<Int>] = []
  private var latest = 0..<0

  /// Adds the next gap, within the first `frames` frames of the recording.
  mutating func add(_ range: Range<Int>, of frames: Int) {
    guard !range.isEmpty else { return }
    if damage.gaps > 0, latest.upperBound == range.lowerBound {
      latest = latest.lowerBound..<range.upperBound
      if ranges.last?.upperBound == range.lowerBound {
        ranges.removeLast()
      }
    } else {
      latest = range
      damage.gaps += 1
    }
    damage.firstGap = damage.firstGap ?? range.lowerBound
    damage.places.add(Stretch(start: range.lowerBound, end: range.upperBound))
    damage.framesLost += range.count
    ranges.append(latest)
    guard ranges.count > 2 * WaveformSummary.bucketCount else { return }
    // These are shorter than a bucket, however many frames follow.
    ranges.removeAll { $0.count < frames / WaveformSummary.bucketCount }
  }
}
