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
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    values = try coder.byKind(value?.values) { result in
      result.encoded()
    } decode: { type, bytes in
      Self.result(of: type, encoded: bytes)
    }
  }

  /// Decodes the result of one measure; nil if it is malformed.
  static func result(
    of type: any RecordingMeasure.Type,
    encoded bytes: ArraySlice<UInt8>
  ) -> (any MeasureResult)? {
    // Generic, because only the type itself knows that of its results.
    func result<M: RecordingMeasure>(_ type: M.Type) -> (any MeasureResult)? {
      M.Part.Result(encoded: bytes)
    }
    return result(type)
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
