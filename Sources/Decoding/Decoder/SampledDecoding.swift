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
      guard case .known(let total) = expectedLength(of: stream),
        let length = stretchLength(of: stream, total: total, mostSamples: mostSamples)
      else { return nil }
      let stretches = Sampling(stream.leapCost).stretches
      // A header may promise more than there is: what is measured then is as long as it is.
      var meter = meter(for: stream, length: .unknown, range: nil)
      let facts = stream.facts
      progress.begin(sampleRate: facts.sampleRate, channels: facts.channels)
      var isCut = false
      for index in 0..<stretches {
        let start = Self.start(of: index, among: stretches, length: length, total: total)
        guard stream.leap(toFrame: start) else {
          if index == 0 { return nil }
          isCut = true
          break
        }
        let frames = try feed(&meter, from: &stream, atMost: length)
        if frames == 0, index == 0 { return nil }
        isCut = frames < length
        if isCut { break }
      }
      return .success(
        DecodedRecording(facts: facts, digest: nil, measurement: meter.finish(truncated: isCut)))
    } catch {
      return .failure(error)
    }
  }

  private func stretchLength(
    of stream: borrowing AudioStream, total: Int, mostSamples: Int
  ) -> Int? {
    let sampling = Sampling(stream.leapCost)
    let samples = Int(Double(mostSamples) * sampling.share)
    let most = max(sampling.stretches, samples / stream.facts.channels)
    guard Double(total) > Double(most) * sampling.leastGain else { return nil }
    return most / sampling.stretches
  }

  /// In the middle of its share of the recording.
  private static func start(
    of index: Int, among stretches: Int, length: Int, total: Int
  ) -> Int {
    let share = total / stretches
    return share * index + total % stretches * index / stretches + (share - length) / 2
  }

  /// Feeds as many frames from where the stream stands, and tells how many there were.
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

/// How much of a recording is decoded, by what it costs to reach a place in it.
private struct Sampling {
  /// The more there are, the nearer to the whole, as speech comes and goes within a second.
  let stretches: Int
  /// How much is decoded of the samples that are allowed: the dearer the format, the less.
  let share: Double
  /// A recording that is only so many times as long as its stretches is decoded as it is.
  let leastGain: Double

  init(_ cost: AudioLeapCost) {
    (stretches, share, leastGain) =
      switch cost {
      case .reading: (1920, 1, 1.5)
      case .lead: (2400, 0.17, 1.6)
      // To find a place in FLAC takes as long as to decode a second.
      case .search: (480, 0.1875, 3)
      case .pages: (108, 0.1125, 1.5)
      }
  }
}
