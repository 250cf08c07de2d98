import Glibc
import WavethumbBytes
import WavethumbSystem

/// Tests once, with a tone, in which layers of the sandbox a worker can decode.
// Which system calls a decoder makes depends on the versions of libc, libsndfile and the kernel,
// which the filter cannot know. Without the trial, one unexpected call would make every recording
// of a library fail; with it, a layer is left out and reported.
final class SandboxTrial: Sendable {
  /// Short tones in formats whose decoders make different system calls.
  static let tones = [
    PackageResources.tone_mp3, PackageResources.tone_flac, PackageResources.tone_ogg,
    PackageResources.tone_opus,
  ]
  // Decoding a tone takes milliseconds; the rest is for a busy machine.
  private static let toneSeconds = 5.0
  // A system that is short of processes or memory may refuse one start and allow the next. Untuned.
  static let maximumFailedStarts = 3

  private let starter: WorkerStarter
  private let isolation: Isolation
  private let requested: SandboxLayers
  private let known = Locked<Result<SandboxReport, WorkerStartFailure>?>(nil)

  init(starter: WorkerStarter, isolation: Isolation, requested: SandboxLayers) {
    self.starter = starter
    self.isolation = isolation
    self.requested = requested
  }

  /// Returns the result of the trial, and its worker to the first caller.
  // The lock is active during the trial: all other callers need its result anyway. A failure is kept
  // too, so that a thousand recordings do not wait for a thousand trials.
  func report(cancel: CInt?) throws(WorkerStartFailure) -> (SandboxReport, first: Worker?) {
    try known.withLock { (known) throws(WorkerStartFailure) in
      if let known { return (try known.get(), nil) }
      do throws(WorkerStartFailure) {
        let (report, worker) = try decide(cancel: cancel)
        known = .success(report)
        return (report, worker)
      } catch {
        // A cancellation says nothing about the sandbox.
        if error != .cancelled {
          known = .failure(error)
        }
        throw error
      }
    }
  }

  private func decide(cancel: CInt?) throws(WorkerStartFailure) -> (SandboxReport, Worker) {
    var layers = requested
    var missing: [SandboxReport.Missing] = []
    var deaths = 0
    while true {
      let worker = try start(layers, cancel: cancel)
      missing += forbidden(by: worker, among: layers)
      layers = worker.active.intersection(layers)
      if let first = missing.first, isolation == .require {
        worker.channel.close()
        _ = WorkerEnding.collect(worker.process)
        throw .layer(first)
      }
      guard let signal = try signal(of: worker, cancel: cancel) else {
        return (SandboxReport(inWorkers: true, active: layers, missing: missing), worker)
      }
      deaths += 1
      // A first death by a signal other than SIGSYS may have any cause, so the tone is tried again.
      if signal != SIGSYS, deaths == 1 { continue }
      guard let suspect = Self.suspect(signal, in: layers) else {
        throw .ended(status: 0, signal: signal)
      }
      let lost = SandboxReport.Missing(layer: suspect, reason: .tone(signal: signal))
      if isolation == .require { throw .layer(lost) }
      layers.remove(suspect)
      missing.append(lost)
    }
  }

  /// Returns the layer that probably ended a worker: only the filter causes SIGSYS.
  private static func suspect(_ signal: CInt, in layers: SandboxLayers) -> SandboxLayers? {
    // Privileges and Landlock make calls fail, and end no process. Of the others a limit is the more
    // likely cause of a plain crash: C code that gets no memory often does not check for it.
    var order: [SandboxLayers] = [.limits, .filter]
    if signal == SIGSYS {
      order = [.filter]
    }
    return order.first(where: layers.contains)
  }

  /// Starts a worker, with several attempts.
  func start(_ layers: SandboxLayers, cancel: CInt?) throws(WorkerStartFailure) -> Worker {
    var failures = 0
    while true {
      do throws(WorkerStartFailure) {
        return try starter.start(layers: layers, cancel: cancel)
      } catch {
        failures += 1
        if error == .cancelled || failures == Self.maximumFailedStarts { throw error }
      }
    }
  }

  private func forbidden(
    by worker: Worker,
    among layers: SandboxLayers
  ) -> [SandboxReport.Missing] {
    zip(SandboxLayers.names, worker.refused).compactMap { named, error in
      guard layers.contains(named.layer), !worker.active.contains(named.layer) else { return nil }
      return SandboxReport.Missing(layer: named.layer, reason: .forbidden(errno: error))
    }
  }

  /// Returns the signal of a worker that dies at a tone, 0 if unknown; nil if it decodes them all.
  private func signal(of worker: Worker, cancel: CInt?) throws(WorkerStartFailure) -> CInt? {
    let exchange = WorkerExchange(worker: worker, cancel: cancel)
    for tone in Self.tones {
      // A system without unnamed files is no reason to distrust a layer.
      guard let file = DescriptorSystem.file(holding: tone) else { return nil }
      defer { DescriptorSystem.close(file) }
      let question = WorkerQuestion(
        packet: DecodeQuestion.whole(DecodeRequest()).encoded(),
        descriptor: file,
        limit: WorkerTimeLimit(seconds: Self.toneSeconds, maximum: Self.toneSeconds)
      )
      let reply = exchange.ask(question, emit: { _ in })
      switch reply {
      // A library without this format reports that, and no layer is the cause.
      case .answer: continue
      case .cancelled:
        worker.channel.close()
        _ = WorkerEnding.kill(worker.process)
        throw .cancelled
      case .outOfMemory, .unreachable, .died, .invalid, .timedOut, .stalled:
        worker.channel.close()
        return WorkerEnding.collect(worker.process).signal
      }
    }
    return nil
  }
}
