public import WavethumbBytes

/// Measures a recording in one pass and bounded memory: 4,800 buckets, and what else is asked for.
public struct WaveformMeter: Sendable {
  let length: WaveformLength
  private let shape: SoundShape
  /// The only channel that is measured, if not all.
  private var selection: ChannelSelection?
  private let measures: Measures
  private let frameBytes: Int
  private let range: Range<Int>
  private let windowsEnd: Int
  private var mix: BucketMeter
  private var meters: [MeasureMeter]
  private let measuresLevels: Bool
  /// The meter of the points of a zoomed waveform, if requested.
  package var points: PointsMeter?
  /// The beginning of a stream of unknown length: one that ends soon is measured like a file.
  private var held: [UInt8]?
  // 47 s of a compact disc: jingles and samples that come through a pipe are exact. Untuned.
  var maximumHeldBytes = 8 << 20
  private var lost = GapCollector()

  /// Creates a meter for a whole recording, or for one of the ranges of `splits(frames:into:)`.
  ///
  /// Each of `measures` gets its own meter; `source` is what they need to know about the recording.
  /// Without `measuresLevels` the summary is silent. `only` is the one channel to measure, counted
  /// from 1.
  public init(
    channels: Int,
    sampleRate: Int,
    length: WaveformLength,
    format: SampleFormat,
    measures: Measures = .standard,
    measuresLevels: Bool = true,
    source: SoundSource? = nil,
    range: Range<Int>? = nil,
    only channel: Int? = nil
  ) {
    selection = channel.map { channel in
      ChannelSelection(channel, of: max(channels, 1), bytesPerSample: format.bytesPerSample)
    }
    let channels = channel == nil ? max(channels, 1) : 1
    self.length = length
    self.measures = measures
    self.measuresLevels = measuresLevels
    frameBytes = channels * format.bytesPerSample
    held = length == .unknown ? [] : nil
    precondition(range == nil || length != .unknown, "a range is of a known length")
    shape = SoundShape(
      channels: channels,
      sampleRate: max(sampleRate, 1),
      format: format,
      length: length,
      range: range ?? 0..<Int.max,
      source: source ?? SoundSource(isLossless: false, channels: channels)
    )
    self.range = shape.knownRange
    meters = measures.meters(of: shape)

    // Windows that begin in the range may end behind it.
    let ends = meters.map(\.meter.end)
    windowsEnd = max(self.range.upperBound, ends.max() ?? 0)

    // Of an unknown length half a million buckets or more are left at the end, so that moving them
    // to 4,800 splits less than a hundredth of each.
    mix = BucketMeter(
      of: self.range,
      length,
      limit: 1 << 20,
      channels: channels,
      format: format,
      measures: measuresLevels
    )
  }

  /// Returns the ranges into which a recording may be split, each for its own meter and possibly
  /// its own process.
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
  public var framesWanted: Range<Int> { range.lowerBound..<windowsEnd }

  /// The number of frames of the range measured so far.
  public var framesAdded: Int {
    let heldBytes = held?.count ?? 0
    return heldBytes / frameBytes + mix.framesAdded
  }

  /// The fraction of a known length measured so far, in 0…1.
  public var progress: Double? {
    guard case .known = length, !range.isEmpty else { return nil }
    return min(Double(framesAdded) / Double(range.count), 1)
  }

  /// Measures a block of any number of whole interleaved frames.
  public mutating func add(_ samples: borrowing RawSpan) {
    guard let selected = selection?.samples(of: samples) else { return addSelected(samples) }
    lend(selected) { addSelected($0) }
  }

  /// Measures a block of the channels to measure.
  private mutating func addSelected(_ samples: borrowing RawSpan) {
    let frames = samples.byteCount / frameBytes
    let room = shape.ownFrames(of: frames, at: mix.position)
    // Points at once, and not from what is held: they are the same for any length.
    points?.add(samples.extracting(0..<room * frameBytes))
    measure(samples, frames: frames, room: room)
  }

  /// Adds lost frames, which are counted but not measured.
  public mutating func addGap(frames: Int) {
    let start = framesAdded
    lost.add(start..<start + frames, of: start + frames)
    // In pieces, so that a gap of hours takes the memory of 4,096 frames.
    let silence = [UInt8](repeating: 0, count: min(frames, 4096) * frameBytes)
    var left = frames
    while left > 0 {
      let count = min(left, 4096)
      lend(silence) { addSelected($0.extracting(first: count * frameBytes)) }
      left -= count
    }
  }

  /// Measures a block: `room` of its frames are those of the range, the others overlap.
  private mutating func measure(_ samples: borrowing RawSpan, frames: Int, room: Int) {
    if held != nil, hold(samples, count: frames * frameBytes) { return }
    mix.add(samples.extracting(0..<room * frameBytes))
    let all = samples.extracting(0..<frames * frameBytes)
    for index in meters.indices {
      meters[index].meter.add(all)
    }
  }

  /// Returns the measurement of the whole recording; `missing` frames are missing at its end.
  public consuming func finish(truncated: Bool, missing: Int? = nil) -> WaveformMeasurement {
    WaveformMeasurement(whole: finishPart(truncated: truncated, missing: missing))
  }

  /// Returns the exact measurement of the range, to be merged with those of the other ranges.
  public consuming func finishPart(truncated: Bool, missing: Int? = nil) -> WaveformPart {
    // Nothing of what is held was measured yet.
    if let held { return measured(held).finishPart(truncated: truncated, missing: missing) }
    mix.finish()
    var part = WaveformPart(
      frames: mix.framesAdded,
      firstBucket: mix.first,
      sampleRate: shape.sampleRate,
      channels: shape.channels,
      damage: lost.damage,
      mix: mix.dividedBuckets,
      gaps: lost.ranges,
      measured: MeasureParts(meters)
    )
    part.damage.isTruncated = truncated
    if truncated {
      part.damage.framesMissing = missing
    }
    if case .known(let frames) = length, mix.isComplete {
      part.frames = max(frames, 0)
    } else {
      // The part counts frames from its own beginning, as it is a whole recording.
      part.firstBucket = 0
      part.lengthProvedWrong = length != .unknown
    }
    return part
  }

  /// Returns a meter that has added all kept blocks, whose length is known at the end.
  private func measured(_ held: [UInt8]) -> WaveformMeter {
    var exact = WaveformMeter(
      channels: shape.channels,
      sampleRate: shape.sampleRate,
      length: .known(frames: held.count / frameBytes),
      format: shape.format,
      measures: measures,
      measuresLevels: measuresLevels,
      source: shape.source
    )
    lend(held) { exact.addSelected($0) }
    exact.lost = lost
    return exact
  }

  /// Keeps a block while there is room, and measures all kept blocks when there is none left.
  private mutating func hold(_ samples: borrowing RawSpan, count: Int) -> Bool {
    guard (held?.count ?? 0) + count > maximumHeldBytes else {
      // Growing a large array would copy it to memory that the system must clear first.
      if held?.count ?? 0 > maximumHeldBytes / 8 {
        held?.reserveCapacity(maximumHeldBytes)
      }
      held?.append(samples, from: 0, count: count)
      return true
    }

    let begun = held ?? []
    // From here on blocks are measured as they come.
    held = nil
    let frames = begun.count / frameBytes
    mix.expect(frames: frames + count / frameBytes)
    lend(begun) { measure($0, frames: frames, room: frames) }
    return false
  }
}
