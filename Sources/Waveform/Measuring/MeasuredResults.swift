import WavethumbBytes

/// Results, as far as the list of all measures is needed.
extension MeasureResults {
  /// Takes the results of a whole recording.
  init(_ parts: MeasureParts) {
    var values: [UInt8: any MeasureResult] = [:]
    for (kind, part) in parts.values {
      values[kind] = part.result()
    }
    self.init(values)
  }

  /// Returns whether there is a result of each of these measures.
  func answers(_ measures: Measures) -> Bool {
    Measures.kinds.allSatisfy { !measures.asks($0) || values[$0.kind] != nil }
  }
}

extension MeasureResults: ByteCoded {
  func append(to writer: inout ByteWriter) {
    writer.append(byKind: values.mapValues { $0.encoded() })
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    var values: [UInt8: any MeasureResult] = [:]
    try reader.readByKind { kind, type, reader throws(MalformedBytes) in
      func result<M: RecordingMeasure>(
        _ type: M.Type, _ reader: inout ByteReader
      ) throws(MalformedBytes) -> any MeasureResult { try M.Part.Result(from: &reader) }
      values[kind] = try result(type, &reader)
    }
    self.init(values)
  }
}

extension WaveformMeasurement {
  /// Returns whether there is a result of each of these measures.
  package func answers(_ measures: Measures) -> Bool { results.answers(measures) }
}
