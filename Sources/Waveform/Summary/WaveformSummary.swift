/// The shape of a recording: 4,800 buckets of energy, lowest and highest value.
///
/// Each bucket is kept in the 39 bits that are stored, so that a picture never depends on whether
/// its summary is fresh.
public struct WaveformSummary: Sendable, Equatable {
  /// The largest number of buckets; a recording of fewer frames has one bucket per frame.
  // 4,800 is divisible by 32, 60, 64, 75, 96, 100, 120, 150, 160, 200, 240, 300, 400, 480, 600, 800
  // and 1,200: so many bars are exact without decoding again. Few screens have more columns, and
  // all buckets together take 23 KB.
  public static let bucketCount = 4800

  /// The length in frames.
  public let frames: Int
  /// Frames per second; 0 if unknown.
  public let sampleRate: Int
  /// The number of mixed channels.
  public let channels: Int
  /// The largest magnitude of a sample.
  public let peak: Float
  /// The root mean square of all samples of all channels.
  public let rms: Double
  /// Whether fewer frames were decoded than the header declared; a caller may set this after
  /// measuring.
  public var truncated: Bool
  /// Seconds.
  public let duration: Double
  /// Bars that were given rather than measured, drawn unchanged; nil otherwise.
  public let givenBars: [Float]?
  /// Points that were read from measured peaks, each with its lowest and highest value; nil
  /// otherwise.
  public private(set) var givenExtremes: [Int16]?

  /// The highest RMS of a bucket, to which levels are relative.
  let loudest: Double
  let codes: [BucketCode]
  /// The K-weighted level over time, empty if it was not measured.
  var kWeighted = KWeightedLevels()

  /// Whether the peak stays below -60 dBFS.
  public var silent: Bool { peak < 0.001 }
}

extension WaveformSummary {
  /// Creates a summary of amplitudes measured elsewhere.
  public init(amplitudes: [Float], duration: Double) {
    let bars = amplitudes.map { amplitude in
      if amplitude.isFinite {
        abs(amplitude)
      } else {
        Float(0)
      }
    }

    let energy = bars.reduce(0.0) { sum, bar in sum + Double(bar) * Double(bar) }
    let rms = (energy / Double(max(bars.count, 1))).squareRoot()
    self.init(
      frames: bars.count,
      sampleRate: 0,
      channels: 1,
      peak: bars.max() ?? 0,
      rms: rms,
      truncated: false,
      duration: WaveformTime.valid(duration),
      givenBars: bars,
      loudest: 0,
      codes: []
    )
  }

  /// Creates a summary of exact buckets on the grid of `frames`.
  init(
    buckets: [Bucket],
    frames: Int,
    sampleRate: Int,
    channels: Int,
    damage: WaveformDamage = WaveformDamage(),
    gaps: [Range<Int>] = []
  ) {
    let grid = TimeGrid.buckets(frames: frames)
    let peak = buckets.reduce(0) { peak, bucket in max(peak, bucket.peak) }
    let energy = buckets.reduce(0) { sum, bucket in sum + bucket.energy }
    let levels = Self.levels(of: buckets, on: grid, channels: channels, peak: peak)
    let loudest = levels.max() ?? 0
    let scale = BucketCode.Scale(loudest: loudest, peak: peak)
    var codes: [BucketCode] = []
    codes.reserveCapacity(buckets.count)
    for (index, bucket) in buckets.enumerated() {
      codes.append(BucketCode(bucket, level: levels[index], scale: scale))
    }

    // A bucket that was lost in part has the level of the rest.
    for gap in gaps {
      for bucket in grid.wholeParts(in: gap) {
        codes[bucket] = .gap
      }
    }

    // Lost frames are not silence.
    let samples = Double(max(frames - damage.framesLost, 1)) * Double(channels)
    // Rounding may give more than the peak, which no mean exceeds.
    let rms = min((energy / samples).squareRoot(), Double(peak))
    self.init(
      frames: frames,
      sampleRate: sampleRate,
      channels: channels,
      peak: peak,
      rms: rms,
      truncated: damage.isTruncated,
      duration: Double(frames) / Double(max(sampleRate, 1)),
      givenBars: nil,
      loudest: loudest,
      codes: codes
    )
  }

  /// Returns the RMS of each bucket, at most the peak.
  private static func levels(
    of buckets: [Bucket],
    on grid: TimeGrid,
    channels: Int,
    peak: Float
  ) -> [Double] {
    var widths = grid.widths()
    // Buckets have one of two widths: a multiplication is much faster than a division.
    let narrow = 1 / (Double(widths.narrow) * Double(channels))
    let wide = 1 / (Double(widths.narrow + 1) * Double(channels))
    var levels: [Double] = []
    levels.reserveCapacity(buckets.count)
    for bucket in buckets {
      let isNarrow = widths.next() == widths.narrow
      let factor = isNarrow ? narrow : wide
      let mean = bucket.energy * factor
      // Rounding may give more than the peak, which no mean exceeds.
      levels.append(min(mean.squareRoot(), Double(peak)))
    }
    return levels
  }
}

/// The length of a recording as known before measuring.
public enum WaveformLength: Sendable, Hashable {
  /// The number of frames is known.
  case known(frames: Int)
  /// The length is unknown: buckets are merged in pairs when they run out.
  case unknown
}

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
  var stretches = EventRanges()
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
