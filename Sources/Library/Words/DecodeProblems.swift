import Codecs
package import Decoding

extension FileProblem {
  package init(_ failure: DecodeFailure) {
    self =
      switch failure {
      case .audio(let audio): FileProblem(audio)
      case .ffmpegFailed(let what, let reason):
        .unsupported(format: what, ffmpeg: .failed(reason: reason))
      case .crashed(let signal): .crashed(signal: signal)
      case .killed(let signal): .killed(signal: signal)
      case .timeout(let seconds, let isBeforeSound):
        .timeout(processorSeconds: seconds, beforeSound: isBeforeSound)
      case .waited(let seconds): .waited(seconds: seconds)
      case .outOfMemory(let megabytes): .outOfMemory(megabytes: megabytes)
      case .beyondEnd(let seconds): .beyondEnd(seconds: seconds)
      case .changed: .changed
      case .unreadable(let number): .unreadable(errno: number)
      case .notSplittable, .cancelled, .noWorker: .crashed(signal: 0)
      }
  }

  private init(_ failure: AudioFailure) {
    self =
      switch failure {
      case .empty: .empty
      case .notAudio(let what): .notAudio(looksLike: what.isEmpty ? nil : what)
      case .gitLFSPointer: .gitLFSPointer
      case .unsupported(let what): .unsupported(format: what, ffmpeg: .notAsked)
      case .corrupt(let detail): .corrupt(detail: detail.isEmpty ? nil : detail)
      case .outOfLimits(let bound, let found, let limit):
        .outOfLimits(what: bound.words, found: "\(found)", limit: "\(limit)")
      case .tooLong(_, let limit): .tooLong(limitHours: limit)
      case .tooMuchWork(let limit): .tooMuchWork(samplesPerByte: limit)
      case .unreadable(let number): .unreadable(errno: number)
      }
  }
}

extension AudioLimits.Bound {
  fileprivate var words: String {
    switch self {
    case .channels: "channels"
    case .sampleRate: "Hz"
    }
  }
}
