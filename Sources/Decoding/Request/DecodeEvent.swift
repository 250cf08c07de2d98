/// An event during decoding.
public enum DecodeEvent: Sendable {
  /// The decoder has made progress.
  case decoded(DecodedSoFar)
  /// A preview, if requested.
  case preview(DecodePreview)
  /// The next bytes of a stream: points, as `MeasuredPoints` reads them, or a picture.
  case bytes([UInt8])
  /// Decoding starts or restarts: earlier events are void.
  case begun

  /// Passes the decoded duration on, ignoring other events.
  package func report(to progress: (DecodedSoFar) -> Void) {
    if case .decoded(let soFar) = self {
      progress(soFar)
    }
  }
}
