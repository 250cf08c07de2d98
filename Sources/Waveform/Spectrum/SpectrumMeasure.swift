package import WavethumbBytes

/// Measures the levels of frequency bands in 64 moments of a recording.
package struct SpectrumMeasure: RecordingMeasure {
  package typealias Part = SpectrumPart

  package static let kind: UInt8 = 6

  package init() {}

  package mutating func code(with coder: inout FieldCoder) {}

  package func meter(of sound: SoundShape) -> (any Meter)? { WindowsMeter(sound) }
}

extension Measures {
  /// Whether the spectrum is measured, which takes nearly half of the work for a half-second WAV.
  public var spectrum: Bool {
    get { self[SpectrumMeasure.self] != nil }
    set { self[SpectrumMeasure.self] = newValue ? SpectrumMeasure() : nil }
  }
}

extension WaveformMeasurement {
  /// The levels of the frequency bands over time; silent if they were not requested.
  public var spectrum: WaveformSpectrum {
    get { results[SpectrumMeasure.self] ?? WaveformSpectrum() }
    set { results[SpectrumMeasure.self] = newValue }
  }
}

/// Measures the windows that begin in a range.
private struct WindowsMeter: Meter {
  private let sound: SoundShape
  private let frameBytes: Int
  private var spectrum: SpectrumMeter

  init(_ sound: SoundShape) {
    self.sound = sound
    frameBytes = sound.channels * sound.format.bytesPerSample
    spectrum = SpectrumMeter(sound)
  }

  var end: Int { spectrum.end }

  mutating func add(_ block: borrowing RawSpan) { spectrum.add(block) }

  consuming func finish() -> (any MeasurePart)? {
    spectrum.finish()
    let range = sound.knownRange
    let added = sound.ownFrames(of: spectrum.position - range.lowerBound, at: range.lowerBound)
    let isAsExpected = added == range.count
    // A range of another length than expected counts frames from its own beginning, as it is a whole
    // recording.
    let start = isAsExpected ? 0 : range.lowerBound
    let windows = spectrum.windows.map { window in
      SpectrumWindow(start: window.start - start, levels: window.levels)
    }
    return SpectrumPart(windows)
  }
}

/// The windows of a range of a recording; joined parts equal one pass.
package struct SpectrumPart: MeasurePart, FieldCoded, Sendable, Equatable {
  private(set) var windows: [SpectrumWindow] = []

  package init() {}

  init(_ windows: [SpectrumWindow]) { self.windows = windows }

  package mutating func append(_ next: SpectrumPart) -> Bool {
    windows += next.windows
    return true
  }

  package func result(of extent: RecordingExtent) -> WaveformSpectrum? {
    WaveformSpectrum(windows: windows, frames: extent.frames)
  }

  /// Returns all windows, and a silent one after them.
  package func glimpse(until share: Double, end: Int) -> SpectrumPart? {
    guard share < 1 else { return self }
    // Without it, the last window would stand for all that is not decoded yet.
    let silence = SpectrumWindow(start: end, levels: SpectrumWindow.silence)
    return SpectrumPart(windows + [silence])
  }

  package mutating func code(with coder: inout FieldCoder) {
    // A meter keeps at most four windows a moment; twice as many bound what a hostile worker sends.
    coder.fields(&windows, in: 0...WaveformSpectrum.momentCount * 8)
    // In order, since the nearest window of a moment is searched from that of the moment before.
    let starts = windows.map(\.start)
    coder.require(zip(starts, starts.dropFirst()).allSatisfy(<))
  }
}

extension SpectrumWindow: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(Int64(start))
    writer.append(levels)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    start = try reader.count(in: 0...WaveformSummary.maximumFrames)
    levels = Array(try reader.take(WaveformSpectrum.bandCount))
  }
}

extension WaveformSpectrum: MeasureResult {
  package func append(to writer: inout ByteWriter) { writer.append(levels) }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let levels = try reader.take(WaveformSpectrum.momentCount * WaveformSpectrum.bandCount)
    guard let spectrum = WaveformSpectrum(levels: Array(levels)) else { throw MalformedBytes() }
    self = spectrum
  }
}
