import WavethumbBytes

/// The measures that a recording is asked for besides levels.
public struct Measures: Sendable, Hashable {
  /// The parameters of each measure, as bytes: unlike the measures they can be compared.
  private(set) var asked: [UInt8: [UInt8]] = [:]

  /// Creates an empty list.
  public init() {}

  /// Creates a list of measures.
  package init(_ measures: any RecordingMeasure...) {
    for measure in measures {
      asked[type(of: measure).kind] = measure.encoded()
    }
  }

  /// Creates a list from the parameters of each measure.
  init(asked: [UInt8: [UInt8]]) { self.asked = asked }

  /// The measure of a type, or nil if it is not asked for.
  package subscript<M: RecordingMeasure>(_ type: M.Type) -> M? {
    get { asked[M.kind].flatMap { M(encoded: $0) } }
    set { asked[M.kind] = newValue?.encoded() }
  }

  /// Whether nothing is asked for.
  package var isEmpty: Bool { asked.isEmpty }
}

/// The results of all measures of a recording, at most one each.
struct MeasureResults: Sendable {
  /// The result of each measure by the number of the measure.
  var values: [UInt8: any MeasureResult] = [:]

  /// The result of a measure, or nil if it was not measured.
  subscript<M: RecordingMeasure>(_ measure: M.Type) -> M.Part.Result? {
    get { values[M.kind] as? M.Part.Result }
    set { values[M.kind] = newValue }
  }

  init() {}

  init(_ values: [UInt8: any MeasureResult]) { self.values = values }

  /// Adds the results of measures that have none here.
  mutating func add(missingFrom others: MeasureResults) {
    values.merge(others.values) { own, _ in own }
  }

  /// Sets the result of a measure by its number, in place of one that is there.
  mutating func set(_ result: any MeasureResult, ofKind kind: UInt8) { values[kind] = result }

  /// Completes the summary of all channels.
  func complete(_ mix: inout WaveformSummary) {
    for kind in values.keys.sorted() {
      values[kind]?.complete(&mix)
    }
  }
}

extension MeasureResults: Equatable {
  static func == (one: MeasureResults, other: MeasureResults) -> Bool {
    // Generic, because two values of `any MeasureResult` have no common type to compare.
    func isEqual<Value: MeasureResult>(_ value: Value, to other: (any MeasureResult)?) -> Bool {
      other as? Value == value
    }
    guard one.values.count == other.values.count else { return false }
    return one.values.allSatisfy { kind, value in isEqual(value, to: other.values[kind]) }
  }
}
