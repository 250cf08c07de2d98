import Glibc

/// What can be done about a recording that was asked for alone: there is no next run, and nothing to leave out.
extension ProblemSentences {
  static func loneCure(_ problem: FileProblem) -> String? {
    switch problem {
    case .empty, .notAudio: "Copy or download the recording again"
    case .waited: "Try again; --timeout allows more"
    case .changed: "Try again when that is over"
    case .crashed: "Copy the recording again, or convert it"
    case .notAFile(.danglingLink): cure(problem)
    case .notAFile: nil
    case .unreadable(let number): SystemWords.cure(readingAgain: number)
    default: cure(problem)
    }
  }
}

extension FileProblem {
  /// The message about a recording that was asked for alone.
  var loneMessage: String { message(curedBy: ProblemSentences.loneCure(self)) }
}

extension SystemWords {
  fileprivate static func cure(readingAgain number: CInt) -> String? {
    switch number {
    case ENOENT, ESTALE, ETIMEDOUT, ENXIO, ENODEV: "Try again"
    default: cure(reading: number)
    }
  }
}
