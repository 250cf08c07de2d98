package import WavethumbBytes

/// What a measure found out about a whole recording.
package protocol MeasureResult: ByteCoded, Equatable, Sendable {
  /// Completes the summary of all channels, if heights can be drawn from the result.
  func complete(_ mix: inout WaveformSummary)
}

extension MeasureResult {
  package func complete(_ mix: inout WaveformSummary) {}
}
