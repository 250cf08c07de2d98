import Codecs
import Waveform
import WavethumbBytes

/// Measures a long recording by evenly spaced stretches, in a fraction of the time.
extension RecordingDecoder {
  /// Returns the recording as if it had only these stretches; nil if it should be decoded whole.
  package func sampled(_ maximumSamples: Int) throws(DecodeFailure) -> DecodedRecording? {
    let source = try source()
    var stream = try Self.open(source, request.limits)
    let facts = stream.facts
    try request.check(channels: facts.channels)
    guard case .known(let total) = expectedLength(of: stream) else { return nil }
    let stretches = EventRanges(
      of: total,
      atMost: maximumSamples / facts.channels,
      seeking: stream.seekCost,
      seconds: Double(total) / Double(max(facts.sampleRate, 1))
    )
    guard let stretches else { return nil }
    progress.begin(sampleRate: facts.sampleRate, channels: facts.channels)
    let all = WaveformLength.known(frames: stretches.count * stretches.length)
    guard var measured = try measure(stretches, of: &stream, as: all) else { return nil }
    if measured.isCut {
      // The header declares more than exists: the existing bytes determine the length.
      stream = try Self.open(source, request.limits)
      guard let again = try measure(stretches, of: &stream, as: .unknown) else { return nil }
      measured = again
    }
    return DecodedRecording(facts: facts, measurement: measured.measurement)
  }

  /// Measures stretches up to one that is incomplete; nil if not even the first begins.
  private func measure(
    _ stretches: EventRanges,
    of stream: inout AudioStream,
    as length: WaveformLength
  ) throws(DecodeFailure) -> (measurement: WaveformMeasurement, isCut: Bool)? {
    var meter = meter(for: stream, length: length, range: nil)
    let bytes = DescriptorSystem.size(of: descriptor)
    var isCut = false
    for index in 0..<stretches.count where !isCut {
      var frames = 0
      if stream.seekApproximately(toFrame: stretches.start(of: index)) {
        frames = try feed(
          &meter,
          from: &stream,
          measuring: 0..<stretches.length,
          workBytes: bytes
        )
      }
      // The position of samples after a gap is known only if everything is decoded.
      let isEmpty = frames == 0 && index == 0
      if isEmpty || stream.hasGaps { return nil }
      isCut = frames < stretches.length
    }
    return (meter.finish(truncated: isCut), isCut)
  }
}

/// EventRanges of equal length, each in the middle of its share of the recording.
private struct EventRanges {
  /// Many stretches represent the whole better, because speech changes within a second.
  let count: Int
  let length: Int
  let total: Int

  /// Divides a share of at most `maximum` frames, which depends on the cost of seeking; nil if the
  /// recording should be decoded whole.
  // The numbers were chosen by what it costs to reach a stretch: the cheaper that is, the more there
  // are. On twelve long recordings of speech and music, bars differed from those of the whole by 0.094
  // of the height on average at worst, in Opus.
  init?(of total: Int, atMost maximum: Int, seeking cost: SeekCost, seconds: Double) {
    // Seeking walks over all frames before a position. For three hours that takes a third of the
    // time; a shorter recording uses the saved time for more stretches.
    let spared = max(0, 1 - seconds / 10_800)
    // A recording at most `minimumGain` times as long as its stretches is decoded completely.
    let (count, share, minimumGain): (count: Int, share: Double, minimumGain: Double) =
      switch cost {
      case .reading: (count: 1920, share: 1, minimumGain: 1.5)
      case .lead:
        (count: 2400 + Int(840 * spared), share: 0.17 + 0.06 * spared, minimumGain: 1.6)
      // Finding a position in FLAC takes as long as decoding a second.
      case .search: (count: 560, share: 0.21875, minimumGain: 3)
      case .pages: (count: 108, share: 0.1125, minimumGain: 1.5)
      }
    let frames = max(count, Int(Double(maximum) * share))
    guard Double(total) > Double(frames) * minimumGain else { return nil }
    self.count = count
    self.total = total
    length = frames / count
  }

  func start(of index: Int) -> Int {
    let share = total / count
    // `total * index` could overflow.
    let shareStart = share * index + total % count * index / count
    return shareStart + (share - length) / 2
  }
}
