import Codecs

extension FileProblem {
  /// The same failure as users are told of it.
  init(_ failure: DecodeFailure) {
    self =
      switch failure {
      case .audio(let audio): FileProblem(audio)
      case .crashed(let signal): .crashed(signal: signal)
      case .timeout(let seconds): .timeout(processorSeconds: seconds)
      case .waited(let seconds): .waited(seconds: seconds)
      case .outOfMemory(let megabytes): .outOfMemory(megabytes: megabytes)
      case .changed: .changed
      case .unreadable(let number): .unreadable(errno: number)
      case .notSplittable, .cancelled: .corrupt(detail: nil)
      default: .crashed(signal: 0)
      }
  }
}
