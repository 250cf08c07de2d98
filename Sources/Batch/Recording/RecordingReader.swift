import Codecs
import Decoding
import Outputs
import Thumbnails
import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Measures an open recording with the first decoder that can read it, and caches the result.
struct RecordingReader: Sendable {
  let pool: WorkerPool
  let cache: MeasurementCache
  let request: DecodeRequest
  /// Decodes what the libraries do not support; nil if there is no ffmpeg, or if it is not used.
  let ffmpeg: FFmpegDecoding?
  private let ffmpegUse: FFmpegUse
  /// How many recordings are decoded at once.
  let width: Int
  private let interruption: Interruption

  init(
    _ options: RecordingOptions,
    pool: WorkerPool,
    summaries: SummaryCache?,
    request: DecodeRequest,
    ffmpeg: FFmpegProgram?,
    interruption: Interruption
  ) {
    self.pool = pool
    self.request = request
    self.interruption = interruption
    width = options.decoding.width
    let hasFFmpeg = ffmpeg != nil
    ffmpegUse = hasFFmpeg ? options.decoding.ffmpeg : .off
    cache = MeasurementCache(
      summaries,
      keys: MeasuringKeys(options, ffmpeg: ffmpeg?.version).all,
      limits: options.decoding,
      measures: request.measures
    )
    self.ffmpeg = FFmpegDecoding(
      ffmpeg,
      pool: pool,
      request: request,
      cancel: interruption.descriptor
    )
  }

  /// Returns when ffmpeg decodes the recording of this path.
  func retry(of path: RawPath) -> FFmpegRetry { ffmpegUse.retry(of: path) }

  /// Returns whether ffmpeg decodes the recording of this path if our libraries do not support it.
  func triesFFmpeg(for path: RawPath) -> Bool { retry(of: path) != .never }

  /// Decodes a recording; if `isDivided`, all threads share one that is long enough.
  ///
  /// If the others are cached, only the measures that are `lacking` are measured, unless ffmpeg decodes
  /// the recording.
  func decode(
    _ descriptor: CInt,
    at path: RawPath,
    isDivided: Bool,
    lacking: Measures? = nil,
    within seconds: Double? = nil,
    progress: @escaping @Sendable (DecodedSoFar) -> Void
  ) async -> ReadRecording {
    var request = request
    request.measures = lacking ?? request.measures
    var isIndivisible = false
    var shared: DecodeResult?
    if isDivided {
      do throws(DecodeSplit.Indivisible) {
        let decoding = try SharedDecoding(
          pool,
          descriptor: descriptor,
          request: request,
          cancel: interruption.descriptor,
          progress: progress
        )
        shared = try await decoding?.decode(width: width)
      } catch {
        isIndivisible = true
      }
    }
    let decoded: DecodeResult
    if let shared {
      decoded = shared
    } else {
      decoded = pool.decode(
        descriptor: descriptor,
        request: request,
        within: seconds,
        cancel: interruption.descriptor
      ) { event in
        event.report(to: progress)
      }
    }
    // ffmpeg comes second, as it takes more memory, and a process and a trial of its own.
    var read = ReadRecording.decodingAgain(
      decoded,
      of: descriptor,
      with: ffmpeg,
      if: retry(of: path),
      progress: progress
    )
    read.isIndivisible = isIndivisible
    return read
  }

  /// Returns the digest of a file, or nil if its first bytes are those of no recording.
  ///
  /// One that was decoded before is digested also where ffmpeg is missing now.
  func digest(
    of file: borrowing Descriptor,
    at path: RawPath,
    size: Int64,
    wasDecoded: Bool = false
  ) throws -> ContentDigest? {
    try askDisk(of: file)
    return try ContentReading.digest(
      of: file,
      at: path,
      size: size,
      usesFFmpeg: wasDecoded || triesFFmpeg(for: path),
      seconds: pool.waitingSeconds,
      interruption: interruption
    )
  }

  /// Throws if the disk of a file does not answer.
  // A worker reads first, which can be left behind: a process with a thread that is stuck in such a
  // read cannot end, whatever signal it gets.
  private func askDisk(of file: borrowing Descriptor) throws(DecodeFailure) {
    guard file.mayStopAnswering, pool.isolation != .off else { return }
    let failure = pool.openingFailure(
      descriptor: file.number,
      request: request,
      cancel: interruption.descriptor
    )
    switch failure {
    case .stalled(let seconds): throw .stalled(seconds: seconds)
    case .cancelled: throw .cancelled
    case .some, nil: return
    }
  }
}

// What the options of a command ask of the decoders.
extension DecodeRequest {
  init(_ options: ScanOptions, needs: OutputNeeds) {
    self.init(options.pictures, decoding: options.decoding)
    points = needs.points
    measures = options.recordings.measures
    // Cached measurements must suit any style.
    measures.spectrum = options.cache.isUsed || needs.measuresSpectrum
  }

  /// Creates a request within the limits of a run.
  init(_ decoding: DecodeOptions) {
    self.init()
    limits.hours = decoding.maximumHours
    limits.samplesPerByte = decoding.maximumSamplesPerByte
  }

  init(_ pictures: PictureOptions, decoding: DecodeOptions) {
    self.init(decoding)
    splitsPoints = pictures.look.lanes.areSplit
    channel = pictures.channel
    range = pictures.range
    maximumSamples = decoding.maximumSamples
    measures = pictures.measures
    measures.spectrum = true
  }
}

extension WorkerPool {
  convenience init(_ options: DecodeOptions) {
    self.init(isolation: options.isolation, timeout: options.timeoutSeconds, size: options.width)
  }
}

extension FFmpegProgram {
  /// Returns the ffmpeg on PATH, unless the options exclude it; throws if there is none and the
  /// options name it.
  static func requested(by options: DecodeOptions) throws(RunFailure) -> FFmpegProgram? {
    switch options.ffmpeg {
    case .off: return nil
    case .sound: return onPath()
    case .all:
      guard let program = onPath() else { throw .noFFmpeg }
      return program
    }
  }

  /// Returns the ffmpeg that decodes album art, which only `--ffmpeg` asks for.
  static func forArt(_ program: FFmpegProgram?, options: DecodeOptions) -> FFmpegProgram? {
    guard options.ffmpeg == .all else { return nil }
    return program
  }
}

extension OpenFiles {
  /// Throws if fewer than `needed` files can be open at once.
  static func require(_ needed: Int) throws(RunFailure) {
    let limit = raiseLimit()
    if limit < needed { throw .tooFewOpenFiles(limit: limit, needed: needed) }
  }
}

extension AddressSpace {
  /// Throws if a run has too little memory, as with `ulimit -v 30000`.
  // A process that gets no memory is aborted in the middle of its work.
  static func require() throws(RunFailure) {
    guard canMap(bytes: neededBytes) else {
      throw .tooLittleMemory(megabytes: neededBytes >> 20)
    }
  }
}
