public import Codecs
import Glibc

/// The reason why a recording has no measurement.
public enum DecodeFailure: Error, Sendable, Equatable {
  /// The recording itself is at fault.
  case audio(AudioFailure)
  /// ffmpeg ended before it opened the recording, or decodes nothing at this moment.
  case ffmpegNotStarted(reason: String?)
  /// The system refused memory that a decoder may use.
  case shortOfMemory
  /// Neither our libraries nor ffmpeg could read the recording.
  case ffmpegFailed(what: String, reason: String?)
  /// The recording crashed two workers; signal 0 means that they exited or gave a malformed answer.
  case crashed(signal: CInt)
  /// The system or a user killed two workers.
  case killed(signal: CInt)
  /// The decoder used the allowed processor seconds without progress; before the first samples only
  /// a share of them is allowed.
  case timeout(processorSeconds: Double, beforeSound: Bool = false)
  /// The disk did not respond for this many seconds.
  case stalled(seconds: Double)
  /// Decoding needs more memory than a worker may use.
  case outOfMemory(megabytes: Int)
  /// The file was written to while it was read.
  case changed
  /// The file could not be read.
  case unreadable(errno: CInt)
  /// The stretch begins after the end of the recording, which has this many seconds.
  case beyondEnd(seconds: Double)
  /// The recording has fewer channels than the requested one needs.
  case noChannel(channels: Int)
  /// This recording cannot be decoded from the middle.
  case notSplittable
  /// The caller cancelled decoding.
  case cancelled
  /// No worker could be started.
  case noWorker(WorkerStartFailure)

  package init(start failure: WorkerStartFailure) {
    switch failure {
    case .cancelled: self = .cancelled
    case .notStarted, .ended, .silent, .layer, .notPrepared: self = .noWorker(failure)
    }
  }

  /// Creates the failure for a decoder's signal; 0 if the decoder exited.
  init(endedBy signal: CInt) {
    if Self.ownSignals.contains(signal) {
      self = .crashed(signal: signal)
    } else {
      self = .killed(signal: signal)
    }
  }

  /// The signals of a program's own faults; all others come from the system or a user.
  ///
  // SIGBUS is one of the system: nothing of a recording is mapped into memory, but programs and
  // libraries are, and they may be cut off, or their disk may fail, while they run.
  private static let ownSignals: Set<CInt> = [
    0, SIGSEGV, SIGABRT, SIGSYS, SIGILL, SIGFPE, SIGTRAP,
  ]
}

/// The reason why a worker could not be started.
public enum WorkerStartFailure: Error, Sendable, Equatable {
  /// The system refused a new process.
  case notStarted(errno: CInt)
  /// The worker ended before it was ready.
  case ended(status: CInt, signal: CInt)
  /// The worker was not ready in time.
  case silent
  /// `--isolation require` needs a layer that the system does not allow.
  case layer(SandboxReport.Missing)
  /// The program has not called `WorkerProcess.runIfAsked()`: a worker would run the program itself.
  case notPrepared
  /// The caller cancelled the start.
  case cancelled
}
