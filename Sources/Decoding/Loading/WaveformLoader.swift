public import Waveform
public import WavethumbSystem

/// The reason why the waveform of a file could not be loaded.
public enum LoadingFailure: Error, Sendable, Equatable {
  /// The path is a folder, pipe, socket or device.
  case notAFile(FileStatus.Kind)
  /// The file could not be decoded.
  case undecodable(DecodeFailure)
}

/// Loads the waveform of one recording and reports its states as an async sequence.
///
/// The first state is idle. Loading follows, with its progress and the waveform so far; then
/// loaded, which ends the sequence, or failed, after which `retry` tries again. Leaving the sequence
/// cancels decoding.
public final class WaveformLoader: Sendable {
  /// The states in order, for one reader.
  public let states: AsyncStream<WaveformState>

  private let loading: LoadingStates

  /// Creates a loader of a file; many may share a pool.
  public convenience init(
    _ path: RawPath,
    pool: WorkerPool,
    request: DecodeRequest = DecodeRequest()
  ) {
    var request = request
    // Four pictures a second look like growth, and cost little beside decoding. Untuned.
    request.previewSeconds = request.previewSeconds ?? 0.25
    self.init(.file(path, pool, request))
  }

  /// Creates a loader of the file at a path in UTF-8; many may share a pool.
  public convenience init(
    _ path: String,
    pool: WorkerPool,
    request: DecodeRequest = DecodeRequest()
  ) {
    self.init(RawPath(path), pool: pool, request: request)
  }

  /// Creates a loader of an existing summary, without decoding.
  public convenience init(_ summary: WaveformSummary) {
    self.init(.given(WaveformMeasurement(mix: summary)))
  }

  private init(_ origin: LoadingOrigin) {
    // A slow reader misses intermediate states, but never the last. 64 previews of a long recording are
    // a few megabytes. Untuned.
    let (states, continuation) = AsyncStream.makeStream(
      of: WaveformState.self,
      bufferingPolicy: .bufferingNewest(64)
    )
    self.states = states
    let loading = LoadingStates(origin, continuation)
    self.loading = loading
    // Weakly, because the loader's `deinit` ends loading, and the stream may outlive it.
    continuation.onTermination = { [weak loading] reason in
      if case .cancelled = reason {
        loading?.cancel()
      }
    }
  }

  deinit { loading.end() }

  /// Begins loading, also again after a failure; does nothing while loading or after loading.
  public func load() { loading.load() }

  /// Begins loading again after a failure; does nothing in other states than failed and idle.
  public func retry() { loading.load() }

  /// Cancels decoding; the state becomes idle.
  public func cancel() { loading.cancel() }

  /// Sets a summary that exists already; the state becomes loaded, and decoding is cancelled.
  public func set(_ summary: WaveformSummary) { loading.set(WaveformMeasurement(mix: summary)) }

  /// Loads the waveform of a file at once; decoding ends if the task is cancelled.
  public static func load(
    _ path: RawPath,
    pool: WorkerPool,
    request: DecodeRequest = DecodeRequest()
  ) async throws -> WaveformMeasurement {
    let loader = WaveformLoader(path, pool: pool, request: request)
    loader.load()
    for await state in loader.states {
      switch state {
      case .idle, .loading: continue
      case .loaded(let measurement): return measurement
      case .failed(let reason): throw reason
      }
    }
    throw CancellationError()
  }
}
