public import System
public import Waveform

/// Loads the waveform of one recording and tells its states as an async sequence.
///
/// The first state is idle. Loading follows, with its progress and the waveform so far; then
/// loaded, which ends the sequence, or failed, after which `load` tries again. A caller that leaves
/// the sequence ends the decoding.
public final class WaveformLoader: Sendable {
  /// The states in their order, for one reader.
  public let states: AsyncStream<WaveformState>

  private let life: LoadingStates

  /// A loader of a file; many may share a pool.
  public convenience init(
    _ path: RawPath, pool: WorkerPool, request: DecodeRequest = DecodeRequest()
  ) {
    var request = request
    request.previewSeconds = request.previewSeconds ?? 0.25
    self.init(.file(path, pool, request))
  }

  /// A loader of what was measured elsewhere: nothing is decoded.
  public convenience init(_ summary: WaveformSummary) {
    self.init(.given(WaveformMeasurement(mix: summary)))
  }

  private init(_ origin: LoadingOrigin) {
    // A watcher that is busy misses states in between, never the last.
    let (states, continuation) = AsyncStream.makeStream(
      of: WaveformState.self, bufferingPolicy: .bufferingNewest(64))
    self.states = states
    let life = LoadingStates(origin, continuation)
    self.life = life
    continuation.onTermination = { [weak life] reason in
      if case .cancelled = reason { life?.cancel() }
    }
  }

  deinit {
    life.end()
  }

  /// Begins, or begins again after a failure or a cancellation; while it loads and once it has
  /// loaded it does nothing.
  public func load() {
    life.load()
  }

  /// Ends the decoding: the state is idle again.
  public func cancel() {
    life.cancel()
  }
}
