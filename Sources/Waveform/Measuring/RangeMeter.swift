import WavethumbBytes

/// Measures a range of a recording: its buckets, and what each measure finds in it.
struct RangeMeter: Sendable {
  private let sound: SoundShape
  private let frameBytes: Int
  /// The frames of the range, as far as they are known.
  let range: Range<Int>
  /// The end of the last window that begins in the range.
  let windowsEnd: Int
  private var mix: BucketMeter
  private var meters: [MeasureMeter]

  init(_ sound: SoundShape, measures: Measures, measuresLevels: Bool) {
    self.sound = sound
    frameBytes = sound.channels * sound.format.bytesPerSample
    range = sound.knownRange
    meters = measures.meters(of: sound)
    windowsEnd = max(range.upperBound, meters.map(\.meter.end).max() ?? 0)
    // Of an unknown length half a million buckets or more are left at the end, so that moving them
    // to 4,800 splits less than a hundredth of each.
    mix = BucketMeter(sound, limit: 1 << 20, measures: measuresLevels)
  }

  /// The number of frames measured so far.
  var framesAdded: Int { mix.framesAdded }

  /// Returns how many of the next frames belong to the range; those after them are overlap.
  func ownFrames(of count: Int) -> Int { sound.ownFrames(of: count, at: mix.position) }

  /// Announces the least number of frames of an unknown length before the first one.
  mutating func expect(frames: Int) { mix.expect(frames: frames) }

  /// Measures a block, of which `own` frames belong to the range.
  mutating func add(_ samples: borrowing RawSpan, own: Int) {
    mix.add(samples.extracting(0..<own * frameBytes))
    for index in meters.indices {
      meters[index].meter.add(samples)
    }
  }

  /// Ends the range, of which some frames were lost.
  consuming func finish(lost: GapCollector) -> WaveformPart {
    mix.finish()
    var part = WaveformPart(
      frames: mix.framesAdded,
      firstBucket: mix.first,
      sampleRate: sound.sampleRate,
      channels: sound.channels,
      damage: lost.damage,
      mix: mix.dividedBuckets,
      gaps: lost.ranges,
      measured: MeasureParts(meters)
    )
    if case .known(let frames) = sound.length, mix.isComplete {
      part.frames = max(frames, 0)
    } else {
      // The part counts frames from its own beginning, as it is a whole recording.
      part.firstBucket = 0
      part.lengthProvedWrong = sound.length != .unknown
    }
    return part
  }
}
