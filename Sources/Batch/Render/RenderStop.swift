import Decoding
import Library

/// Why `render` ends without what was asked for.
enum RenderStop: Error {
  /// Nothing could be made of any recording.
  case impossible(RunFailure)
  /// This recording is at fault.
  case problem(FileProblem)
  /// A signal came.
  case interrupted

  /// The files that were given are at fault.
  static func refused(_ failure: RenderFailure) -> RenderStop { .impossible(.render(failure)) }
}

extension RenderStop {
  /// The stop that a failure of decoding stands for.
  init(_ failure: DecodeFailure) {
    if case .cancelled = failure {
      self = .interrupted
    } else if let ending = failure.endsTheRun {
      self = .impossible(ending)
    } else {
      self = .problem(FileProblem(failure))
    }
  }
}

extension RenderStop {
  init(_ stop: StreamReader.Stop) {
    self =
      switch stop {
      case .cancelled: .interrupted
      case .stalled: .problem(.waited(seconds: 0))
      case .unreadable(let number): .problem(.unreadable(errno: number))
      }
  }
}
