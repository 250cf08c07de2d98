import Glibc
import Waveform
import WavethumbSystem

/// The source of a waveform.
enum LoadingOrigin: Sendable {
  case file(RawPath, WorkerPool, DecodeRequest)
  case given(WaveformMeasurement)
}

/// The states of one loader, sent in order from any thread.
final class LoadingStates: Sendable {
  private enum Phase {
    case resting, loaded, over
    /// The pipe identifies and cancels an attempt.
    // A pipe and not a flag, because a thread that waits for a worker wakes up when it is readable.
    case loading(CancellationPipe)
  }

  private let origin: LoadingOrigin
  private let continuation: AsyncStream<WaveformState>.Continuation
  private let phase = Locked(Phase.resting)

  init(_ origin: LoadingOrigin, _ continuation: AsyncStream<WaveformState>.Continuation) {
    self.origin = origin
    self.continuation = continuation
    continuation.yield(.idle)
  }

  func load() {
    phase.withLock { phase in
      guard case .resting = phase else { return }
      switch origin {
      case .given(let measurement): finish(&phase, .success(measurement))
      case .file(let path, let pool, let request):
        guard let stop = CancellationPipe() else {
          return finish(&phase, .failure(.undecodable(.unreadable(errno: EMFILE))))
        }
        phase = .loading(stop)
        continuation.yield(.loading(progress: nil, partial: nil))
        // A thread and not a child task: `load` returns at once, so that there is no scope that a
        // task could be a child of, and decoding blocks for as long as it takes.
        let isStarted = startThread { [self] in
          decode(path, with: pool, request: request, stop: stop)
        }
        if !isStarted {
          finish(&phase, .failure(.undecodable(.unreadable(errno: EAGAIN))))
        }
      }
    }
  }

  func cancel() {
    phase.withLock { phase in
      guard case .loading(let stop) = phase else { return }
      stop.raise()
      // At once, although the worker still ends: what it may yet send belongs to no current attempt.
      phase = .resting
      continuation.yield(.idle)
    }
  }

  func set(_ measurement: WaveformMeasurement) {
    phase.withLock { phase in
      switch phase {
      case .loading(let stop): stop.raise()
      case .resting: break
      case .loaded, .over: return
      }
      finish(&phase, .success(measurement))
    }
  }

  func end() {
    phase.withLock { phase in
      if case .loading(let stop) = phase {
        stop.raise()
      }
      phase = .over
    }
    continuation.finish()
  }

  private func decode(
    _ path: RawPath,
    with pool: WorkerPool,
    request: DecodeRequest,
    stop: CancellationPipe
  ) {
    let result: Result<WaveformMeasurement, LoadingFailure>
    do throws(SystemFailure) {
      // Opening does not block on pipes and devices.
      let file = try Folder(at: ".").open(path)
      let kind = try file.status(path).kind
      if kind == .file {
        result = decoded(file, with: pool, request: request, stop: stop)
      } else {
        result = .failure(.notAFile(kind))
      }
    } catch {
      result = .failure(.undecodable(.unreadable(errno: error.errno)))
    }
    whileCurrent(stop) { phase in finish(&phase, result) }
  }

  /// Decodes an open file, and sends what it looks like so far.
  private func decoded(
    _ file: borrowing Descriptor,
    with pool: WorkerPool,
    request: DecodeRequest,
    stop: CancellationPipe
  ) -> Result<WaveformMeasurement, LoadingFailure> {
    let decoded = pool.decode(
      descriptor: file.number,
      request: request,
      cancel: stop.descriptor
    ) { event in
      guard case .preview(let soFar) = event else { return }
      whileCurrent(stop) { _ in
        continuation.yield(.loading(progress: soFar.progress, partial: soFar.measurement.mix))
      }
    }
    return decoded.map(\.measurement).mapError { failure in .undecodable(failure) }
  }

  /// Runs `body` unless the attempt was cancelled, so that it sends no more states.
  private func whileCurrent(_ stop: CancellationPipe, _ body: (inout Phase) -> Void) {
    phase.withLock { phase in
      if case .loading(let current) = phase, current === stop {
        body(&phase)
      }
    }
  }

  // States are sent while the phase is locked: else two threads could send theirs in another order than
  // that of the phases.
  private func finish(_ phase: inout Phase, _ result: Result<WaveformMeasurement, LoadingFailure>) {
    switch result {
    case .success(let measurement):
      phase = .loaded
      continuation.yield(.loaded(measurement))
      continuation.finish()
    case .failure(let problem):
      phase = .resting
      continuation.yield(.failed(problem))
    }
  }
}
