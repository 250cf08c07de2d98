package import Codecs
package import Waveform
import WavethumbBytes

/// Decodes and measures an open file in this process; the caller keeps the descriptor.
public func decodeInProcess(descriptor: CInt, request: DecodeRequest) -> DecodeResult {
  let decoder = RecordingDecoder(descriptor: descriptor, request: request) { _, _ in true }
  return Result { () throws(DecodeFailure) in try decoder.whole() }
}

/// Decodes one descriptor: reads, decodes and measures it.
package struct RecordingDecoder {
  /// The bytes of points or of a picture that are sent together: half a packet.
  static let bytesAtOnce = 32 << 10

  /// Receives the decoded duration and all progress; returns whether to continue.
  package typealias Heartbeat = (_ soFar: DecodedSoFar, _ progress: UInt64) -> Bool

  package let descriptor: CInt
  package let request: DecodeRequest
  let progress: DecodingProgress
  package let emit: (DecodeEvent) -> Void

  package init(
    descriptor: CInt,
    request: DecodeRequest,
    emit: @escaping (DecodeEvent) -> Void = { _ in },
    heartbeat: @escaping Heartbeat
  ) {
    self.descriptor = descriptor
    self.request = request
    self.emit = emit
    progress = DecodingProgress(heartbeat: heartbeat)
  }

  /// Measures the whole recording, or the requested stretch.
  package func whole() throws(DecodeFailure) -> DecodedRecording {
    let range = request.range
    if range == nil, let maximum = request.maximumSamples, let sampled = try sampled(maximum) {
      return sampled
    }
    let source = try source(countingBlocks: range == nil)
    var stream = try Self.open(source, request.limits)
    let facts = stream.facts
    try request.check(channels: facts.channels)
    let measurement = try measure(range, of: &stream, in: source)
    // A file that grows while it is read, as a recorder's, is measured in neither state.
    guard range != nil || DescriptorSystem.size(of: descriptor) == source.size else {
      throw .changed
    }
    return DecodedRecording(facts: facts, measurement: measurement)
  }

  /// Measures some frames.
  package func part(_ part: DecodePart) throws(DecodeFailure) -> DecodedPart {
    let source = try source(countingBlocks: true)
    var stream = try Self.open(source, request.limits, counted: part.total)
    try request.check(channels: stream.facts.channels)
    var meter = meter(for: stream, length: .known(frames: part.total), range: part.frames)
    let first = meter.framesWanted.lowerBound
    guard stream.seekWithPreroll(first) else { throw .notSplittable }
    // The last part also measures frames beyond the expected end.
    let isLast = part.frames.upperBound >= part.total
    let end = isLast ? .max : meter.framesWanted.upperBound
    progress.begin(sampleRate: stream.facts.sampleRate, channels: stream.facts.channels)
    _ = try feed(&meter, from: &stream, at: first, measuring: first..<end)
    emitLastPoints(&meter)
    // In parts, samples after a gap would be misplaced, so the recording is decoded as a whole.
    guard !stream.hasGaps, !stream.isBeforeGap else { throw .notSplittable }
    let ending = isLast ? stream.ending : nil
    let measured = meter.finishPart(truncated: ending?.isCut ?? false, missing: ending?.missing)
    guard DescriptorSystem.size(of: descriptor) == source.size else { throw .changed }
    return DecodedPart(measured: measured)
  }

  package func probe() throws(DecodeFailure) -> ProbedRecording {
    let source = try source(countingBlocks: true)
    var stream = try Self.open(source, request.limits)
    try request.check(channels: stream.facts.channels)
    let frames = stream.exactLength
    // Points are exact, and would show where parts of Opus begin.
    let canJoinPoints = request.points == nil || stream.isDividedExactly
    // The last test may seek, so it comes last.
    let isDivisible = !isDigested(stream) && canJoinPoints && stream.isDivisible()
    return ProbedRecording(facts: stream.facts, expectedFrames: frames, isDivisible: isDivisible)
  }

  /// Whether all samples are digested in order, which parts cannot do side by side.
  private func isDigested(_ stream: borrowing AudioStream) -> Bool {
    request.measures.checksum && stream.checksum != nil
  }

  /// Opens the file and returns its format, regardless of its length.
  package func openOnly() throws(DecodeFailure) -> ProbedRecording {
    let stream = try Self.open(try source(), request.limits)
    return ProbedRecording(facts: stream.facts, expectedFrames: nil, isDivisible: false)
  }
}

extension RecordingDecoder {
  /// Measures a stretch or the whole, once more if its length proves wrong.
  private func measure(
    _ range: TimeRange?,
    of stream: inout AudioStream,
    in source: ByteSource
  ) throws(DecodeFailure) -> WaveformMeasurement {
    let frames = range?.frames(at: stream.facts.sampleRate) ?? 0..<Int.max
    var measurement = try measure(
      frames,
      of: &stream,
      expecting: expectedFrames(frames, of: stream),
      ofBytes: source.size
    )
    // Buckets divide the length, so that a wrong length makes all of them wrong. Of 6,910 real files
    // 513 decode to another number of frames than they declare, and a second decode is exact.
    if measurement.lengthProvedWrong {
      if !stream.rewind() {
        stream = try Self.open(source, request.limits)
      }
      measurement = try measure(
        frames,
        of: &stream,
        expecting: measurement.mix.frames,
        ofBytes: source.size,
        isAgain: true
      )
      // A second decode gives the same number of frames, so the file has changed.
      if measurement.lengthProvedWrong { throw .changed }
    }
    // The checksum may cover samples that the declared length leaves out.
    if measurement.isChecksumRight == false, stream.isShortened {
      measurement.discardChecksum()
    }
    return measurement
  }

  /// Measures the requested frames: seeks to them if that is bit-exact, else decodes up to them.
  private func measure(
    _ requested: Range<Int>,
    of stream: inout AudioStream,
    expecting frames: Int?,
    ofBytes bytes: Int,
    isAgain: Bool = false
  ) throws(DecodeFailure) -> WaveformMeasurement {
    let first = requested.lowerBound
    let start = try move(&stream, toOrBefore: first)
    var length = WaveformLength.unknown
    // Those before the requested ones have to be decoded too.
    var framesToDecode: Int?
    if let frames {
      length = .known(frames: frames)
      framesToDecode = first - start + frames
    }
    var meter = meter(for: stream, length: length, range: nil, isAgain: isAgain)
    progress.begin(
      sampleRate: stream.facts.sampleRate,
      channels: stream.facts.channels,
      expecting: framesToDecode,
      ofBytes: bytes
    )
    let end = try feed(
      &meter,
      from: &stream,
      at: start,
      measuring: requested,
      workBytes: request.range == nil ? nil : bytes
    )
    let ending = end < requested.upperBound ? stream.ending : nil
    let isCut = ending?.isCut ?? false
    if end <= first { throw Self.failure(ofEndAt: end, isCut: isCut, of: stream) }
    emitLastPoints(&meter)
    return meter.finish(truncated: isCut, missing: ending?.missing)
  }

  /// Returns why no requested frame was measured, for a stream that ended at a frame.
  private static func failure(
    ofEndAt end: Int,
    isCut: Bool,
    of stream: borrowing AudioStream
  ) -> DecodeFailure {
    if end > 0 {
      let frames = min(end, stream.exactLength ?? end)
      return .beyondEnd(seconds: Double(frames) / Double(stream.facts.sampleRate))
    }
    if isCut { return .audio(.corrupt(detail: "no frame could be decoded")) }
    return .audio(.empty)
  }

  /// Seeks to a frame if that is bit-exact, else to the beginning, and returns the position.
  private func move(
    _ stream: inout AudioStream,
    toOrBefore frame: Int
  ) throws(DecodeFailure) -> Int {
    guard frame > 0 else { return 0 }
    if stream.isLengthCounted, let total = stream.exactLength, total <= frame {
      throw .beyondEnd(seconds: Double(total) / Double(stream.facts.sampleRate))
    }
    if stream.seek(toFrame: frame) { return frame }
    // A failed attempt leaves the position undefined.
    guard stream.rewind() else { throw .changed }
    return 0
  }

  /// Returns how many of the requested frames should exist; nil if unknown before decoding.
  private func expectedFrames(_ requested: Range<Int>, of stream: borrowing AudioStream) -> Int? {
    guard case .known(let total) = expectedLength(of: stream) else {
      guard requested.upperBound < .max else { return nil }
      return requested.count
    }
    let frames = min(requested.upperBound, total) - requested.lowerBound
    guard frames > 0 else { return nil }
    return frames
  }

  /// Decodes from a frame on, measures the requested frames, and returns the position of the stream, at
  /// most the end of those frames.
  ///
  /// The work is checked against `workBytes`, or else against the bytes that were read.
  func feed(
    _ meter: inout WaveformMeter,
    from stream: inout AudioStream,
    at start: Int = 0,
    measuring requested: Range<Int>,
    workBytes: Int? = nil
  ) throws(DecodeFailure) -> Int {
    let width = stream.facts.channels * stream.format.bytesPerSample
    var position = start
    var pace = PreviewTimer(seconds: request.previewSeconds)
    while position < requested.upperBound {
      // From the position on: what to skip, and what to decode at most.
      let skipped = max(requested.lowerBound - position, 0)
      let left = requested.upperBound - position
      let frames = try Self.orFail(
        try stream.nextBlock { block in
          let count = block.byteCount / width
          let measured = min(skipped, count)..<min(left, count)
          if !measured.isEmpty {
            meter.add(block.extracting(measured.lowerBound * width..<measured.upperBound * width))
          }
        }
      )
      guard frames > 0 else { break }
      let decoded = min(frames, left)
      if stream.isGap {
        meter.addGap(frames: max(0, decoded - skipped))
      }
      position += decoded
      guard progress.decoded(decoded) else { throw .cancelled }
      try progress.checkWork(request.limits, bytes: workBytes)
      emitPoints(&meter)
      if pace.isDue() {
        emit(.preview(DecodePreview(meter)))
      }
    }
    return position
  }

  package func meter(
    for stream: borrowing AudioStream,
    length: WaveformLength,
    range: Range<Int>?,
    isAgain: Bool = false
  ) -> WaveformMeter {
    var source = SoundSource(
      isLossless: stream.isLossless,
      channels: stream.facts.channels,
      names: stream.facts.channelNames
    )
    if request.range == nil {
      source.checksum = stream.checksum
    }
    // A second decode does not need the points.
    let sound = SoundShape(
      channels: stream.facts.channels,
      sampleRate: stream.facts.sampleRate,
      format: stream.format,
      length: length,
      source: source,
      range: range
    )
    return request.meter(of: sound, points: isAgain ? nil : stream.origin)
  }

  /// Emits the points measured so far, if there are enough.
  func emitPoints(_ meter: inout WaveformMeter) {
    guard let waiting = meter.points?.waiting, waiting >= Self.bytesAtOnce else { return }
    if let points = meter.points?.drain() {
      emit(.bytes(points))
    }
  }

  /// Closes the last point and emits the rest.
  func emitLastPoints(_ meter: inout WaveformMeter) {
    meter.points?.finish()
    if let points = meter.points?.drain(), !points.isEmpty {
      emit(.bytes(points))
    }
  }

  /// Returns the length that the meter expects: the declared one, unless it is absurd.
  func expectedLength(of stream: borrowing AudioStream) -> WaveformLength {
    guard let frames = stream.exactLength, frames > 0,
      Double(frames) <= request.limits.hours * 3600 * Double(stream.facts.sampleRate)
    else { return .unknown }
    return .known(frames: frames)
  }

  /// Opens the bytes of the file; the blocks that are read may count as progress.
  func source(countingBlocks: Bool = false) throws(DecodeFailure) -> ByteSource {
    let observer = countingBlocks ? progress.read : nil
    return try Self.orFail(try ByteSource(descriptor: descriptor, observer: observer))
  }

  package static func open(
    _ source: ByteSource,
    _ limits: AudioLimits,
    counted: Int? = nil
  ) throws(DecodeFailure) -> AudioStream {
    try orFail(try AudioStream(source: source, limits: limits, counted: counted))
  }

  /// Returns the value of an expression; its failure is that of the recording.
  static func orFail<Value: ~Copyable>(
    _ value: @autoclosure () throws(AudioFailure) -> Value
  ) throws(DecodeFailure) -> Value {
    do { return try value() } catch { throw .audio(error) }
  }
}

extension DecodeRequest {
  /// Creates the meter of a recording, or of a range of its frames; points are measured if the type
  /// of the samples is given.
  func meter(of recording: SoundShape, points origin: SampleOrigin?) -> WaveformMeter {
    var sound = recording
    if channel != nil {
      // The checksum is that of all channels, and so are the weights.
      sound.source = SoundSource(isLossless: recording.source.isLossless, channels: 1)
    }
    var meter = WaveformMeter(
      sound,
      measures: measures,
      measuresLevels: measuresLevels,
      only: channel
    )
    if channel != nil {
      sound.channels = 1
    }
    if let points, let origin, sound.channels <= PointsMeter.maximumChannels {
      meter.points = PointsMeter(points, of: sound, origin: origin, split: splitsPoints)
    }
    return meter
  }
}
