import System
import Waveform

/// The source of a waveform.
enum LoadingOrigin: Sendable {
  case file(RawPath, WorkerPool, DecodeRequest)
  case given(WaveformMeasurement)
}

/// The states of one loader, sent in order from any thread.
final class LoadingStates: Sendable {
  private enum Phase {
    case resting
    case loading(LoadingAttempt)
    case loaded
    case over
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
      case .given(let measurement):
        phase = .loaded
        continuation.yield(.loaded(measurement))
        continuation.finish()
      case .file(let path, let pool, let request):
        guard let attempt = LoadingAttempt(path, pool, request) else {
          continuation.yield(
            .failed(LoadingFailure.undecodable(.unreadable(errno: LoadingAttempt.noDescriptor))))
          return
        }
        phase = .loading(attempt)
        continuation.yield(.loading(progress: nil, partial: nil))
        let isStarted = startThread { [self] in perform(attempt) }
        if !isStarted {
          finish(&phase, .failure(.undecodable(.unreadable(errno: LoadingAttempt.noThread))))
        }
      }
    }
  }

  func cancel() {
    phase.withLock { phase in
      guard case .loading(let attempt) = phase else { return }
      attempt.cancel()
      phase = .resting
      continuation.yield(.idle)
    }
  }

  func end() {
    phase.withLock { phase in
      if case .loading(let attempt) = phase { attempt.cancel() }
      phase = .over
    }
    continuation.finish()
  }

  private func perform(_ attempt: LoadingAttempt) {
    let result = attempt.measurement { preview in
      phase.withLock { phase in
        guard case .loading(let current) = phase, current === attempt else { return }
        continuation.yield(.loading(progress: preview.progress, partial: preview.measurement.mix))
      }
    }
    phase.withLock { phase in
      // A cancelled attempt sends no more states.
      guard case .loading(let current) = phase, current === attempt else { return }
      finish(&phase, result)
    }
  }

  private func finish(
    _ phase: inout Phase, _ result: Result<WaveformMeasurement, LoadingFailure>
  ) {
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
