import Codecs
import Decoding
import Library
import Outputs
import System

/// Gets a file's measurement: from the cache if its content is known, else from workers.
struct RenderDecoding {
  let pool: WorkerPool
  private let width: Int
  private let request: DecodeRequest
  private let known: MeasurementCache
  private let ffmpeg: FFmpegDecoding?
  private let report: Report
  private let interruption: Interruption

  init(
    _ options: RenderOptions, _ ffmpeg: FFmpegProgram?, _ report: Report,
    _ interruption: Interruption
  ) {
    (self.report, self.interruption) = (report, interruption)
    width = options.decoding.width
    pool = WorkerPool(options.decoding)
    request = DecodeRequest(options)
    self.ffmpeg = FFmpegDecoding(ffmpeg, pool, request, cancel: interruption.descriptor)
    let cache = CacheFolder.wanted(by: options.cache, report)
    known = MeasurementCache(
      cache.map { SummaryCache($0, budget: Int64(options.cache.budget)) },
      keys: MeasuringKeys(options.recordings, ffmpeg: ffmpeg?.version).all,
      limits: options.decoding, needsSound: options.pictures.needsSound)
  }

  func decode(
    _ file: borrowing Descriptor, _ name: RawPath, _ preview: (DecodePreview) -> Void
  ) throws(JobStop) -> (recording: DecodedRecording, source: OutcomeSource) {
    let size = WorkerSystem.size(of: file.number).map(Int64.init) ?? 0
    if let recording = try recall(file, name, size: size) { return (recording, .summary) }
    let read = read(file, name, preview)
    switch read.result {
    case .success(let recording):
      if known.isKept, request.range == nil {
        let reported = recording.digest
        let digest =
          if let reported { reported } else { try file.recordingDigest(name, cancel: interruption) }
        known.remember(
          read, digest, size, reportedBy: reported == nil ? nil : try key(of: file, name))
      }
      // A failure to cache costs time in another run only.
      _ = known.finish()
      return (recording, .decoded)
    case .failure(let failure): throw JobStop(failure)
    }
  }

  private func read(
    _ file: borrowing Descriptor, _ name: RawPath, _ preview: (DecodePreview) -> Void
  ) -> ReadRecording {
    let meter = ProgressMeter(report, pool)
    let cost = JobCost(
      name, bytes: WorkerSystem.size(of: file.number).map(Int64.init) ?? 0, isKnown: false
    ).shared(request.previewSeconds == nil)
    meter.begin(cost.bytes > 0 ? [cost] : [], width: width) { $0.isOfOneRecording = true }
    defer {
      meter.end()
      report.sayAll()
    }
    meter.took(0, costing: [cost])
    @Sendable func tell(_ soFar: DecodedSoFar) { meter.note(soFar, of: 0, costing: cost) }
    let result =
      if request.previewSeconds == nil {
        decode(file, name, tell)
      } else {
        decode(file, tell, preview)
      }
    return ReadRecording.decodingAgain(
      result, of: file.number, with: ffmpeg, progress: tell)
  }

  /// A preview shows the recording from its beginning on, so one processor decodes it.
  private func decode(
    _ file: borrowing Descriptor, _ tell: (DecodedSoFar) -> Void,
    _ preview: (DecodePreview) -> Void
  ) -> Result<DecodedRecording, DecodeFailure> {
    pool.decode(descriptor: file.number, request: request, cancel: interruption.descriptor) {
      event in
      event.report(to: tell)
      if case .preview(let look) = event { preview(look) }
    }
  }

  /// A single recording uses all processors.
  private func decode(
    _ file: borrowing Descriptor, _ name: RawPath,
    _ tell: @escaping @Sendable (DecodedSoFar) -> Void
  ) -> Result<DecodedRecording, DecodeFailure> {
    do throws(DecodeSplit.Indivisible) {
      let shared = try SharedDecoding(
        pool, descriptor: file.number, request: request, cancel: interruption.descriptor,
        progress: tell)
      if let shared { return try shared.decode(helpers: width - 1, threads: ThreadLimit(width)) }
    } catch {
      report.say(.indivisible(name.bytes))
    }
    return pool.decode(
      descriptor: file.number, request: request, cancel: interruption.descriptor, progress: tell)
  }

  /// Throws if the beginning of a recording already shows that it cannot be read.
  func refuseWhatIsNoRecording(_ file: borrowing Descriptor) throws(JobStop) {
    let probed = pool.probe(
      descriptor: file.number, request: request, cancel: interruption.descriptor)
    guard case .failure(let failure) = probed else { return }
    switch failure {
    case .audio(.unsupported) where ffmpeg != nil: return
    case .audio(.notAudio), .audio(.unsupported), .audio(.gitLFSPointer), .cancelled, .noWorker:
      throw JobStop(failure)
    case .audio(.empty), .audio(.corrupt), .audio(.outOfLimits), .audio(.tooLong),
      .audio(.tooMuchWork), .audio(.unreadable), .ffmpegFailed, .crashed, .killed, .timeout,
      .waited, .outOfMemory, .changed, .unreadable, .beyondEnd, .notSplittable:
      return
    }
  }

  /// Returns what an earlier run measured of the same content; a cached failure is ignored for an
  /// explicit request.
  private func recall(
    _ file: borrowing Descriptor, _ name: RawPath, size: Int64
  ) throws(JobStop) -> DecodedRecording? {
    // Stretches are not cached.
    guard request.range == nil, request.points == nil, size > 0, known.mayHold(size: size) else {
      return nil
    }
    let digest = try file.recordingDigest(name, cancel: interruption)
    let key = try key(of: file, name)
    guard case .success(let recording) = known.content(digest, size, of: key) else { return nil }
    return recording
  }

  private func key(of file: borrowing Descriptor, _ name: RawPath) throws(JobStop) -> FileKey {
    FileKey(name.spelledFromRoot, try file.recordingStatus(name).identity)
  }
}

extension DecodeRequest {
  private static let secondsBetweenPreviews = 0.5

  init(_ options: RenderOptions) {
    self.init(options.pictures, options.decoding)
    let needs = OutputPlan(options.pictures, formats: [options.format]).needs
    points = needs.points
    // Cached measurements must suit any output.
    measuresLevels = options.cache.isUsed || needs.measuresLevels
    measuresSpectrum = options.cache.isUsed || needs.measuresSpectrum
    if options.previews { previewSeconds = Self.secondsBetweenPreviews }
  }
}
