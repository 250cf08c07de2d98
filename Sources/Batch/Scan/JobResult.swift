import Bytes
import Decoding
import Library
import System

/// What a job came to.
enum JobResult: Sendable {
  /// The recording has its pictures, or its failure.
  case finished(RecordingJob, RecordingResult, secondsDecoded: Double)
  /// The content is that of the last run, and all that was made of it stays.
  case unchanged(RecordingJob, FileIdentity, ContentDigest)
  /// Another job is decoding the same content: this one is done once the other has ended.
  case parked(RecordingJob, ContentDigest)
  /// It made no progress: it is to be tried again when all others are done.
  case putOff(RecordingJob)
  case cancelled
  /// The run cannot go on.
  case ended(RunFailure)
}

extension JobResult {
  /// The job that has to be done again, and how long that takes at most where it may have no end.
  func again(timeout: Double) -> (job: Int, seconds: Double)? {
    switch self {
    // Its content is known by then.
    case .parked(let job, _): (job.index, 0)
    case .putOff(let job): (job.index, WorkerTimeLimit.openingSeconds(of: timeout))
    case .finished, .unchanged, .cancelled, .ended: nil
    }
  }
}
