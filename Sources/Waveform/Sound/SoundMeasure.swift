package import WavethumbBytes

/// Measures loudness, peaks, faults and the end of the spectrum.
package struct SoundMeasure: RecordingMeasure {
  package typealias Part = SoundPart

  package static let kind: UInt8 = 2

  /// The silence that is listed as events.
  package var silence = SilenceRule()

  package init() {}

  package init(silence: SilenceRule) { self.silence = silence }

  // The usual rule adds nothing to the key: only other rules need entries of their own.
  package var cacheWord: String? {
    guard silence != SilenceRule() else { return nil }
    return "silence \(silence.level):\(silence.seconds)"
  }

  package func meter(of sound: SoundShape) -> (any Meter)? {
    SoundMeter(sound, silence: silence)
  }
}

extension SoundMeasure: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    silence = try coder.field(value?.silence)
  }
}

extension Measures {
  /// Whether loudness, peaks, faults and the end of the spectrum are measured.
  public var sound: Bool {
    get { self[SoundMeasure.self] != nil }
    set { self[SoundMeasure.self] = newValue ? SoundMeasure() : nil }
  }
}

extension WaveformMeasurement {
  /// The results of sound analysis, if requested.
  public var sound: SoundReport? {
    get { results[SoundMeasure.self] }
    set {
      results[SoundMeasure.self] = newValue
      mix.kWeighted = newValue?.kWeighted ?? KWeightedLevels()
    }
  }
}

extension SoundPart: MeasurePart {
  package func result(of extent: RecordingExtent) -> SoundReport? {
    var part = self
    part.dropouts.removeAll(overlapping: extent.damage.stretches)
    return SoundReport(part)
  }
}

extension SoundReport: MeasureResult {
  package func complete(_ mix: inout WaveformSummary) { mix.kWeighted = kWeighted }
}
