import Decoding
import Library
import Outputs
import System

/// Why the work on one recording ends before its outputs are made.
enum JobStop: Error {
  case problem(FileProblem)
  /// The run cannot continue.
  case run(RunFailure)
  /// A signal arrived.
  case cancelled

  /// The given files are at fault.
  static func refused(_ failure: RenderFailure) -> JobStop { .run(.render(failure)) }

  /// A read error is a problem of the recording.
  static func reading<Value: ~Copyable>(
    _ body: () throws(SystemFailure) -> Value
  ) throws(JobStop) -> Value {
    do { return try body() } catch { throw .problem(.unreadable(errno: error.errno)) }
  }

  init(_ failure: DecodeFailure) {
    if case .cancelled = failure {
      self = .cancelled
    } else if let ending = failure.endsTheRun {
      self = .run(ending)
    } else {
      self = .problem(.decoding(failure))
    }
  }

  init(_ failure: OutputFailure) {
    self =
      switch failure {
      case .tooManyChannels: .problem(.tooManyChannels)
      case .impossible(let detail): .run(.pictureImpossible(detail: detail))
      case .stopped, .notTaken: .cancelled
      }
  }

  /// Translates an error of any type, those of the system by `system`.
  init(_ error: any Error, system: (SystemFailure) -> JobStop) {
    self =
      switch error {
      case let stop as JobStop: stop
      case let failure as OutputFailure: JobStop(failure)
      case let failure as DecodeFailure: JobStop(failure)
      case let failure as SystemFailure: system(failure)
      default: .run(.pictureImpossible(detail: "\(error)"))
      }
  }
}
