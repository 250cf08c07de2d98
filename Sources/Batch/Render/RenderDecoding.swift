import Codecs
import Decoding
import Outputs
import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Gets a file's measurement: from the cache if its content is known, else from workers.
extension RenderReading {
  /// Decodes an open file, and digests it first if there is a cache and the input is no stream.
  func decode(
    _ file: borrowing Descriptor,
    named name: RawPath,
    isStream: Bool = false
  ) async throws -> Read {
    let identity = try file.status(name).identity
    let digest = isStream ? nil : try digest(of: file, named: name, size: identity.size)
    var known = MeasurementCache.Content.nothing
    // Points are not cached; a cached failure is ignored for an explicit request.
    if let digest, request.points == nil {
      known = reader.cache.lookup(digest, retry: reader.retry(of: name))
    }
    var lacking: Measures?
    switch known {
    case .whole(let recording): return (recording, .summary)
    case .part(_, let measures): lacking = measures
    case .failure, .nothing: break
    }
    let read = await read(
      file,
      named: name,
      size: identity.size,
      lacking: lacking
    )
    // Nothing is cached of a file that changed while it was read.
    if let digest, try file.status(name).identity == identity {
      reader.cache.store(read, of: digest)
    }
    var recording = try read.result.get()
    if case .part(let others, _) = known {
      recording.measurement.addResults(missingFrom: others.measurement)
    }
    return (recording, .decoded)
  }

  private func digest(
    of file: borrowing Descriptor,
    named name: RawPath,
    size: Int64
  ) throws -> ContentDigest? {
    // A stretch is no measurement of the content, which is what the cache is asked for.
    guard reader.cache.isKept, request.range == nil, size > 0 else { return nil }
    return try reader.digest(of: file, at: name, size: size)
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
      .stalled, .outOfMemory, .changed, .unreadable, .beyondEnd, .notSplittable:
      return
    }
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
