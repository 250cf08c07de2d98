/// Measures loudness, peaks, faults and the end of the spectrum.
package struct SoundMeasure: RecordingMeasure {
  package typealias Part = SoundPart

  package static let kind: UInt8 = 2

  package init() {}

  package mutating func code(with coder: inout FieldCoder) {}

  package func meter(of sound: SoundShape) -> (any Meter)? { SoundMeter(sound) }
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
      mix.heard = newValue?.heard ?? HeardLevels()
    }
  }
}

extension SoundPart: MeasurePart {
  package func result() -> SoundReport? { SoundReport(self) }
}

extension SoundReport: MeasureResult {
  package func complete(_ mix: inout WaveformSummary) { mix.heard = heard }
}
