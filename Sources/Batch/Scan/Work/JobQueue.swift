import Bytes
import Codecs
import Decoding
import System

/// Runs jobs on several threads in order, and passes each result to one receiver.
///
/// No two threads decode the same content at once: the second job waits for the first.
final class JobQueue: Sendable {
  /// How many short recordings one worker decodes in a row, because waking it for each would cost
  /// too much.
  static let batchSize = 8
  static let mostBytesOfShort: Int64 = 256 << 10
  /// Of formats that only ffmpeg reads, whose start takes as long as decoding half a minute.
  static let mostBytesOfShortForFFmpeg: Int64 = 1 << 20

  /// The fraction of the timeout that a first try may spend without progress; the smaller one
  /// applies once more jobs were put off than happens by chance.
  private static let firstShare = 0.1
  private static let leastShare = 0.02
  private static let fewPutOff = 5

  private struct State {
    /// The number of jobs taken from the list.
    var taken = 0
    var parked: [(job: RecordingJob, digest: ContentDigest)] = []
    /// Jobs that were put off until after all others, and how many there were.
    var last: ArraySlice<RecordingJob> = []
    var putOff = 0
    var decoding: Set<ContentDigest> = []
    var results: [JobResult] = []
    /// Threads with jobs in hand.
    var working = 0
    /// Threads that wait for the jobs of other threads.
    var sleeping = 0
    var threads = 0
    var isStopped = false
  }

  private let jobs: [RecordingJob]
  private let batchSize: Int
  private let state = Locked(State())
  private let mayGoOn = CountingSemaphore()
  private let hasNews = CountingSemaphore()

  /// Hands out at most `batch` short recordings at once.
  init(_ jobs: [RecordingJob], batch: Int = JobQueue.batchSize) {
    self.jobs = jobs
    batchSize = batch
  }

  /// Performs all jobs on `threads`; `handle` gets each result on this thread, and returns whether
  /// to continue.
  func perform(_ plan: ScanPlan, _ tools: ScanTools, _ handle: (JobResult) -> Bool) {
    let started = (0..<tools.reader.width).count { _ in
      state.withLock { $0.threads += 1 }
      let isStarted = startThread { [self] in
        while workOff(plan, tools) {}
        state.withLock { $0.threads -= 1 }
        hasNews.signal()
      }
      if !isStarted { state.withLock { $0.threads -= 1 } }
      return isStarted
    }
    guard started > 0 else {
      // If no thread can start, this one does all the work.
      while workOff(plan, tools) { tell(handle) }
      return tell(handle)
    }
    while state.withLock({ $0.threads > 0 || !$0.results.isEmpty }) {
      hasNews.wait()
      tell(handle)
    }
  }

  /// Claims a content; returns false if another job has claimed it.
  func claim(_ digest: ContentDigest) -> Bool {
    state.withLock { $0.decoding.insert(digest).inserted }
  }

  func release(_ digest: ContentDigest) {
    state.withLock { state in
      state.decoding.remove(digest)
      wakeAll(&state)
    }
  }

  /// Returns how long a first try may compute without progress; nil if no other job waits.
  func firstTrySeconds(of job: RecordingJob, _ timeout: Double) -> Double? {
    state.withLock { state in
      guard !job.flags.contains(.secondTry), state.taken < jobs.count || !state.last.isEmpty else {
        return nil
      }
      let share = state.putOff < Self.fewPutOff ? Self.firstShare : Self.leastShare
      return timeout * share
    }
  }

  private func tell(_ handle: (JobResult) -> Bool) {
    let results = state.withLock { state in
      defer { state.results = [] }
      return state.results
    }
    for result in results where !handle(result) {
      state.withLock { state in
        state.isStopped = true
        wakeAll(&state)
      }
    }
  }

  /// Takes jobs and performs them; returns whether there were any.
  private func workOff(_ plan: ScanPlan, _ tools: ScanTools) -> Bool {
    let works = take().map { RecordingWork(tools, self, plan, $0) }
    guard let first = works.first else { return false }
    let results = tools.reader.threads.withOne {
      works.count == 1 ? [first.perform()] : performBatch(works, tools)
    }
    put(results)
    return true
  }

  /// Performs several short jobs with the same worker.
  private func performBatch(_ works: [RecordingWork], _ tools: ScanTools) -> [JobResult] {
    var results: [JobResult] = []
    var unknown: [(work: RecordingWork, recording: RecordingWork.OpenRecording)] = []
    var again: [RecordingWork] = []
    for work in works {
      switch work.look() {
      case .ended(let result): results.append(result)
      case .changed: again.append(work)
      case .unknown(let recording): unknown.append((work, recording))
      }
    }
    let patience = firstTrySeconds(of: works[0].job, tools.reader.pool.timeout)
    func take(_ place: Int, _ read: ReadRecording) {
      let (work, recording) = unknown[place]
      if let result = work.finish(recording, read, isFirstTry: patience != nil) {
        results.append(result)
      } else {
        again.append(work)
      }
    }
    let ffmpeg = tools.reader.ffmpeg
    var unsupported: [(place: Int, input: FFmpegInput)] = []
    tools.reader.pool.decode(
      inTurn: unknown.map { $0.recording.file.number }, request: tools.reader.request,
      within: patience, holdsAnswers: tools.covers != nil, cancel: tools.interruption.descriptor
    ) { place, result in
      let file = unknown[place].recording.file.number
      if ffmpeg != nil, case .failure(.audio(.unsupported(what: let what))) = result {
        unsupported.append((place, FFmpegInput(file, what: what)))
      } else {
        take(place, .decodingAgain(result, of: file, with: ffmpeg))
      }
    }
    let decoded = ffmpeg?.decode(together: unsupported.map(\.input)) ?? []
    for (unsupported, result) in zip(unsupported, decoded) {
      take(unsupported.place, ReadRecording(result: result, isByFFmpeg: true))
    }
    return results + again.map { $0.perform() }
  }

  /// Records the results of a batch.
  func put(_ results: [JobResult]) {
    state.withLock { state in
      state.working -= 1
      for result in results {
        switch result {
        case .parked(var job, let digest):
          job.flags.insert(.digestFirst)
          state.parked.append((job, digest))
        case .putOff(var job):
          job.flags.subtract([.batchable, .dominatesTail])
          job.flags.insert(.secondTry)
          state.putOff += 1
          state.last.append(job)
        case .finished, .stopped: state.results.append(result)
        }
      }
      wakeAll(&state)
    }
    hasNews.signal()
  }

  /// Returns the next jobs for one thread: several short ones, or one of any other kind; none at the
  /// end.
  func take() -> [RecordingJob] {
    while true {
      let taken: [RecordingJob]? = state.withLock { state in
        if state.isStopped { return [] }
        if let place = state.parked.firstIndex(where: { !state.decoding.contains($0.digest) }) {
          state.working += 1
          return [state.parked.remove(at: place).job]
        }
        if state.taken < jobs.count {
          let batch = batch(from: state.taken, threads: state.threads)
          state.taken = batch.endIndex
          state.working += 1
          return Array(batch)
        }
        if let job = state.last.popFirst() {
          state.working += 1
          return [job]
        }
        // A job that another thread has in hand may still be parked.
        if state.working == 0 { return [] }
        state.sleeping += 1
        return nil
      }
      if let taken { return taken }
      mayGoOn.wait()
    }
  }

  /// Returns one job or several short ones, but fewer towards the end, so that no thread has to wait
  /// for another.
  private func batch(from place: Int, threads: Int) -> ArraySlice<RecordingJob> {
    let share = (jobs.count - place) / (2 * max(1, threads))
    let short = jobs[place...].prefix(min(batchSize, share)).prefix {
      $0.flags.contains(.batchable)
    }
    return short.isEmpty ? jobs[place...place] : short
  }

  private func wakeAll(_ state: inout State) {
    for _ in 0..<state.sleeping { mayGoOn.signal() }
    state.sleeping = 0
  }
}
