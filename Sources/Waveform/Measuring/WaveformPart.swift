/// The exact measurement of a range of a recording; merged parts equal one pass.
public struct WaveformPart: Sendable, Equatable {
  /// The number of frames of the whole recording.
  var frames: Int
  var firstBucket = 0
  var sampleRate = 1
  var channels = 1
  var damage = WaveformDamage()
  /// Whether the number of frames differed from the known length.
  public internal(set) var lengthProvedWrong = false
  var mix: [Bucket] = []
  /// The gaps, which are not encoded: a recording with gaps is measured whole.
  var gaps: [Range<Int>] = []
  /// What the requested measures found in the range.
  var measured = MeasureParts()

  /// Returns whether these parts, in order, are one whole recording.
  static func areWhole(_ parts: [WaveformPart]) -> Bool {
    guard let first = parts.first else { return false }
    var bucket = 0
    for part in parts {
      let isOfSameRecording =
        part.frames == first.frames && part.sampleRate == first.sampleRate
        && part.channels == first.channels
      guard part.firstBucket == bucket, isOfSameRecording else { return false }
      // A part of another length counts frames from its own beginning, and gaps are not encoded:
      // both need one pass over the whole recording.
      let needsOnePass = part.lengthProvedWrong || part.damage.gaps > 0
      if needsOnePass, parts.count > 1 { return false }
      bucket += part.mix.count
    }
    return bucket == min(first.frames, WaveformSummary.bucketCount)
  }
}

extension WaveformMeasurement {
  /// Merges the parts of a recording, in order of time.
  ///
  /// Returns nil if the parts are not one whole, or if a length was wrong.
  public init?(merging parts: [WaveformPart]) {
    guard WaveformPart.areWhole(parts), var whole = parts.first else { return nil }
    for part in parts.dropFirst() {
      // Without gaps, the end is all that can be damaged.
      if part.damage.isTruncated {
        whole.damage = part.damage
      }
      whole.mix += part.mix
      // Parts of one recording fit together, unless a worker lies.
      guard whole.measured.append(part.measured) else { return nil }
    }
    self.init(whole: whole)
  }

  init(whole: WaveformPart) {
    let extent = RecordingExtent(
      frames: whole.frames,
      sampleRate: whole.sampleRate,
      damage: whole.damage,
      gaps: whole.gaps
    )
    let mix = WaveformSummary(
      buckets: whole.mix,
      frames: whole.frames,
      sampleRate: whole.sampleRate,
      channels: whole.channels,
      damage: whole.damage,
      gaps: whole.gaps
    )
    self.init(mix: mix, lengthProvedWrong: whole.lengthProvedWrong)
    damage = whole.damage
    results = MeasureResults(whole.measured, of: extent)
    results.complete(&self.mix)
  }
}

/// The division of a recording into ranges, each for its own meter and possibly its own process.
extension WaveformMeter {
  /// Returns the ranges into which a recording may be split.
  public static func splits(frames: Int, into count: Int) -> [Range<Int>] {
    // Ranges end between buckets, so that each bucket is measured by one meter, bit for bit as in one
    // pass. A grid without frames has one part all the same, but no bucket.
    let grid = TimeGrid.buckets(frames: frames)
    let bucketCount = grid.frames == 0 ? 0 : grid.count
    let buckets = TimeGrid(frames: bucketCount, count: count)
    let ranges = (0..<buckets.count).map { part in
      let firstBucket = buckets.border(part)
      let endBucket = buckets.border(part + 1)
      return grid.border(firstBucket)..<grid.border(endBucket)
    }
    return ranges.filter { !$0.isEmpty }
  }

  /// The frames that `add` needs: those of the range, followed by those of the last windows.
  // Windows that begin in the range may end behind it.
  public var framesWanted: Range<Int> { meter.range.lowerBound..<meter.windowsEnd }

  /// Returns the exact measurement of the range, to be merged with those of the other ranges.
  public consuming func finishPart(truncated: Bool, missing: Int? = nil) -> WaveformPart {
    measured(truncated: truncated, missing: missing)
  }
}
