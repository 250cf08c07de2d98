import Decoding
import Thumbnails
import WavethumbBytes
import WavethumbLibrary

/// The reason why a recording could not be read or drawn, as a sentence with its cure.
public struct WaveformError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What failed: the path of the recording, or "the picture".
  public let subject: String
  /// The cause, such as "not audio (a ZIP archive)".
  public let cause: String
  /// What helps, such as "Copy or download the recording again"; nil if nothing is known.
  public let cure: String?
  /// Whether the task was cancelled, so that nothing is wrong.
  public let isCancellation: Bool

  /// The whole message, as `wavethumb` prints it.
  public var description: String {
    let sentence = "\(subject): \(cause)."
    guard let cure else { return sentence }
    return "\(sentence) \(cure)."
  }

  // The sentences of the command, so that a program and its users read of one problem in one way. Where
  // the command names an option, the name of a property is given, or nothing.
  init(_ path: String, problem: FileProblem) {
    subject = PrintableName.quoted(Array(path.utf8))
    switch problem {
    case .decoding(.cancelled):
      cause = "reading was cancelled"
      cure = nil
      isCancellation = true
    case .decoding(.noWorker(.notPrepared)):
      cause = WorkerStartFailure.notPrepared.text
      cure =
        "Call it in the first line of the program, or use isolation .off for recordings that you "
        + "trust"
      isCancellation = false
    case .decoding(.noWorker(let failure)):
      cause = "nothing can be decoded, \(failure.text)"
      cure = "Use isolation .auto, or .off for recordings that you trust"
      isCancellation = false
    default:
      let shown = ManifestProblem(problem, isAlone: true)
      cause = [shown.cause, shown.detail].compactMap(\.self).joined(separator: ": ")
      if shown.waitsForFFmpeg {
        cure = "Install ffmpeg, and set usesFFmpeg"
      } else {
        cure = Self.inCode(shown.cure)
      }
      isCancellation = false
    }
  }

  init(_ failure: ThumbnailError) {
    subject = "the picture"
    isCancellation = failure == .stopped
    switch failure {
    case .sizeOutOfRange(let size):
      cause = "\(size.width)x\(size.height) points cannot be drawn"
      let sides = ThumbnailDrawing.sides
      cure = "Use a size of \(sides.lowerBound) to \(sides.upperBound) points a side"
    case .scaleOutOfRange(let scale):
      cause = "a scale of \(scale) cannot be drawn"
      cure = "Use 1, 2 or 3"
    case .tooManyPixels(let width, let height, let maximum):
      cause = "\(width)x\(height) pixels are more than \(maximum)"
      cure = "Use a smaller size or scale"
    case .stopped:
      cause = "drawing was cancelled"
      cure = nil
    }
  }

  init(picture cause: String, cure: String?) {
    subject = "the picture"
    self.cause = cause
    self.cure = cure
    isCancellation = false
  }

  /// Returns a cure of the command, or nil if it is about one of its options.
  // Recognized by its dashes: no cure has two of them for anything else.
  private static func inCode(_ cure: String?) -> String? {
    guard let cure, !cure.contains("--") else { return nil }
    return cure
  }
}
