import Codecs
import Decoding
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbBatch

extension RecordingResult {
  /// Returns the result of a recording with pictures.
  static func made(
    _ path: RawPath,
    source: OutcomeSource,
    _ change: (inout ManifestEntry.Facts) -> Void = { _ in }
  ) -> RecordingResult {
    var made = ManifestEntry.Facts()
    change(&made)
    return RecordingResult(ManifestEntry(path: path, content: .decoded(made)), source: source)
  }

  /// Returns the result of a recording that was decoded in part.
  static func decoded(_ path: RawPath, problem: AudioFailure) -> RecordingResult {
    var result = RecordingResult(path, .decoding(.audio(problem)))
    result.source = .decoded
    return result
  }
}
