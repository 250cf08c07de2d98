/// The result of a meter: the summary of all channels, and the results of measures.
public struct WaveformMeasurement: Sendable, Equatable {
  /// The summary of all channels together.
  public var mix: WaveformSummary
  /// The gaps and missing end of the recording.
  public var damage = WaveformDamage()
  /// The results of the measures that were requested.
  var results = MeasureResults()
  /// Whether the number of frames differed from the known length: decoding again with the true one
  /// gives exact buckets.
  public var lengthProvedWrong: Bool

  init(mix: WaveformSummary, lengthProvedWrong: Bool) {
    self.mix = mix
    self.lengthProvedWrong = lengthProvedWrong
  }

  /// Adds the results of measures that have none here from another measurement of the same
  /// samples.
  package mutating func addResults(missingFrom other: WaveformMeasurement) {
    results.add(missingFrom: other.results)
    results.complete(&mix)
  }
}

extension WaveformMeasurement {
  /// The duration of all gaps in milliseconds.
  package var lostMilliseconds: Int { milliseconds(damage.framesLost) }

  /// The missing milliseconds at the end; nil if no length is declared.
  package var missingMilliseconds: Int? { damage.framesMissing.map(milliseconds) }

  /// The position of the first gap in seconds, or nil if there is none or it is unknown.
  package var firstGapSeconds: Double? {
    damage.firstGap.map { Double($0) / Double(max(mix.sampleRate, 1)) }
  }

  private func milliseconds(_ frames: Int) -> Int {
    // Frames may be as many as a header declares: clamped before there is an integer.
    let milliseconds = Double(frames) / Double(max(mix.sampleRate, 1)) * 1000
    return Int(min(max(milliseconds, 0).rounded(), 0x1p53))
  }
}
