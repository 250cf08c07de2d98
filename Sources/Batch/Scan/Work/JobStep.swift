import WavethumbLibrary

/// What a child task of a run reports about one job; the parent answers with the next child.
enum JobStep: Sendable {
  case finished(RecordingJob, RecordingResult)
  /// To be opened again after all first tries: its file has changed while it was read, it made no
  /// progress within the time of a first try, or another child is decoding the same content.
  case later(RecordingJob)
  /// A signal arrived, or the run cannot continue.
  case stopped(RunFailure?)
}
