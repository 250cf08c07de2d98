import Codecs
import Waveform

/// A long recording by stretches that are evenly spread over it: near to what all of it measures,
/// in a fraction of the time.
extension RecordingDecoder {
  /// How many stretches there are: some for each bar of a small picture. Within Ogg a place is found
  /// by trying, which costs as much as half a second of sound.
  private static func stretches(of stream: borrowing AudioStream) -> Int {
    stream.origin == .xiph ? 120 : 480
  }

  /// Reaching a stretch costs as well: a recording only so much longer is decoded as it is.
  private static let leastGain = 1.5

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
      let stretches = Self.stretches(of: stream)
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
    let stretches = Self.stretches(of: stream)
    let most = max(stretches, mostSamples / stream.facts.channels)
    guard Double(total) > Double(most) * Self.leastGain else { return nil }
    return most / stretches
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
