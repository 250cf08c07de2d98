package import Codecs
import Waveform
import WavethumbBytes

/// Measures uncompressed samples as they arrive, in bounded memory.
///
/// If the declared number of frames arrives, buckets are exact. Otherwise they are merged in pairs,
/// with an error below 1/256 of the full height.
// Both are measured at once, because a stream cannot be read twice and only its end shows which
// holds.
package struct PCMStreamMeasuring {
  private let header: PCMStreamHeader
  private let limits: AudioLimits
  private let requested: Range<Int>
  private let declaredFrames: Int?
  private var exact: WaveformMeter?
  private var folded: WaveformMeter
  private var skipped = 0
  private var bytesRead = 0
  /// The beginning of an incomplete frame.
  private var carry: [UInt8] = []

  package init(_ header: PCMStreamHeader, _ request: DecodeRequest) {
    self.header = header
    limits = request.limits
    let requested = request.range?.frames(at: header.sampleRate) ?? 0..<Int.max
    self.requested = requested
    declaredFrames = header.declaredBytes.map { bytes in bytes / header.frameBytes }
    // Recordings decoded by ffmpeg are rarely lossless.
    let source = SoundSource(isLossless: false, channels: header.channels)
    func meter(_ length: WaveformLength, points: SampleOrigin? = nil) -> WaveformMeter {
      let sound = SoundShape(
        channels: header.channels,
        sampleRate: header.sampleRate,
        format: header.coding.format,
        length: length,
        source: source
      )
      return request.meter(of: sound, points: points)
    }
    if let declaredFrames {
      let end = min(requested.upperBound, declaredFrames)
      exact = meter(.known(frames: max(0, end - requested.lowerBound)))
    }
    folded = meter(.unknown, points: .numbers)
  }

  package private(set) var frames = 0

  /// Adds the next bytes of the stream, beginning with its header.
  package mutating func add(_ bytes: ArraySlice<UInt8>) throws(DecodeFailure) {
    let head = bytes.prefix(header.start - skipped)
    skipped += head.count
    var bytes = bytes.dropFirst(head.count)
    // Bytes after the declared samples are other chunks.
    if let declared = header.declaredBytes {
      bytes = bytes.prefix(declared - bytesRead)
    }
    bytesRead += bytes.count
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

  package mutating func drainPoints() -> [UInt8] { folded.points?.drain() ?? [] }

  /// Returns the remaining points at the end of the stream; the last may be short.
  package mutating func drainLastPoints() -> [UInt8] {
    folded.points?.finish()
    return drainPoints()
  }

  package consuming func finish() throws(DecodeFailure) -> DecodedRecording {
    guard frames > 0 else { throw .audio(.empty) }
    guard frames > requested.lowerBound else {
      throw .beyondEnd(seconds: Double(frames) / Double(header.sampleRate))
    }
    var missing = 0
    if frames < requested.upperBound, let declared = header.declaredBytes {
      missing = (declared - bytesRead) / header.frameBytes
    }
    let isCut = AudioEnding(frames, of: frames + missing, at: header.sampleRate).isCut
    var facts = AudioFacts(
      formatName: header.formatName,
      sampleRate: header.sampleRate,
      channels: header.channels,
      declaredFrames: declaredFrames
    )
    facts.bitRate = AudioBitRate(
      bytes: header.frameBytes * header.sampleRate,
      seconds: 1,
      isConstant: true
    )
    if !isCut, let measured = exact?.finish(truncated: false), !measured.lengthProvedWrong {
      return DecodedRecording(facts: facts, measurement: measured)
    }
    let measured = folded.finish(truncated: isCut, missing: missing)
    return DecodedRecording(facts: facts, measurement: measured)
  }

  private mutating func measure(_ block: ArraySlice<UInt8>) {
    guard !block.isEmpty else { return }
    let count = block.count / header.frameBytes
    defer { frames += count }
    let first = min(max(requested.lowerBound - frames, 0), count)
    let end = min(max(requested.upperBound - frames, 0), count)
    guard first < end else { return }
    let start = first * header.frameBytes
    let length = (end - first) * header.frameBytes
    let part = block.dropFirst(start).prefix(length)
    let samples = header.coding.converted(part)
    // `bytes` is unsafe because of padding, which bytes do not have.
    exact?.add(unsafe samples.span.bytes)
    folded.add(unsafe samples.span.bytes)
  }
}
