import Bytes
import Codecs
import Waveform

/// A long recording by stretches that are evenly spread over it: near to what all of it measures,
/// in a fraction of the time.
extension RecordingDecoder {
  /// The recording as if only its stretches were there; nil where it is to be decoded as a whole.
  package func sampled(_ mostSamples: Int) -> Result<DecodedRecording, DecodeFailure>? {
    do throws(DecodeFailure) {
      let source = try Self.orFail { () throws(AudioFailure) in
        try ByteSource(descriptor: descriptor)
      }
      var stream = try Self.open(source, request.limits)
      let facts = stream.facts
      guard case .known(let total) = expectedLength(of: stream) else { return nil }
      let sampling = Sampling(
        stream.leapCost, seconds: Double(total) / Double(max(facts.sampleRate, 1)))
      let most = mostSamples / facts.channels
      guard let stretches = sampling.stretches(of: total, atMost: most) else { return nil }
      progress.begin(sampleRate: facts.sampleRate, channels: facts.channels)
      let all = WaveformLength.known(frames: stretches.count * stretches.length)
      guard var measured = try measure(stretches, of: &stream, as: all) else { return nil }
      if measured.isCut {
        // The header promises more than there is: what is there is as long as it is.
        stream = try Self.open(source, request.limits)
        guard let again = try measure(stretches, of: &stream, as: .unknown) else { return nil }
        measured = again
      }
      return .success(
        DecodedRecording(facts: facts, digest: nil, measurement: measured.measurement))
    } catch {
      return .failure(error)
    }
  }

  /// Measures one stretch after the other, up to one that is not there in full; nil where not even
  /// the first begins.
  private func measure(
    _ stretches: Stretches, of stream: inout AudioStream, as length: WaveformLength
  ) throws(DecodeFailure) -> (measurement: WaveformMeasurement, isCut: Bool)? {
    var meter = meter(for: stream, length: length, range: nil)
    var isCut = false
    for index in 0..<stretches.count where !isCut {
      let isReached = stream.leap(toFrame: stretches.start(of: index))
      let frames = isReached ? try feed(&meter, from: &stream, atMost: stretches.length) : 0
      // What comes behind a gap has its place only in the whole.
      if frames == 0 && index == 0 || stream.hasGaps { return nil }
      isCut = frames < stretches.length
    }
    return (meter.finish(truncated: isCut), isCut)
  }

  /// Feeds at most so many frames from where the stream stands; answers how many there were.
  private func feed(
    _ meter: inout WaveformMeter, from stream: inout AudioStream, atMost most: Int
  ) throws(DecodeFailure) -> Int {
    let width = stream.facts.channels * stream.format.bytesPerSample
    var fed = 0
    while fed < most {
      let frames: Int
      do {
        frames = try stream.nextBlock { block in
          let bytes = min(block.byteCount, (most - fed) * width)
          meter.add(block.extracting(first: bytes))
        }
      } catch {
        throw .audio(error)
      }
      guard frames > 0 else { break }
      fed += min(frames, most - fed)
      guard progress.decoded(frames) else { throw .cancelled }
      try progress.checkWork(request.limits, bytes: WorkerSystem.size(of: descriptor))
    }
    return fed
  }
}

/// Stretches of equal length, each in the middle of its share of the recording.
private struct Stretches {
  let count: Int
  /// In frames, as the whole recording.
  let length: Int
  let total: Int

  func start(of index: Int) -> Int {
    let share = total / count
    return share * index + total % count * index / count + (share - length) / 2
  }
}

/// How much of a recording is decoded, by what it costs to reach a place in it.
private struct Sampling {
  /// The more there are, the nearer to the whole, as speech comes and goes within a second.
  private let count: Int
  /// How much is decoded of the frames that are allowed: the more a format costs, the less.
  private let share: Double
  /// A recording that is only so many times as long as its stretches is decoded as it is.
  private let leastGain: Double

  init(_ cost: AudioLeapCost, seconds: Double) {
    // To reach a place, all frames before it are walked through. Of three hours that takes a third
    // of the time; a shorter recording spends the time that it saves on more stretches.
    let spared = max(0, 1 - seconds / 10_800)
    (count, share, leastGain) =
      switch cost {
      case .reading: (1920, 1, 1.5)
      case .lead: (2400 + Int(840 * spared), 0.17 + 0.06 * spared, 1.6)
      // To find a place in FLAC takes as long as to decode a second.
      case .search: (560, 0.21875, 3)
      case .pages: (108, 0.1125, 1.5)
      }
  }

  /// The stretches of at most so many frames; nil for a recording that is decoded as it is.
  func stretches(of total: Int, atMost most: Int) -> Stretches? {
    let frames = max(count, Int(Double(most) * share))
    guard Double(total) > Double(frames) * leastGain else { return nil }
    return Stretches(count: count, length: frames / count, total: total)
  }
}
