import WavethumbBytes

/// The results of all measures of a recording, at most one each.
struct MeasureResults: Sendable {
  private var values: [UInt8: any MeasureResult] = [:]

  /// The result of a measure, or nil if it was not measured.
  subscript<M: RecordingMeasure>(_ measure: M.Type) -> M.Part.Result? {
    get { values[M.kind] as? M.Part.Result }
    set { values[M.kind] = newValue }
  }

  init() {}

  /// Takes the results of a whole recording.
  init(_ parts: MeasureParts) {
    for (kind, part) in parts.values {
      values[kind] = part.result()
    }
  }

  /// Returns whether there is a result of each of these measures.
  func answers(_ measures: Measures) -> Bool {
    Measures.kinds.allSatisfy { !measures.asks($0) || values[$0.kind] != nil }
  }

  /// Takes the results of measures that have none here.
  mutating func add(missingFrom others: MeasureResults) {
    values.merge(others.values) { own, _ in own }
  }

  /// Completes the summary of all channels.
  func complete(_ mix: inout WaveformSummary) {
    for kind in values.keys.sorted() {
      values[kind]?.complete(&mix)
    }
  }
}

extension MeasureResults: ByteCoded, Equatable {
  func append(to writer: inout ByteWriter) {
    writer.append(byKind: values.mapValues { $0.encoded() })
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    try reader.readByKind { kind, type, reader throws(MalformedBytes) in
      func result<M: RecordingMeasure>(
        _ type: M.Type, _ reader: inout ByteReader
      ) throws(MalformedBytes) -> any MeasureResult { try M.Part.Result(from: &reader) }
      values[kind] = try result(type, &reader)
    }
  }

  static func == (one: MeasureResults, other: MeasureResults) -> Bool {
    func isSame<Value: MeasureResult>(_ value: Value, _ other: (any MeasureResult)?) -> Bool {
      other as? Value == value
    }
    return one.values.count == other.values.count
      && one.values.allSatisfy { kind, value in isSame(value, other.values[kind]) }
  }
}
