package import WavethumbBytes

/// Measures which frequencies a recording has over time, for colors.
package struct TonesMeasure: RecordingMeasure {
  package typealias Part = TonesPart

  package static let kind: UInt8 = 3

  package init() {}

  package init(coding value: Self?, with coder: inout ByteCoder) {}

  package func meter(of sound: SoundShape) -> (any Meter)? { TonesMeter(sound) }
}

extension Measures {
  /// Whether low, mid and high frequencies and their mean are measured over time.
  public var tones: Bool {
    get { self[TonesMeasure.self] != nil }
    set { self[TonesMeasure.self] = newValue ? TonesMeasure() : nil }
  }
}

extension WaveformMeasurement {
  /// The frequencies over time, if requested.
  public var tones: WaveformTones? {
    get { results[TonesMeasure.self] }
    set { results[TonesMeasure.self] = newValue }
  }
}

/// The tones of a range of a recording; joined parts equal one pass.
package struct TonesPart: MeasurePart, Sendable, Equatable {
  private var tones = WaveformTones()

  package init() {}

  init(_ tones: WaveformTones) { self.tones = tones }

  package mutating func append(_ next: TonesPart) -> Bool {
    tones.append(next.tones)
    return true
  }

  package func result(of extent: RecordingExtent) -> WaveformTones? { tones }
}

extension TonesPart: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    tones = try coder.field(value?.tones)
  }
}
