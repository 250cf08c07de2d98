import Decoding
import Outputs
import WavethumbLibrary
import WavethumbSystem

/// Why the work on one recording ends before its outputs are made.
enum WorkError: Error {
  case problem(FileProblem)
  /// The run cannot continue.
  case run(RunFailure)
  /// A signal arrived.
  case cancelled

  /// Translates an error of any type; a failure of the system is one of reading the recording, unless
  /// `system` knows better.
  // The one place that decides whether an error costs a recording or the run.
  init(
    _ error: any Error,
    system: (SystemFailure) -> WorkError = { .problem(.unreadable(errno: $0.errno)) }
  ) {
    self =
      switch error {
      case let stop as WorkError: stop
      case let failure as RunFailure: .run(failure)
      case let problem as FileProblem: .problem(problem)
      case let failure as SystemFailure: system(failure)
      case let failure as OutputFailure: WorkError(failure)
      case DecodeFailure.cancelled: .cancelled
      case DecodeFailure.noWorker(let failure): .run(.noWorker(failure))
      case let failure as DecodeFailure: .problem(.decoding(failure))
      // Nothing else is thrown here. An unknown error ends the run: it may well meet every recording.
      default: .run(.pictureImpossible(detail: "\(error)"))
      }
  }

  private init(_ failure: OutputFailure) {
    self =
      switch failure {
      case .tooManyChannels: .problem(.tooManyChannels)
      case .impossible(let detail): .run(.pictureImpossible(detail: detail))
      // A sink that rejects bytes has the failure, and throws that one instead: see `FileWriting.fill`.
      case .stopped, .rejected: .cancelled
      }
  }
}
