extension DecodeFailure {
  /// This failure, or that of a system that has less memory than a decoder may use: a limit of the
  /// user is not a fault of the recording.
  var consideringMemory: DecodeFailure {
    switch self {
    case .outOfMemory, .crashed: WorkerSandbox.isMemoryFree ? self : .shortOfMemory
    case .audio, .ffmpegNotStarted, .shortOfMemory, .ffmpegFailed, .killed, .timeout, .waited,
      .changed, .unreadable, .beyondEnd, .noChannel, .notSplittable, .cancelled, .noWorker:
      self
    }
  }
}
