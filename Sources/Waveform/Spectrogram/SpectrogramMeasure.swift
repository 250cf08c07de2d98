package import WavethumbBytes

/// Measures the power by time and frequency.
package struct SpectrogramMeasure: RecordingMeasure {
  package typealias Part = Spectrogram

  package static let kind: UInt8 = 1
  package static let revision: UInt8 = 2

  private var columns = 1
  /// The lowest level is this far below a full-scale sine, in decibels.
  private var depth = Self.standardDepth
  /// The number of frames of a window.
  private var window = Spectrogram.standardWindow

  package init() {}

  /// Creates the measure of so many columns, or as many as a result may have, with levels from `floor`
  /// decibels up.
  package init(
    columns: Int,
    floor: Int = Int(Spectrogram.quietest),
    window: Int = Spectrogram.standardWindow
  ) {
    self.columns = min(columns, Spectrogram.maximumColumns(window: window))
    self.window = window
    depth = -floor
  }

  package var cacheWord: String? { "columns \(columns) from -\(depth) window \(window)" }

  private static let standardDepth = -Int(Spectrogram.quietest)

  /// The number of columns.
  var columnCount: Int { columns }

  package mutating func code(with coder: inout FieldCoder) {
    coder.count(&window, in: 1...8192)
    coder.require(Spectrogram.windows.contains(window))
    coder.count(&columns, in: 1...max(1, Spectrogram.maximumColumns(window: window)))
    // Without the sign, as a number that is coded is not negative.
    let floors = SpectrogramScale.floors
    coder.count(&depth, in: -floors.upperBound ... -floors.lowerBound)
  }

  package func meter(of sound: SoundShape) -> (any Meter)? {
    SpectrogramMeter(
      columns: columns,
      window: window,
      scale: SpectrogramScale(floor: -depth),
      of: sound
    )
  }
}

extension Measures {
  /// Whether the spectrogram for programs is measured.
  package var spectrogramData: Bool {
    get { self[SpectrogramDataMeasure.self] != nil }
    set { self[SpectrogramDataMeasure.self] = newValue ? SpectrogramDataMeasure() : nil }
  }

  /// The number of columns of the spectrogram, or nil for none.
  public var spectrogramColumns: Int? {
    get { self[SpectrogramMeasure.self]?.columnCount }
    set { self[SpectrogramMeasure.self] = newValue.map { SpectrogramMeasure(columns: $0) } }
  }
}

/// Measures the power by time and frequency for programs, in the same columns for any picture.
package struct SpectrogramDataMeasure: RecordingMeasure {
  package typealias Part = Spectrogram

  package static let kind: UInt8 = 4
  package static let revision: UInt8 = 2
  // As many as the usual picture has pixels at twice the size.
  package static let columnCount = 1200

  package init() {}

  package mutating func code(with coder: inout FieldCoder) {}

  package func meter(of sound: SoundShape) -> (any Meter)? {
    SpectrogramMeasure(columns: Self.columnCount).meter(of: sound)
  }
}

extension WaveformMeasurement {
  /// The spectrogram, if requested.
  public var spectrogram: Spectrogram? {
    get { results[SpectrogramMeasure.self] }
    set { results[SpectrogramMeasure.self] = newValue }
  }

  /// The spectrogram for programs, if requested.
  package var spectrogramData: Spectrogram? { results[SpectrogramDataMeasure.self] }
}

extension Spectrogram: MeasurePart, MeasureResult {
  package mutating func append(_ next: Spectrogram) -> Bool {
    guard next.sampleRate == sampleRate, next.floor == floor, next.window == window else {
      return false
    }
    levels += next.levels
    return true
  }

  package func result(of extent: RecordingExtent) -> Spectrogram? { self }

  /// Returns a coarse version, silent after a fraction of the time.
  package func glimpse(until share: Double, end: Int) -> Spectrogram? {
    // 64 columns of 513 bins are 33 KB: a preview is one message. A guess.
    let columns = min(columnCount, max(1, 33_000 / binCount))
    guard var coarse = pooled(to: columns)?.levels else { return nil }
    let knownColumns = Int(share * Double(columns))
    for index in max(0, knownColumns * binCount)..<coarse.count {
      coarse[index] = 0
    }
    return Spectrogram(sampleRate: sampleRate, levels: coarse, floor: floor, window: window)
  }
}

extension Spectrogram: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(Int64(sampleRate))
    writer.append(Int64(-floor))
    writer.append(Int64(window))
    writer.append(levels)
  }

  /// Reads all bytes that are left.
  // A result has bytes of its own, so that the number of levels need not be written.
  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let sampleRate = try reader.count(in: 0...Int(Int32.max))
    let depth = try reader.count(in: 0...1000)
    let window = try reader.count(in: 1...8192)
    let levels = Array(try reader.take(reader.left))
    let spectrogram = Spectrogram(
      sampleRate: sampleRate,
      levels: levels,
      floor: -depth,
      window: window
    )
    guard let spectrogram else { throw MalformedBytes() }
    self = spectrogram
  }
}
