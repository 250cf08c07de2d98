import Bytes

/// Jobs that wait for another to decode the same content.
struct ParkedJobs {
  private var parked: [(job: RecordingJob, digest: ContentDigest)] = []
  private var released: [RecordingJob] = []

  mutating func park(_ job: RecordingJob, _ digest: ContentDigest) {
    var job = job
    job.trustedDigest = nil
    job.sharesItsSize = true
    parked.append((job, digest))
  }

  /// Lets go of the jobs whose content is free.
  mutating func release(_ isFree: (ContentDigest) -> Bool) {
    var waiting: [(job: RecordingJob, digest: ContentDigest)] = []
    for entry in parked {
      // Asked once: other threads free contents meanwhile, and nobody may fall between two answers.
      if isFree(entry.digest) { released.append(entry.job) } else { waiting.append(entry) }
    }
    parked = waiting
  }

  /// A job that need not wait any more.
  mutating func ready() -> RecordingJob? { released.popLast() }
}
