import WavethumbBytes

/// Results, as far as the list of all measures is needed.
extension MeasureResults {
  /// Creates the results of a whole recording.
  init(_ parts: MeasureParts, of extent: RecordingExtent) {
    var values: [UInt8: any MeasureResult] = [:]
    // A part without a result, such as buckets that do not divide the time, counts as missing.
    for (kind, part) in parts.values {
      values[kind] = part.result(of: extent)
    }
    self.init(values)
  }
}

extension MeasureResults: ByteCoded {
  func append(to writer: inout ByteWriter) {
    writer.append(byKind: values.mapValues { $0.encoded() })
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    var values: [UInt8: any MeasureResult] = [:]
    try reader.readByKind { kind, type, reader throws(MalformedBytes) in
      values[kind] = try Self.result(of: type, from: &reader)
    }
    self.init(values)
  }

  /// Reads the result of one measure.
  static func result(
    of type: any RecordingMeasure.Type,
    from reader: inout ByteReader
  ) throws(MalformedBytes) -> any MeasureResult {
    // Generic, because only the type itself knows that of its results.
    func read<M: RecordingMeasure>(
      _ type: M.Type,
      from reader: inout ByteReader
    ) throws(MalformedBytes) -> any MeasureResult { try M.Part.Result(from: &reader) }
    return try read(type, from: &reader)
  }
}

extension WaveformMeasurement {
  /// Creates a measurement from summaries and spectra measured elsewhere.
  public init(
    mix: WaveformSummary,
    lanes: [WaveformSummary] = [],
    spectrum: WaveformSpectrum? = nil,
    lengthProvedWrong: Bool = false
  ) {
    self.init(mix: mix, lengthProvedWrong: lengthProvedWrong)
    self.lanes = lanes
    results[SpectrumMeasure.self] = spectrum
  }
}
