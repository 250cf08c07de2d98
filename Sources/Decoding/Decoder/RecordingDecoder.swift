import Bytes
package import Codecs
package import Waveform

/// Decodes and measures an open file in this process; the caller keeps the descriptor.
public func decodeInProcess(descriptor: CInt, request: DecodeRequest) -> DecodeResult {
  let decoder = RecordingDecoder(descriptor: descriptor, request: request) { _, _ in true }
  return Result { () throws(DecodeFailure) in try decoder.whole() }
}

/// Decodes one descriptor: reads, decodes, measures and digests it.
package struct RecordingDecoder {
  /// The bytes of points or of a picture that are sent together.
  static let bytesAtOnce = 32 << 10

  /// Receives the decoded duration and all progress; returns whether to continue.
  package typealias Heartbeat = (_ soFar: DecodedSoFar, _ progress: UInt64) -> Bool

  package let descriptor: CInt
  package let request: DecodeRequest
  let progress: DecodingProgress
  package let emit: (DecodeEvent) -> Void

  package init(
    descriptor: CInt, request: DecodeRequest,
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
    if let range = request.range { return try stretch(range) }
    if let most = request.mostSamples, let sampled = try sampled(most) { return sampled }
    let taker = BlockDigester(progress: progress)
    let source = try source(observer: taker.take)
    var stream = try Self.open(source, request.limits)
    if stream.isCompressed { taker.stop() }
    let facts = stream.facts
    var measurement = try measure(&stream, length: expectedLength(of: stream), ofBytes: source.size)
    if measurement.lengthProvedWrong {
      let frames = measurement.mix.frames
      if !stream.rewind() { stream = try Self.open(source, request.limits) }
      measurement = try measure(
        &stream, length: .known(frames: frames), ofBytes: source.size, isAgain: true)
      // A second decode gives the same number of frames, so the file has changed.
      if measurement.lengthProvedWrong { throw .changed }
    }
    try taker.finish(source)
    guard WorkerSystem.size(of: descriptor) == source.size else { throw .changed }
    return DecodedRecording(
      facts: facts, digest: taker.digests?.digest(ofByteCount: source.size),
      measurement: measurement)
  }

  /// Measures some frames, and computes the digests of some blocks.
  package func part(_ part: DecodePart) throws(DecodeFailure) -> DecodedPart {
    let taker = BlockDigester(progress: progress, blocks: part.blocks)
    let source = try source(observer: taker.take)
    var stream = try Self.open(source, request.limits, counted: part.total)
    if stream.isCompressed { taker.stop() }
    var meter = meter(for: stream, length: .known(frames: part.total), range: part.frames)
    let wanted = meter.framesWanted
    if let known = part.known { stream.know(known) }
    guard stream.approach(wanted.lowerBound) else { throw .notSplittable }
    // The last part also measures frames beyond the expected end.
    let end = part.frames.upperBound < part.total ? wanted.upperBound : .max
    progress.begin(sampleRate: stream.facts.sampleRate, channels: stream.facts.channels)
    _ = try feed(&meter, from: &stream, at: wanted.lowerBound, wanted: wanted.lowerBound..<end)
    emitLastPoints(&meter)
    // In parts, samples after a gap would be misplaced, so the recording is decoded as a whole.
    guard !stream.hasGaps, !stream.isBeforeGap else { throw .notSplittable }
    let ending = end == .max ? stream.ending : nil
    let measured = meter.finishPart(truncated: ending?.isCut ?? false, missing: ending?.missing)
    try taker.finish(source, part.blocks)
    guard WorkerSystem.size(of: descriptor) == source.size else { throw .changed }
    return DecodedPart(
      measured: measured, digests: taker.digests ?? ContentDigestBuilder(),
      last: stream.latestFrame)
  }

  /// Reads format, length and divisibility.
  package func probe() throws(DecodeFailure) -> ProbedRecording {
    let source = try source { _, _ in progress.read() }
    var stream = try Self.open(source, request.limits)
    let frames = stream.exactLength
    return ProbedRecording(
      facts: stream.facts, expectedFrames: frames,
      isDivisible: (request.points == nil || stream.isDividedExactly) && stream.isDivisible())
  }

  /// Opens the file and returns its format, regardless of its length.
  package func openOnly() throws(DecodeFailure) -> ProbedRecording {
    let stream = try Self.open(try source(), request.limits)
    return ProbedRecording(facts: stream.facts, expectedFrames: nil, isDivisible: false)
  }
}

extension RecordingDecoder {
  private func measure(
    _ stream: inout AudioStream, length: WaveformLength, ofBytes bytes: Int, isAgain: Bool = false
  ) throws(DecodeFailure) -> WaveformMeasurement {
    var meter = meter(for: stream, length: length, range: nil, isAgain: isAgain)
    progress.begin(
      sampleRate: stream.facts.sampleRate, channels: stream.facts.channels,
      expecting: length.frames, ofBytes: bytes)
    let frames = try feed(&meter, from: &stream, wanted: 0..<Int.max)
    let ending = stream.ending
    guard frames > 0 else {
      throw .audio(ending.isCut ? .corrupt(detail: "no frame could be decoded") : .empty)
    }
    emitLastPoints(&meter)
    return meter.finish(truncated: ending.isCut, missing: ending.missing)
  }

  /// Decodes from a frame on, measures the wanted frames, and returns the position of the stream, at
  /// most the end of those frames.
  ///
  /// The work is checked against `workBytes`, or else against the bytes that were read.
  func feed(
    _ meter: inout WaveformMeter, from stream: inout AudioStream, at start: Int = 0,
    wanted: Range<Int>, workBytes: Int? = nil
  ) throws(DecodeFailure) -> Int {
    let width = stream.facts.channels * stream.format.bytesPerSample
    var position = start
    var pace = PreviewTimer(seconds: request.previewSeconds)
    while position < wanted.upperBound {
      let (before, until) = (wanted.lowerBound - position, wanted.upperBound - position)
      let frames: Int
      do {
        frames = try stream.nextBlock { block in
          let count = block.byteCount / width
          let part = min(max(before, 0), count)..<min(until, count)
          if !part.isEmpty {
            meter.add(block.extracting(part.lowerBound * width..<part.upperBound * width))
          }
        }
      } catch {
        throw .audio(error)
      }
      guard frames > 0 else { break }
      let taken = min(frames, until)
      if stream.isGap { meter.addGap(frames: max(0, taken - max(before, 0))) }
      position += taken
      guard progress.decoded(taken) else { throw .cancelled }
      try progress.checkWork(request.limits, bytes: workBytes)
      emitPoints(&meter)
      if pace.isDue() { emit(.preview(DecodePreview(meter))) }
    }
    return position
  }

  package func meter(
    for stream: borrowing AudioStream, length: WaveformLength, range: Range<Int>?,
    isAgain: Bool = false
  ) -> WaveformMeter {
    let source = SoundSource(
      isLossless: stream.isLossless, channels: stream.facts.channels,
      names: stream.facts.channelNames)
    var meter = request.meter(
      channels: stream.facts.channels, sampleRate: stream.facts.sampleRate, length: length,
      format: stream.format, source, range: range)
    // A second decode does not need the points.
    if !isAgain {
      meter.points = request.pointsMeter(
        channels: stream.facts.channels, sampleRate: stream.facts.sampleRate,
        format: stream.format, origin: stream.origin, firstFrame: range?.lowerBound ?? 0)
    }
    return meter
  }

  /// Emits the points measured so far, if there are enough.
  func emitPoints(_ meter: inout WaveformMeter) {
    guard let waiting = meter.points?.waiting, waiting >= Self.bytesAtOnce else { return }
    if let points = meter.points?.take() { emit(.bytes(points)) }
  }

  /// Closes the last point and emits the rest.
  func emitLastPoints(_ meter: inout WaveformMeter) {
    meter.points?.finish()
    if let points = meter.points?.take(), !points.isEmpty { emit(.bytes(points)) }
  }

  /// Returns the length that the meter expects: the declared one, unless it is absurd.
  func expectedLength(of stream: borrowing AudioStream) -> WaveformLength {
    guard let frames = stream.exactLength, frames > 0,
      frames <= request.limits.mostFrames(at: stream.facts.sampleRate)
    else { return .unknown }
    return .known(frames: frames)
  }

  /// Opens the file for reading in blocks.
  func source(observer: ByteSource.Observer? = nil) throws(DecodeFailure) -> ByteSource {
    try Self.orFail { () throws(AudioFailure) in
      try ByteSource(descriptor: descriptor, observer: observer)
    }
  }

  package static func open(
    _ source: ByteSource, _ limits: AudioLimits, counted: Int? = nil
  ) throws(DecodeFailure) -> AudioStream {
    try orFail { () throws(AudioFailure) in
      try AudioStream(source: source, limits: limits, counted: counted)
    }
  }

  static func orFail<Value: ~Copyable>(
    _ body: () throws(AudioFailure) -> Value
  ) throws(DecodeFailure) -> Value {
    do {
      return try body()
    } catch {
      throw .audio(error)
    }
  }
}

extension DecodeRequest {
  /// Creates the meter of a recording, or of a range of its frames.
  func meter(
    channels: Int, sampleRate: Int, length: WaveformLength, format: SampleFormat,
    _ source: SoundSource, range: Range<Int>? = nil
  ) -> WaveformMeter {
    WaveformMeter(
      channels: channels, sampleRate: sampleRate, length: length, format: format,
      split: split, measuresLevels: measuresLevels, measuresSpectrum: measuresSpectrum,
      columns: columns, sound: analyzesSound ? source : nil, range: range)
  }

  /// Creates the meter of the points, or returns nil if there should be none.
  func pointsMeter(
    channels: Int, sampleRate: Int, format: SampleFormat, origin: SampleOrigin, firstFrame: Int = 0
  ) -> PointsMeter? {
    guard channels <= PointsMeter.mostChannels else { return nil }
    return points.map { grid in
      PointsMeter(
        grid, sampleRate: sampleRate, channels: channels, format: format, origin: origin,
        split: split, firstFrame: firstFrame)
    }
  }
}

extension WaveformLength {
  fileprivate var frames: Int? {
    switch self {
    case .known(let frames): frames
    case .unknown: nil
    }
  }
}

extension AudioLimits {
  /// Returns the largest allowed number of frames.
  fileprivate func mostFrames(at sampleRate: Int) -> Int {
    Int(exactly: (hours * 3600 * Double(sampleRate)).rounded(.down)) ?? .max
  }
}
