import Codecs

/// Gets a file's measurement: from the cache where its content is known, else from workers.
struct RenderDecoding {
  private let pool: WorkerPool
  private let width: Int
  private let request: DecodeRequest
  private let known: KnownContents
  private let interruption: Interruption

  init(_ options: RenderOptions, _ report: Report, _ interruption: Interruption) {
    self.interruption = interruption
    width = options.decoding.jobs ?? Processors.usable
    pool = WorkerPool(
      isolation: options.decoding.isolation, timeout: options.decoding.timeoutSeconds, size: width)
    request = DecodeRequest(options.pictures, options.decoding)
    let cache = Self.cache(options.cache, report)
    known = KnownContents(
      cache.map { SummaryCache($0, budget: Int64(options.cache.budget)) },
      ScanSettings.measuringKey(options.pictures, options.decoding))
  }

  /// The measurement, and whether it had to be decoded.
  func decode(
    _ file: borrowing Descriptor, _ name: RawPath
  ) throws(RenderStop) -> (recording: DecodedRecording, source: OutcomeSource) {
    let size = WorkerSystem.size(of: file.number).map(Int64.init) ?? 0
    if let recording = try recall(file, name, size: size) { return (recording, .summary) }
    switch decode(file) {
    case .success(let recording):
      if let digest = recording.digest { known.remember(.success(recording), digest, size) }
      // What could not be kept costs time at another run, and nothing here.
      _ = known.finish()
      return (recording, .decoded)
    case .failure(let failure): throw RenderStop(failure)
    }
  }

  /// One recording has all processors to itself.
  private func decode(
    _ file: borrowing Descriptor
  ) -> Result<DecodedRecording, DecodeFailure> {
    let shared = SharedDecoding(
      pool, descriptor: file.number, request: request, cancel: interruption.descriptor
    ) { _ in }
    return shared?.decode(helpers: width - 1, hands: Hands(count: width))
      ?? pool.decode(
        descriptor: file.number, request: request, cancel: interruption.descriptor)
  }

  /// Throws where the beginning of a recording tells already that nothing can be made of it.
  func refuseWhatIsNoRecording(_ file: borrowing Descriptor) throws(RenderStop) {
    let probed = pool.probe(
      descriptor: file.number, request: request, cancel: interruption.descriptor)
    guard case .failure(let failure) = probed else { return }
    switch failure {
    case .audio(.notAudio), .audio(.unsupported), .audio(.gitLFSPointer), .cancelled, .noWorker:
      throw RenderStop(failure)
    default: return
    }
  }

  /// What an earlier run measured of the same content; a failure is not remembered for somebody who asks again.
  private func recall(
    _ file: borrowing Descriptor, _ name: RawPath, size: Int64
  ) throws(RenderStop) -> DecodedRecording? {
    guard size > 0, known.mayHold(size: size) else { return nil }
    let digest: ContentDigest
    do {
      digest = try file.contentDigest(name, cancel: interruption)
    } catch {
      switch error {
      case .cancelled: throw .interrupted
      case .failed(let failure): throw .problem(.unreadable(errno: failure.errno))
      }
    }
    guard case .success(let recording) = known.content(digest, size) else { return nil }
    return recording
  }

  private static func cache(_ location: CacheLocation, _ report: Report) -> CacheFolder? {
    guard location.isUsed else { return nil }
    guard let place = location.directory.map(RawPath.init(bytes:)) ?? CacheFolder.standardPath
    else {
      report.say(.noCacheFolder)
      return nil
    }
    do {
      return try CacheFolder(at: place)
    } catch {
      report.say(.cacheUnusable(place.bytes, errno: error.errno))
      return nil
    }
  }
}
