import Codecs
import Decoding
import Outputs
import Waveform
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Gets a file's measurement: from the cache if its content is known, else from workers.
extension RenderReading {
  func decode(
    _ file: borrowing Descriptor,
    named name: RawPath
  ) async throws -> Read {
    let size = DescriptorSystem.size(of: file.number).map(Int64.init) ?? 0
    // Of the file before it is read, so that nothing is cached of one that changes meanwhile.
    let key = try key(of: file, named: name)
    let known = try recall(file, as: key, named: name, size: size)
    if let known, known.lacking.isEmpty { return (known.recording, .summary) }
    let read = await read(
      file,
      named: name,
      size: size,
      lacking: known?.lacking
    )
    let recording = try remembered(read, beside: known, of: file, as: key, named: name, size: size)
    return (recording, .decoded)
  }

  /// Caches a decoded recording, and returns it with the results that were cached before.
  private func remembered(
    _ read: ReadRecording,
    beside known: MeasurementCache.Partial?,
    of file: borrowing Descriptor,
    as key: FileKey,
    named name: RawPath,
    size: Int64
  ) throws -> DecodedRecording {
    var recording = try read.result.get()
    // A stretch is no measurement of the content, which is what the cache is asked for.
    if reader.cache.isKept, request.range == nil {
      _ = try reader.remember(read, of: file, at: name, size: size, key: key)
    }
    if let known {
      recording.measurement.addResults(missingFrom: known.recording.measurement)
    }
    return recording
  }

  private func read(
    _ file: borrowing Descriptor,
    named name: RawPath,
    size: Int64,
    lacking: Measures?
  ) async -> ReadRecording {
    let meter = ProgressMeter(report)
    let cost = JobCost(name, bytes: size, isKnown: false)
    // A pipe has no size, so that it is unknown how much of it is left.
    let isPipe = size == 0
    meter.begin(work: isPipe ? 0 : cost.seconds) { progress in
      progress.isOfOneRecording = true
    }
    defer { report.sayAll() }
    let number = file.number
    let read = await threads.showing(meter) {
      @Sendable func showProgress(_ soFar: DecodedSoFar) {
        meter.update(soFar, of: 0, costing: cost)
      }
      // A single recording uses all processors.
      return await threads.perform {
        await reader.decode(
          number,
          at: name,
          isDivided: true,
          lacking: lacking,
          progress: showProgress
        )
      }
    }
    if read.isIndivisible {
      report.say(.indivisible(name.bytes))
    }
    return read
  }

  /// Throws if the beginning of a recording already shows that it cannot be read.
  // Each failure is listed, so that a new one has to be decided about: of a stream that is not complete, a
  // corrupt end proves nothing.
  func refuseWhatIsNoRecording(
    _ file: borrowing Descriptor,
    named name: RawPath
  ) throws(DecodeFailure) {
    let probed = reader.pool.probe(
      descriptor: file.number,
      request: request,
      cancel: interruption.descriptor
    )
    guard case .failure(let failure) = probed else { return }
    switch failure {
    case .audio(.unsupported) where reader.triesFFmpeg(for: name): return
    case .audio(.notAudio), .audio(.unsupported), .audio(.gitLFSPointer), .cancelled, .noWorker,
      .ffmpegNotStarted, .shortOfMemory, .noChannel:
      throw failure
    case .audio(.empty), .audio(.corrupt), .audio(.outOfLimits), .audio(.tooLong),
      .audio(.tooMuchWork), .audio(.unreadable), .ffmpegFailed, .crashed, .killed, .timeout,
      .waited, .outOfMemory, .changed, .unreadable, .beyondEnd, .notSplittable:
      return
    }
  }

  /// Returns the cached measurement of the same content, or a part of it; a cached failure is ignored
  /// for an explicit request.
  private func recall(
    _ file: borrowing Descriptor,
    as key: FileKey,
    named name: RawPath,
    size: Int64
  ) throws -> MeasurementCache.Partial? {
    // Neither stretches nor points are cached.
    guard request.range == nil, request.points == nil else { return nil }
    // Without an entry for a file of that size, reading it for its digest would be in vain.
    guard size > 0, reader.cache.mayHold(size: size) else { return nil }
    let digest = try file.recordingDigest(name, cancel: interruption)
    let retry = reader.retry(of: name)
    switch reader.cache.content(digest, size: size, of: key, retry: retry) {
    case .success(let recording):
      return MeasurementCache.Partial(recording: recording, lacking: Measures())
    case .failure: return nil
    case nil: return reader.cache.partial(digest, size: size, of: key, retry: retry)
    }
  }

  private func key(of file: borrowing Descriptor, named name: RawPath) throws -> FileKey {
    FileKey(name.spelledFromRoot, identity: try file.status(name).identity)
  }
}

extension DecodeRequest {
  init(_ options: RenderOptions) {
    self.init(options.pictures, decoding: options.decoding)
    let needs = OutputPlan(options.pictures, formats: [options.format]).needs
    points = needs.points
    measures = options.recordings.measures
    // Cached measurements must suit any output.
    measuresLevels = options.cache.isUsed || needs.measuresLevels
    measures.lanes = measures.lanes && measuresLevels
    measures.spectrum = options.cache.isUsed || needs.measuresSpectrum
  }
}
