import Codecs
import Waveform

/// Measures plain samples as they come, in memory that does not grow with them.
///
/// Where the header says how many come, and so many come, buckets are exact. Else they are folded in pairs, with an
/// error below 1/256 of the full height.
struct PCMStreamMeasuring {
  private let header: PCMStreamHeader
  private let limits: AudioLimits
  private var exact: WaveformMeter?
  private var folded: WaveformMeter
  private var skipped = 0
  private var taken = 0
  private var isOver = false
  /// The beginning of a frame whose end has not come yet.
  private var carry: [UInt8] = []

  init(_ header: PCMStreamHeader, _ request: DecodeRequest) {
    self.header = header
    limits = request.limits
    func meter(_ length: WaveformLength) -> WaveformMeter {
      WaveformMeter(
        channels: header.channels, sampleRate: header.sampleRate, length: length,
        format: header.format, split: request.split)
    }
    exact = header.declaredBytes.map { meter(.known(frames: $0 / header.frameBytes)) }
    folded = meter(.unknown)
  }

  /// How many frames were measured.
  var frames: Int { folded.framesAdded }

  /// Takes the next bytes of the stream, its head included.
  mutating func add(_ bytes: ArraySlice<UInt8>) throws(DecodeFailure) {
    let head = bytes.prefix(header.start - skipped)
    skipped += head.count
    var bytes = bytes.dropFirst(head.count)
    // What stands behind the samples is none of them.
    if let declared = header.declaredBytes { bytes = bytes.prefix(declared - taken) }
    taken += bytes.count
    if !carry.isEmpty {
      let end = bytes.prefix(header.frameBytes - carry.count)
      bytes = bytes.dropFirst(end.count)
      carry += end
      guard carry.count == header.frameBytes else { return }
      measure(carry[...])
      carry.removeAll(keepingCapacity: true)
    }
    let whole = bytes.count / header.frameBytes * header.frameBytes
    measure(bytes.prefix(whole))
    carry += bytes.dropFirst(whole)
    let hours = Double(frames) / Double(header.sampleRate) / 3600
    if hours > limits.hours { throw .audio(.tooLong(hours: hours, limit: limits.hours)) }
  }

  /// The recording that came.
  consuming func finish() throws(DecodeFailure) -> DecodedRecording {
    guard frames > 0 else { throw .audio(.empty) }
    let isCut = header.declaredBytes.map { taken < $0 } ?? false
    let facts = AudioFacts(
      formatName: header.formatName, sampleRate: header.sampleRate, channels: header.channels,
      declaredFrames: header.declaredBytes.map { $0 / header.frameBytes })
    if !isCut, let measured = exact?.finish(truncated: false), !measured.lengthProvedWrong {
      return DecodedRecording(facts: facts, digest: nil, measurement: measured)
    }
    let measured = folded.finish(truncated: isCut)
    return DecodedRecording(facts: facts, digest: nil, measurement: measured)
  }

  private mutating func measure(_ samples: ArraySlice<UInt8>) {
    guard !samples.isEmpty else { return }
    let samples = header.widening.map { $0.widened(samples)[...] } ?? samples
    // Bytes have no padding that could be read uninitialised, which is what `bytes` warns of.
    exact?.add(unsafe samples.span.bytes)
    folded.add(unsafe samples.span.bytes)
  }
}
