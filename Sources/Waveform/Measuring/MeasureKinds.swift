package import WavethumbBytes

/// All measures, and what derives from their list: meters, keys and coding.
extension Measures {
  /// All measures.
  // In this order their meters run, and their words come in keys of the cache. Their numbers are in
  // the bytes of entries, and are neither reused nor changed.
  package static let kinds: [any RecordingMeasure.Type] = [
    SpectrogramMeasure.self, SoundMeasure.self, TonesMeasure.self,
    SpectrogramDataMeasure.self, ChecksumMeasure.self, SpectrumMeasure.self, LanesMeasure.self,
  ]

  /// What a meter measures unless it is asked for other measures: the spectrum.
  public static let standard = Measures(SpectrumMeasure())

  /// Returns the measure with a number, or nil for an unknown number.
  static func measure(ofKind kind: UInt8) -> (any RecordingMeasure.Type)? {
    kinds.first { $0.kind == kind }
  }

  /// The meters of all measures for a recording.
  func meters(of sound: SoundShape) -> [MeasureMeter] {
    all.compactMap { measure in
      // Not every recording can be measured: sound analysis needs a rate of 1 kHz.
      guard let meter = measure.meter(of: sound) else { return nil }
      return MeasureMeter(kind: type(of: measure).kind, meter: meter)
    }
  }

  /// The measures, in the order of the list of all.
  var all: [any RecordingMeasure] {
    Self.kinds.compactMap { type in
      guard let parameters = asked[type.kind] else { return nil }
      return type.init(encoded: parameters)
    }
  }
}

/// A meter with the number of its measure.
struct MeasureMeter: Sendable {
  let kind: UInt8
  var meter: any Meter
}

extension Measures: ByteCoded {
  package func append(to writer: inout ByteWriter) { writer.append(byKind: asked) }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    var asked: [UInt8: [UInt8]] = [:]
    try reader.readByKind { kind, type, reader throws(MalformedBytes) in
      asked[kind] = try type.init(from: &reader).encoded()
    }
    self.init(asked: asked)
  }
}

extension ByteWriter {
  /// Appends the bytes of values in the order of the numbers of their measures.
  mutating func append(byKind values: [UInt8: [UInt8]]) {
    append(UInt8(values.count))
    for (kind, bytes) in values.sorted(by: { $0.key < $1.key }) {
      append(kind)
      append(counted: bytes)
    }
  }
}

extension ByteReader {
  /// Reads values by the numbers of their measures, each from its own bytes.
  mutating func readByKind(
    _ read: (UInt8, any RecordingMeasure.Type, inout ByteReader) throws(MalformedBytes) -> Void
  ) throws(MalformedBytes) {
    var last = -1
    for _ in 0..<(try integer(UInt8.self)) {
      let kind = try integer(UInt8.self)
      // In ascending order, as they are written: none comes twice, and equal values have equal bytes.
      guard Int(kind) > last, let type = Measures.measure(ofKind: kind) else {
        throw MalformedBytes()
      }
      last = Int(kind)
      var own = ByteReader(try countedBytes(atMost: left))
      try read(kind, type, &own)
      try own.finish()
    }
  }
}
