import Decoding
import WavethumbLibrary
import WavethumbSystem

/// The work of one child task of a run: opens recordings, decodes and draws them, and returns a
/// step for each.
struct RecordingTask: Sendable {
  let jobs: [RecordingJob]
  /// The seconds that a recording may take without progress; nil for as long as the timeout.
  let firstTrySeconds: Double?
  let plan: ScanPlan
  let context: ScanContext

  func perform() async -> [JobStep] {
    var steps: [JobStep] = []
    var opened: [OpenRecording] = []
    for job in jobs {
      switch recordingWork(on: job).open() {
      case .ended(let step): steps.append(step)
      case .opened(let recording): opened.append(recording)
      }
    }
    return steps + (await decode(opened))
  }

  private func decode(_ recordings: [OpenRecording]) async -> [JobStep] {
    if recordings.count > 1 { return decodeInTurn(recordings) }
    guard let recording = recordings.first else { return [] }
    let work = recordingWork(on: recording.job)
    return [await work.decode(recording, firstTrySeconds: firstTrySeconds)]
  }

  /// Decodes several short recordings with the same worker.
  // Waking a worker takes as long as decoding one of them: see `ShortRecordings`.
  private func decodeInTurn(_ recordings: [OpenRecording]) -> [JobStep] {
    var steps: [JobStep] = []
    context.reader.pool.decode(
      inTurn: recordings.map { recording in recording.file.number },
      request: context.reader.request,
      within: firstTrySeconds,
      holdsAnswers: context.covers != nil,
      cancel: context.interruption.descriptor
    ) { index, result in
      let recording = recordings[index]
      let read = ReadRecording.decodingAgain(
        result,
        of: recording.file.number,
        with: context.reader.ffmpeg,
        if: context.reader.retry(of: plan.path(recording.job))
      )
      let work = recordingWork(on: recording.job)
      steps.append(work.finish(recording, read, isFirstTry: firstTrySeconds != nil))
    }
    return steps
  }

  private func recordingWork(on job: RecordingJob) -> RecordingWork {
    RecordingWork(job, of: plan, with: context)
  }
}
