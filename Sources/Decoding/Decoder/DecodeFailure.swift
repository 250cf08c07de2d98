public import Codecs
import Glibc

/// Why a recording has no measurement.
public enum DecodeFailure: Error, Sendable, Equatable {
  /// The recording itself is at fault.
  case audio(AudioFailure)
  /// Our libraries cannot read such a recording, and ffmpeg could not read this one.
  case ffmpegFailed(what: String, reason: String?)
  /// The recording crashed two workers; signal 0 means that they exited or gave a malformed answer.
  case crashed(signal: CInt)
  /// The system or a person killed two workers.
  case killed(signal: CInt)
  /// The decoder computed without progress, where so many processor seconds are allowed; before the
  /// first sound only a share of them.
  case timeout(processorSeconds: Double, beforeSound: Bool = false)
  /// The disk did not answer for so many seconds.
  case waited(seconds: Double)
  /// Decoding needs more memory than a worker may have.
  case outOfMemory(megabytes: Int)
  /// The file was written to while it was read.
  case changed
  /// The file could not be read.
  case unreadable(errno: CInt)
  /// The stretch begins after the end of the recording, which is so many seconds long.
  case beyondEnd(seconds: Double)
  /// This recording cannot be decoded from the middle on.
  case notSplittable
  /// The caller asked to stop.
  case cancelled
  /// No worker could be started, so that nothing can be decoded.
  case noWorker(WorkerStartFailure)

  package init(start failure: WorkerStartFailure) {
    self = failure == .cancelled ? .cancelled : .noWorker(failure)
  }

  /// The failure that a decoder's signal stands for; 0 where the decoder ended by itself.
  init(endedBy signal: CInt) {
    self = Self.ownSignals.contains(signal) ? .crashed(signal: signal) : .killed(signal: signal)
  }

  /// The signals of a program's own faults; all others come from the system or from a person.
  private static let ownSignals: Set<CInt> = [
    0, SIGSEGV, SIGBUS, SIGABRT, SIGSYS, SIGILL, SIGFPE, SIGTRAP,
  ]
}

/// Why a worker could not be started.
public enum WorkerStartFailure: Error, Sendable, Equatable {
  /// The system refused a new process.
  case notStarted(errno: CInt)
  /// The worker ended before it was ready.
  case ended(status: CInt, signal: CInt)
  /// The worker was not ready in time.
  case silent
  /// `--isolation require` asks for a layer that the system does not allow.
  case layer(SandboxReport.Missing)
  /// The caller cancelled the start.
  case cancelled
}
