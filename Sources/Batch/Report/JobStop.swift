import Decoding
import Library

/// Why the work on one recording ends before its outputs are made.
enum JobStop: Error {
  case problem(FileProblem)
  /// The run cannot go on.
  case run(RunFailure)
  /// A signal arrived.
  case cancelled

  /// The given files are at fault.
  static func refused(_ failure: RenderFailure) -> JobStop { .run(.render(failure)) }

  init(_ failure: DecodeFailure) {
    if case .cancelled = failure {
      self = .cancelled
    } else if let ending = failure.endsTheRun {
      self = .run(ending)
    } else {
      self = .problem(FileProblem(failure))
    }
  }

  init(_ stop: StreamReader.Stop) {
    self =
      switch stop {
      case .cancelled: .cancelled
      case .stalled: .problem(.waited(seconds: 0))
      case .unreadable(let number): .problem(.unreadable(errno: number))
      }
  }
}
