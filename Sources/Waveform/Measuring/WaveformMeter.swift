public import WavethumbBytes

/// Measures a recording in one pass and bounded memory: 4,800 buckets, and what else is asked for.
public struct WaveformMeter: Sendable {
  private let sound: SoundShape
  /// The only channel that is measured, if not all.
  private var selection: ChannelSelection?
  private let measures: Measures
  private let measuresLevels: Bool
  private let frameBytes: Int
  private(set) var meter: RangeMeter
  /// The meter of the points of a zoomed waveform, if requested.
  package var points: PointsMeter?
  /// The beginning of a stream of unknown length: one that ends soon is measured like a file.
  private var held: [UInt8]?
  // 47 s of a compact disc: jingles and samples that come through a pipe are exact. Untuned.
  var maximumHeldBytes = 8 << 20
  private var lost = GapCollector()

  /// Creates a meter for a whole recording; each of `measures` gets its own.
  public init(
    channels: Int,
    sampleRate: Int,
    length: WaveformLength,
    format: SampleFormat,
    measures: Measures = .standard
  ) {
    let sound = SoundShape(
      channels: channels,
      sampleRate: sampleRate,
      format: format,
      length: length,
      source: SoundSource(isLossless: false, channels: max(channels, 1))
    )
    self.init(sound, measures: measures)
  }

  /// Creates a meter for a recording, or for a range of it.
  ///
  /// Without `measuresLevels` the summary is silent. `only` is the one channel to measure, counted
  /// from 1.
  public init(
    _ recording: SoundShape,
    measures: Measures = .standard,
    measuresLevels: Bool = true,
    only channel: Int? = nil
  ) {
    var sound = recording
    sound.sampleRate = max(recording.sampleRate, 1)
    sound.channels = channel == nil ? max(recording.channels, 1) : 1
    selection = channel.map { channel in
      ChannelSelection(
        channel,
        of: max(recording.channels, 1),
        bytesPerSample: recording.format.bytesPerSample
      )
    }
    self.sound = sound
    self.measures = measures
    self.measuresLevels = measuresLevels
    frameBytes = sound.channels * sound.format.bytesPerSample
    held = sound.length == .unknown ? [] : nil
    meter = RangeMeter(sound, measures: measures, measuresLevels: measuresLevels)
  }

  var length: WaveformLength { sound.length }

  /// The number of frames measured so far.
  public var framesAdded: Int {
    let heldBytes = held?.count ?? 0
    return heldBytes / frameBytes + meter.framesAdded
  }

  /// The fraction of a known length measured so far, in 0…1.
  public var progress: Double? {
    let range = meter.range
    guard case .known = length, !range.isEmpty else { return nil }
    return min(Double(framesAdded) / Double(range.count), 1)
  }

  /// Measures a block of any number of whole interleaved frames.
  public mutating func add(_ samples: borrowing RawSpan) {
    guard let selected = selection?.samples(of: samples) else { return addSelected(samples) }
    withSpan(of: selected) { addSelected($0) }
  }

  /// Measures a block of the channels to measure.
  private mutating func addSelected(_ samples: borrowing RawSpan) {
    let frames = samples.byteCount / frameBytes
    let own = meter.ownFrames(of: frames)
    // Points at once, and not from what is held: they are the same for any length.
    points?.add(samples.extracting(0..<own * frameBytes))
    let whole = samples.extracting(0..<frames * frameBytes)
    if held != nil, hold(whole) { return }
    meter.add(whole, own: own)
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
      withSpan(of: silence) { addSelected($0.extracting(first: count * frameBytes)) }
      left -= count
    }
  }

  /// Returns the measurement of the whole recording; `missing` frames are missing at its end.
  public consuming func finish(truncated: Bool, missing: Int? = nil) -> WaveformMeasurement {
    WaveformMeasurement(whole: measured(truncated: truncated, missing: missing))
  }

  /// Returns what was measured in the range of the meter.
  consuming func measured(truncated: Bool, missing: Int?) -> WaveformPart {
    // Nothing of what is held was measured yet.
    let complete = held.map(measuring) ?? meter
    var part = complete.finish(lost: lost)
    part.damage.isTruncated = truncated
    if truncated {
      part.damage.framesMissing = missing
    }
    return part
  }

  /// Returns a meter that has added all kept blocks, whose length is known at the end.
  private func measuring(_ held: [UInt8]) -> RangeMeter {
    let frames = held.count / frameBytes
    var exact = sound
    exact.length = .known(frames: frames)
    var meter = RangeMeter(exact, measures: measures, measuresLevels: measuresLevels)
    withSpan(of: held) { meter.add($0, own: frames) }
    return meter
  }

  /// Keeps a block while there is room, and measures all kept blocks when there is none left.
  private mutating func hold(_ samples: borrowing RawSpan) -> Bool {
    guard (held?.count ?? 0) + samples.byteCount > maximumHeldBytes else {
      // Growing a large array would copy it to memory that the system must clear first.
      if held?.count ?? 0 > maximumHeldBytes / 8 {
        held?.reserveCapacity(maximumHeldBytes)
      }
      held?.append(samples, from: 0, count: samples.byteCount)
      return true
    }

    let beginning = held ?? []
    // From here on blocks are measured as they come.
    held = nil
    let frames = beginning.count / frameBytes
    meter.expect(frames: frames + samples.byteCount / frameBytes)
    withSpan(of: beginning) { meter.add($0, own: frames) }
    return false
  }
}
