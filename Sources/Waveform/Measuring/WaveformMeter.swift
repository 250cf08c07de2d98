public import WavethumbBytes

/// Measures a recording in one pass and bounded memory: 4,800 buckets and a spectrum.
public struct WaveformMeter: Sendable {
  let length: WaveformLength
  private let shape: SoundShape
  private let measures: Measures
  private let frameBytes: Int
  private let range: Range<Int>
  private let windowsEnd: Int
  private var mix: BucketMeter
  private var lanes: LaneMeter
  private var spectrum: SpectrumMeter
  private var meters: [MeasureMeter]
  private let measuresLevels: Bool
  private let measuresSpectrum: Bool
  /// The meter of the points of a zoomed waveform, if requested.
  package var points: PointsMeter?
  /// The beginning of a stream of unknown length: one that ends soon is measured like a file.
  private var held: [UInt8]?
  // 47 s of a compact disc: jingles and samples that come through a pipe are exact. A guess.
  var maximumHeldBytes = 8 << 20
  private var lost = LostPlaces()

  /// Creates a meter for a whole recording, or for one of the ranges of `splits(frames:into:)`.
  ///
  /// With `split` each of at most 32 channels is also measured separately. Without
  /// `measuresLevels` the summary is silent, and there are no lanes; without `measuresSpectrum` the
  /// spectrum stays empty, which saves nearly half of the work for a half-second WAV. Each of
  /// `measures` gets its own meter; `source` is what they need to know about the recording.
  public init(
    channels: Int, sampleRate: Int, length: WaveformLength, format: SampleFormat, split: Bool,
    measuresLevels: Bool = true, measuresSpectrum: Bool = true,
    measures: Measures = Measures(), source: SoundSource? = nil, range: Range<Int>? = nil
  ) {
    let channels = max(channels, 1)
    let sampleRate = max(sampleRate, 1)
    self.length = length
    self.measures = measures
    self.measuresLevels = measuresLevels
    self.measuresSpectrum = measuresSpectrum
    frameBytes = channels * format.bytesPerSample
    held = length == .unknown ? [] : nil
    switch length {
    case .known(let frames): self.range = range ?? 0..<max(frames, 0)
    case .unknown:
      precondition(range == nil, "a range is of a known length")
      self.range = 0..<Int.max
    }
    shape = SoundShape(
      channels: channels, sampleRate: sampleRate, format: format, length: length,
      range: range ?? 0..<Int.max,
      source: source ?? SoundSource(isLossless: false, channels: channels))
    meters = measures.meters(of: shape)
    spectrum = SpectrumMeter(
      length, in: self.range, channels: channels, sampleRate: sampleRate, format: format,
      measures: measuresSpectrum)
    let ends = meters.map(\.meter.end)
    windowsEnd = max(spectrum.end, self.range.upperBound, ends.max() ?? 0)
    // Of an unknown length half a million buckets or more are left at the end, so that moving them
    // to 4,800 splits less than a hundredth of each. Lanes have fewer, because there may be 32.
    mix = BucketMeter(
      of: self.range, length, limit: 1 << 20, channels: channels, format: format,
      measures: measuresLevels)
    let count =
      if split && measuresLevels {
        min(channels, LaneMeter.limit)
      } else {
        0
      }
    lanes = LaneMeter(count, of: self.range, length, channels: channels, format: format)
  }

  /// Returns the ranges into which a recording may be split, each for its own meter and possibly
  /// its own process.
  public static func splits(frames: Int, into count: Int) -> [Range<Int>] {
    let grid = TimeGrid.buckets(frames: frames)
    let buckets = TimeGrid(frames: grid.frames == 0 ? 0 : grid.count, count: count)
    let ranges = (0..<buckets.count).map {
      grid.border(buckets.border($0))..<grid.border(buckets.border($0 + 1))
    }
    return ranges.filter { !$0.isEmpty }
  }

  /// The frames that `add` needs: those of the range, followed by those of the last windows.
  public var framesWanted: Range<Int> { range.lowerBound..<windowsEnd }

  /// The number of frames of the range measured so far.
  public var framesAdded: Int { (held?.count ?? 0) / frameBytes + mix.position - range.lowerBound }

  /// The fraction of a known length measured so far, in 0…1.
  public var progress: Double? {
    guard case .known = length, !range.isEmpty else { return nil }
    return min(Double(framesAdded) / Double(range.count), 1)
  }

  /// Measures a block of any number of whole interleaved frames.
  public mutating func add(_ samples: borrowing RawSpan) {
    let frames = samples.byteCount / frameBytes
    let room =
      if isLast {
        frames
      } else {
        max(min(frames, range.upperBound - mix.position), 0)
      }
    points?.add(samples.extracting(0..<room * frameBytes))
    measure(samples, frames: frames, room: room)
  }

  /// Adds lost frames, which are counted but not measured.
  public mutating func addGap(frames: Int) {
    let start = framesAdded
    lost.add(start..<start + frames, of: start + frames)
    let silence = [UInt8](repeating: 0, count: min(frames, 4096) * frameBytes)
    var left = frames
    while left > 0 {
      let count = min(left, 4096)
      lend(silence) { add($0.extracting(first: count * frameBytes)) }
      left -= count
    }
  }

  private mutating func measure(_ samples: borrowing RawSpan, frames: Int, room: Int) {
    if held != nil, hold(samples, count: frames * frameBytes) { return }
    let own = samples.extracting(0..<room * frameBytes)
    mix.add(own)
    lanes.add(own)
    let all = samples.extracting(0..<frames * frameBytes)
    for index in meters.indices {
      meters[index].meter.add(all)
    }
    spectrum.add(all)
  }

  /// Returns the measurement of the whole recording; `missing` frames are missing at its end.
  public consuming func finish(truncated: Bool, missing: Int? = nil) -> WaveformMeasurement {
    WaveformMeasurement(whole: finishPart(truncated: truncated, missing: missing))
  }

  /// Returns the exact measurement of the range, to be merged with those of the other ranges.
  public consuming func finishPart(truncated: Bool, missing: Int? = nil) -> WaveformPart {
    if let held { return measured(held).finishPart(truncated: truncated, missing: missing) }
    let added = framesAdded
    mix.finish()
    lanes.finish()
    spectrum.finish()
    var part = WaveformPart(
      frames: added, firstBucket: mix.first, sampleRate: shape.sampleRate,
      channels: shape.channels, damage: lost.damage, windows: spectrum.windows, gaps: lost.ranges,
      measured: MeasureParts(meters))
    part.damage.isTruncated = truncated
    part.damage.framesMissing = truncated ? missing : nil
    if case .known(let frames) = length, added == range.count {
      part.frames = max(frames, 0)
      part.mix = mix.buckets
      part.lanes = lanes.lanes.map(\.buckets)
      return part
    }
    part.firstBucket = 0
    part.lengthProvedWrong = length != .unknown
    let grid = TimeGrid.buckets(frames: added)
    // The part now counts frames from its own beginning, as it is a whole recording.
    let start = range.lowerBound
    part.windows = spectrum.windows.map {
      SpectrumWindow(start: $0.start - start, levels: $0.levels)
    }
    part.mix = mix.buckets.shared(over: grid) { [mix] in mix.end(ofBucket: $0) - start }
    part.lanes = lanes.lanes.map { lane in
      lane.buckets.shared(over: grid) { lane.end(ofBucket: $0) - start }
    }
    return part
  }

  /// Returns a meter that has added all kept blocks, whose length is known at the end.
  private func measured(_ held: [UInt8]) -> WaveformMeter {
    var exact = WaveformMeter(
      channels: shape.channels, sampleRate: shape.sampleRate,
      length: .known(frames: held.count / frameBytes), format: shape.format,
      split: !lanes.lanes.isEmpty, measuresLevels: measuresLevels,
      measuresSpectrum: measuresSpectrum, measures: measures, source: shape.source)
    lend(held) { exact.add($0) }
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
    held = nil
    let frames = begun.count / frameBytes
    mix.expect(frames: frames + count / frameBytes)
    lend(begun) { measure($0, frames: frames, room: frames) }
    return false
  }

  /// Whether frames beyond the declared length belong to this range.
  private var isLast: Bool {
    switch length {
    case .known(let frames): range.upperBound >= frames
    case .unknown: true
    }
  }
}
