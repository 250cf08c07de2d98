/// Measures the power by time and frequency.
package struct SpectrogramMeasure: RecordingMeasure {
  package typealias Part = Spectrogram

  package static let kind: UInt8 = 1

  private var columns = 1

  package init() {}

  package init(columns: Int) { self.columns = columns }

  package var cacheWord: String? { "columns \(columns)" }

  /// The number of columns.
  var columnCount: Int { columns }

  package mutating func code(with coder: inout FieldCoder) {
    coder.count(&columns, in: 1...Spectrogram.maximumColumns)
  }

  package func meter(of sound: SoundShape) -> (any Meter)? {
    SpectrogramMeter(columns: columns, of: sound)
  }
}

extension Measures {
  /// The number of columns of the spectrogram, or nil for none.
  public var spectrogramColumns: Int? {
    get { self[SpectrogramMeasure.self]?.columnCount }
    set { self[SpectrogramMeasure.self] = newValue.map { SpectrogramMeasure(columns: $0) } }
  }
}

extension WaveformMeasurement {
  /// The spectrogram, if requested.
  public var spectrogram: Spectrogram? {
    get { results[SpectrogramMeasure.self] }
    set { results[SpectrogramMeasure.self] = newValue }
  }
}

extension Spectrogram: MeasurePart, MeasureResult {
  package mutating func append(_ next: Spectrogram) -> Bool {
    guard next.sampleRate == sampleRate else { return false }
    levels += next.levels
    return true
  }

  package func result() -> Spectrogram? { self }

  /// Returns a coarse version, silent after a fraction of the time.
  package func glimpse(until share: Double) -> Spectrogram? {
    guard var coarse = pooled(to: min(columnCount, 64))?.levels else { return nil }
    let known = Int(share * Double(coarse.count / Self.binCount)) * Self.binCount
    for place in max(0, known)..<coarse.count {
      coarse[place] = 0
    }
    return Spectrogram(sampleRate: sampleRate, levels: coarse)
  }
}
