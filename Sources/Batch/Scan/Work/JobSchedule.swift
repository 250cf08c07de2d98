import WavethumbBytes

/// Decides what the next child task of a run does.
///
/// The parent task owns the schedule as a value, and learns from the steps of its children: nothing
/// here is shared, so nothing is locked. No two children decode the same content at once: the
/// second job waits until the first has ended, and then finds its measurement in the cache.
struct JobSchedule {
  /// The work of one child.
  enum Task: Sendable {
    /// Open recordings and decode those that are unknown: one, or several short ones.
    case open([RecordingJob])
    /// Decode recordings that an earlier child opened and identified.
    case decode([OpenRecording])
  }

  /// The fraction of the timeout that a first try may spend without progress; the smaller one
  /// applies once more jobs were put off than happens by chance.
  // A file on which a decoder hangs would hold a thread for the whole timeout, and a folder full of
  // them the whole run: what does not get on waits until all others are done. With the default of
  // 10 s a first try has 1 s, and after five that hang 0.2 s. All three are guesses: at half of them a
  // recording that is merely slow to begin is put off and decoded twice.
  private static let firstShare = 0.1
  private static let smallShare = 0.02
  private static let fewPutOff = 5

  /// In the order of processing.
  private let jobs: [RecordingJob]
  private let batchSize: Int
  private let width: Int
  /// The number of jobs that were handed out from the list.
  private var handedOut = 0
  /// Identified recordings that may be decoded now. Each holds an open file, so they come first.
  private var granted: [OpenRecording] = []
  /// Jobs whose file has changed while it was read.
  private var changed: [RecordingJob] = []
  /// Jobs that wait until another job has decoded the same content.
  private var parked: [(job: RecordingJob, digest: ContentDigest)] = []
  /// Jobs that were put off until after all others, and how many there were.
  private var last: ArraySlice<RecordingJob> = []
  private var putOff = 0
  /// The contents that are being decoded, and the job that decodes each.
  private var claims: [ContentDigest: Int] = [:]

  /// Hands out at most `batch` short recordings at once to each of `width` children.
  init(_ jobs: [RecordingJob], width: Int, batch: Int = ShortRecordings.perTask) {
    self.jobs = jobs
    self.width = max(1, width)
    batchSize = batch
  }

  /// Returns the work of the next child; nil if nothing can begin before another child ends.
  // First what holds an open file, then what was begun before, then new jobs, and last what made no
  // progress: so the number of open files does not grow with the library.
  mutating func next() -> Task? {
    if !granted.isEmpty {
      let recordings = granted
      granted = []
      return .decode(recordings)
    }
    if let job = changed.popLast() {
      return .open([job])
    }
    let freed = parked.firstIndex { waiting in claims[waiting.digest] == nil }
    if let freed {
      let job = parked.remove(at: freed).job
      return .open([job])
    }
    if handedOut < jobs.count {
      let batch = nextBatch()
      handedOut = batch.endIndex
      return .open(Array(batch))
    }
    if let job = last.popFirst() {
      return .open([job])
    }
    return nil
  }

  /// Learns what came of a job.
  mutating func apply(_ step: JobStep) {
    switch step {
    case .finished(let job, _):
      release(job)
    case .identified(let recording):
      claim(recording)
    case .changed(var job):
      release(job)
      job.flags.insert(.hasChanged)
      changed.append(job)
    case .putOff(var job):
      release(job)
      job.flags.subtract([.batchable, .dominatesTail])
      job.flags.insert(.secondTry)
      putOff += 1
      last.append(job)
    case .stopped:
      break
    }
  }

  /// Returns the fraction of the timeout that a job may spend without progress on its first try;
  /// nil if no other job waits.
  func firstTryShare(of job: RecordingJob) -> Double? {
    let othersWait = handedOut < jobs.count || !last.isEmpty
    guard othersWait, !job.flags.contains(.secondTry) else { return nil }
    return putOff < Self.fewPutOff ? Self.firstShare : Self.smallShare
  }

  private mutating func claim(_ recording: OpenRecording) {
    guard let digest = recording.digest else {
      granted.append(recording)
      return
    }
    if claims[digest] == nil {
      claims[digest] = recording.job.index
      granted.append(recording)
    } else {
      // Its file is closed, and read again by then: the cache knows contents by digests that this
      // process has computed from the very file.
      var job = recording.job
      job.flags.insert(.digestFirst)
      parked.append((job, digest))
    }
  }

  // Searched, as there are at most as many claims as children at work.
  private mutating func release(_ job: RecordingJob) {
    let claim = claims.first { claim in claim.value == job.index }
    if let claim {
      claims[claim.key] = nil
    }
  }

  /// Returns one job or several short ones, but fewer towards the end, so that no child has to wait
  /// long for another.
  private func nextBatch() -> ArraySlice<RecordingJob> {
    let rest = jobs[handedOut...]
    // Half of what each child would get: the last ones to start have single recordings. A guess.
    let share = rest.count / (2 * width)
    let short = rest.prefix(min(batchSize, share)).prefix { job in
      job.flags.contains(.batchable)
    }
    return short.isEmpty ? rest.prefix(1) : short
  }
}
