import Decoding
import System

/// Several short recordings that one worker decodes in turn, because to be woken for each would cost it too much.
struct RecordingTurn {
  static let mostRecordings = 8
  static let mostBytes: Int64 = 256 << 10

  let tools: ScanTools
  let jobs: [RecordingJob]

  func perform() -> [JobResult] {
    tools.hands.withOne {
      jobs.count == 1 ? [RecordingWork(tools: tools, job: jobs[0]).perform()] : performTogether()
    }
  }

  private func performTogether() -> [JobResult] {
    var results: [JobResult] = []
    var unknown: [(work: RecordingWork, recording: OpenRecording)] = []
    var again: [RecordingWork] = []
    for work in jobs.map({ RecordingWork(tools: tools, job: $0) }) {
      switch work.look() {
      case .ended(let result): results.append(result)
      case .changed: again.append(work)
      case .unknown(let recording): unknown.append((work, recording))
      }
    }
    tools.pool.decode(
      inTurn: unknown.map { $0.recording.file.number }, request: tools.request,
      cancel: tools.interruption.descriptor
    ) { place, result in
      let (work, recording) = unknown[place]
      let read = ReadRecording(result, recording.file.number, or: tools.ffmpeg)
      if let result = work.finish(recording, read) {
        results.append(result)
      } else {
        again.append(work)
      }
    }
    return results + again.map { $0.perform() }
  }
}

/// The jobs of a run as threads take them: alone, or several short ones together.
struct RecordingTurns: Sequence, IteratorProtocol {
  private var jobs: ArraySlice<RecordingJob>

  init(_ jobs: [RecordingJob]) {
    self.jobs = jobs[...]
  }

  mutating func next() -> [RecordingJob]? {
    guard let first = jobs.first else { return nil }
    let together = first.isShort ? RecordingTurn.mostRecordings : 1
    let turn = jobs.prefix(together).prefix { $0.isShort == first.isShort }
    jobs = jobs.dropFirst(turn.count)
    return Array(turn)
  }
}
