import Bytes
import Codecs
import Waveform

/// Decodes a stretch of a recording: seeks to it if that is bit-exact, else decodes up to it.
extension RecordingDecoder {
  package func stretch(_ range: TimeRange) throws(DecodeFailure) -> DecodedRecording {
    let source = try source()
    var stream = try Self.open(source, request.limits)
    let facts = stream.facts
    let wanted = range.frames(at: facts.sampleRate)
    var measurement = try measure(
      wanted, of: &stream, expecting: expectedFrames(wanted, of: stream))
    if measurement.lengthProvedWrong {
      if !stream.rewind() { stream = try Self.open(source, request.limits) }
      measurement = try measure(
        wanted, of: &stream, expecting: measurement.mix.frames, isAgain: true)
      if measurement.lengthProvedWrong { throw .changed }
    }
    return DecodedRecording(facts: facts, digest: nil, measurement: measurement)
  }

  /// Returns how many of the wanted frames should exist; nil if unknown before decoding.
  private func expectedFrames(_ wanted: Range<Int>, of stream: borrowing AudioStream) -> Int? {
    guard case .known(let total) = expectedLength(of: stream) else {
      return wanted.upperBound < .max ? wanted.count : nil
    }
    let frames = min(wanted.upperBound, total) - wanted.lowerBound
    return frames > 0 ? frames : nil
  }

  private func measure(
    _ wanted: Range<Int>, of stream: inout AudioStream, expecting frames: Int?,
    isAgain: Bool = false
  ) throws(DecodeFailure) -> WaveformMeasurement {
    let rate = Double(stream.facts.sampleRate)
    if stream.isLengthCounted, let total = stream.exactLength, total <= wanted.lowerBound {
      throw .beyondEnd(seconds: Double(total) / rate)
    }
    var start = 0
    if wanted.lowerBound > 0 {
      if stream.seek(toFrame: wanted.lowerBound) {
        start = wanted.lowerBound
      } else if !stream.rewind() {
        throw .changed
      }
    }
    var meter = meter(
      for: stream, length: frames.map { .known(frames: $0) } ?? .unknown, range: nil,
      isAgain: isAgain)
    let bytes = WorkerSystem.size(of: descriptor)
    let last = min(wanted.upperBound, stream.exactLength ?? .max)
    progress.begin(
      sampleRate: stream.facts.sampleRate, channels: stream.facts.channels,
      expecting: last < .max ? last - start : nil, ofBytes: bytes ?? 0)
    let end = try feed(&meter, from: &stream, at: start, wanted: wanted, workBytes: bytes)
    guard end > wanted.lowerBound else {
      guard end > 0 else { throw .audio(.empty) }
      throw .beyondEnd(seconds: Double(min(end, stream.exactLength ?? end)) / rate)
    }
    emitLastPoints(&meter)
    let ending = end < wanted.upperBound ? stream.ending : nil
    return meter.finish(truncated: ending?.isCut ?? false, missing: ending?.missing)
  }
}
