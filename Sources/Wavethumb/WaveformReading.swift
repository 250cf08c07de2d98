public import Decoding
import Glibc
import WavethumbLibrary
import WavethumbSystem

extension Waveform {
  /// Decodes and measures a recording in a sandboxed worker process, so the program must call
  /// `WorkerProcess.runIfAsked()` before anything else; if it does not, the error names that call.
  ///
  /// If the calling task is cancelled, decoding ends at once. With `isolation: .off` the recording is
  /// decoded in this process, without a worker: only for trusted recordings.
  public init(
    contentsOf path: String,
    isolation: Isolation = .auto
  ) async throws(WaveformError) {
    var options = Options()
    options.isolation = isolation
    try await self.init(contentsOf: path, options: options)
  }

  /// Decodes and measures a recording in a sandboxed worker process, as asked by `options`.
  public init(contentsOf path: String, options: Options) async throws(WaveformError) {
    let reading = WaveformReading(source: .path(path), options: options)
    self = try await reading.waveform()
  }

  /// Decodes and measures a recording in memory, in a sandboxed worker process.
  public init(
    _ bytes: [UInt8],
    options: Options = Options()
  ) async throws(WaveformError) {
    let reading = WaveformReading(source: .bytes(bytes), options: options)
    self = try await reading.waveform()
  }

  /// A step of reading a recording.
  public enum Step: Sendable {
    /// The decoded fraction in 0…1 if the length is known, and the waveform so far.
    case decoding(fraction: Double?, soFar: Waveform)
    /// The recording is measured; no step follows.
    case finished(Waveform)
  }

  /// Reads a recording in a sandboxed worker process, step by step; leaving the loop cancels it.
  public static func steps(
    of path: String,
    options: Options = Options()
  ) -> AsyncThrowingStream<Step, any Error> {
    let reading = WaveformReading(source: .path(path), options: options)
    // A slow reader misses steps in between, but never the last. 16 is untuned.
    return AsyncThrowingStream(Step.self, bufferingPolicy: .bufferingNewest(16)) { continuation in
      // The sequence outlives this call, so the task has no parent.
      let task = Task {
        do throws(WaveformError) {
          let waveform = try await reading.waveform { step in continuation.yield(step) }
          continuation.yield(.finished(waveform))
          continuation.finish()
        } catch {
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in task.cancel() }
    }
  }
}

/// Reads one recording on a thread that may wait.
struct WaveformReading: Sendable {
  enum Source: Sendable {
    case path(String)
    case bytes([UInt8])
  }

  /// The processor seconds without progress after which a recording fails, as for `wavethumb scan`.
  private static let timeoutSeconds = 10.0
  /// The seconds between two steps: often enough for a progress bar.
  // Untuned. Each step costs the worker a summary of what it has decoded so far.
  private static let previewSeconds = 0.25
  // Decoding waits for a process, which would block the few threads of Swift's own pool.
  private static let threads = BlockingExecutor(maximum: Processors.usable)
  // One for each isolation, for the whole process, so that the next recording finds workers running.
  private static let pools: [Isolation: WorkerPool] = {
    var pools: [Isolation: WorkerPool] = [:]
    for isolation in Isolation.allCases {
      pools[isolation] = WorkerPool(
        isolation: isolation,
        timeout: timeoutSeconds,
        size: Processors.usable
      )
    }
    return pools
  }()

  let source: Source
  let options: Waveform.Options

  /// The name of the recording in errors.
  private var name: String {
    switch source {
    case .path(let path): path
    case .bytes: "the recording in memory"
    }
  }

  func waveform(
    reporting report: (@Sendable (Waveform.Step) -> Void)? = nil
  ) async throws(WaveformError) -> Waveform {
    // A pipe, since a worker is waited for by its descriptor: cancelling wakes the wait.
    guard let stop = CancellationPipe(), let pool = Self.pools[options.isolation] else {
      throw WaveformError(name, problem: .unreadable(errno: EMFILE))
    }
    let result = await withTaskCancellationHandler {
      await withTaskExecutorPreference(Self.threads) {
        await decoded(with: pool, stop: stop, reporting: report)
      }
    } onCancel: {
      stop.raise()
    }
    // Whatever fails once the task is cancelled fails because of that.
    if case .failure = result, Task.isCancelled {
      throw WaveformError(name, problem: .decoding(.cancelled))
    }
    return Waveform(try result.get())
  }

  @concurrent
  private func decoded(
    with pool: WorkerPool,
    stop: CancellationPipe,
    reporting report: (@Sendable (Waveform.Step) -> Void)?
  ) async -> Result<DecodedRecording, WaveformError> {
    do throws(SystemFailure) {
      let file = try open()
      let kind = try file.status(RawPath(name)).kind
      guard kind == .file else {
        return .failure(WaveformError(name, problem: .notAFile(FileProblem.NonFile(kind))))
      }
      let result = decode(file.number, with: pool, stop: stop, reporting: report)
      return result.mapError { failure in WaveformError(name, problem: .decoding(failure)) }
    } catch {
      return .failure(WaveformError(name, problem: .unreadable(errno: error.errno)))
    }
  }

  private func open() throws(SystemFailure) -> Descriptor {
    switch source {
    case .bytes(let bytes): try Descriptor.inMemory(bytes)
    // Opening does not block on pipes and devices.
    case .path(let path): try Folder(at: ".").open(RawPath(path))
    }
  }

  private func decode(
    _ descriptor: CInt,
    with pool: WorkerPool,
    stop: CancellationPipe,
    reporting report: (@Sendable (Waveform.Step) -> Void)?
  ) -> DecodeResult {
    var request = options.request
    // A preview costs the worker a summary each time: none without a reader.
    if report != nil {
      request.previewSeconds = Self.previewSeconds
    }
    let first = pool.decode(
      descriptor: descriptor,
      request: request,
      cancel: stop.descriptor
    ) { event in
      guard case .preview(let soFar) = event else { return }
      let waveform = Waveform(soFar.measurement.mix)
      report?(.decoding(fraction: soFar.progress, soFar: waveform))
    }
    guard options.usesFFmpeg else { return first }
    let ffmpeg = FFmpegDecoding(
      FFmpegProgram.onPath(),
      pool: pool,
      request: options.request,
      cancel: stop.descriptor
    )
    // After our libraries, as the command does: those need no program that may be missing.
    let read = ReadRecording.decodingAgain(
      first,
      of: descriptor,
      with: ffmpeg,
      if: .unsupportedOrDamaged
    )
    return read.result
  }
}
