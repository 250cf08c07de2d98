/// What earlier runs made of contents: measurements and failures, by digest.
final class KnownContents: Sendable {
  func mayHold(size: Int64) -> Bool { false }

  func content(_ digest: ContentDigest, _ size: Int64) -> Result<DecodedRecording, FileProblem>? {
    nil
  }

  func remember(
    _ content: Result<DecodedRecording, DecodeFailure>, _ digest: ContentDigest, _ size: Int64
  ) {}
}
