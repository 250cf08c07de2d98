import Decoding
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

  /// Caches a result, and returns the digest of the content.
  ///
  /// A worker reports the digest of an uncompressed recording, which counts for this file alone.
  /// For others this process computes it, which is cheap compared with decoding, so that copies are
  /// recognized. `known` is the digest that was known before; `isOurs` if this process has computed
  /// it.
  func remember(
    _ read: ReadRecording,
    of file: borrowing Descriptor,
    at path: RawPath,
    size: Int64,
    key: FileKey,
    known: ContentDigest? = nil,
    isOurs: Bool = false
  ) throws -> ContentDigest {
    var reported: ContentDigest?
    if case .success(let recording) = read.result, !isOurs {
      reported = recording.digest
    }
    // What is cached for all files stays there, so that the new results have to count for all as well.
    if let digest = reported, cache.countsForAll(digest, size: size, as: read) {
      reported = nil
    }
    // A digest of the ledger may be one that a worker reported. Without a reporter the entry would count
    // for all files, so that this process computes the digest itself.
    let isUsable = isOurs || reported != nil
    let digest: ContentDigest
    if isUsable, let usable = known ?? reported {
      digest = usable
    } else {
      digest = try file.recordingDigest(path, cancel: interruption)
    }
    // The digest would be that of one content, and the measurement that of another.
    guard key.isStill(try file.status(path).identity) else { return digest }
    // A worker may lie about the digest, so its entry must not be found by another file.
    cache.remember(read, digest: digest, size: size, of: key, isReported: reported != nil)
    return digest
  }
}
