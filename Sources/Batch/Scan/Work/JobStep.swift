import WavethumbLibrary

/// What a child task of a run reports about one job; the parent answers with the next child.
enum JobStep: Sendable {
  case finished(RecordingJob, RecordingResult)
  /// The digest of its content is known, and no measurement is cached: it is to be decoded, unless
  /// another job is decoding the same content.
  case identified(OpenRecording)
  /// The file has changed while it was read.
  case changed(RecordingJob)
  /// It made no progress within the time of a first try.
  case putOff(RecordingJob)
  /// A signal arrived, or the run cannot continue.
  case stopped(RunFailure?)
}
