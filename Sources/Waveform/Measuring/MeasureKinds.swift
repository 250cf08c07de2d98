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
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let asked = try coder.byKind(value?.asked) { parameters in
      parameters
    } decode: { type, bytes in
      type.init(encoded: bytes)?.encoded()
    }
    self.init(asked: asked)
  }
}

extension ByteCoder {
  /// Codes values by the numbers of their measures, each as bytes of its own.
  mutating func byKind<Value>(
    _ values: [UInt8: Value]?,
    encode: (Value) -> [UInt8],
    decode: (any RecordingMeasure.Type, ArraySlice<UInt8>) -> Value?
  ) throws(MalformedBytes) -> [UInt8: Value] {
    let kinds = values?.keys.sorted()
    let count = try integer(kinds.map { UInt8($0.count) })
    var read: [UInt8: Value] = [:]
    var last = -1
    for index in 0..<Int(count) {
      let kind = try integer(kinds?[index])
      // In ascending order, as they are written: none comes twice, and equal values have equal bytes.
      guard Int(kind) > last, let type = Measures.measure(ofKind: kind) else {
        throw MalformedBytes()
      }
      last = Int(kind)
      let own = try countedBytes(values?[kind].map { encode($0)[...] }, atMost: left)
      guard let value = values?[kind] ?? decode(type, own) else { throw MalformedBytes() }
      read[kind] = value
    }
    return read
  }
}
