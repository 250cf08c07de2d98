package import WavethumbBytes

/// What a measure found out about a whole recording.
package protocol MeasureResult: ByteCoded, Equatable, Sendable {
  /// Completes the summary of all channels, if heights can be drawn from the result.
  func complete(_ mix: inout WaveformSummary)

  /// Returns one of the numbers of the measure, or nil if this recording has none.
  func value(of number: MeasuredNumber) -> Double?
}

extension MeasureResult {
  package func complete(_ mix: inout WaveformSummary) {}
  package func value(of number: MeasuredNumber) -> Double? { nil }
}
