import WavethumbBytes

/// The measures that a recording is asked for besides levels and the spectrum.
public struct Measures: Sendable, Hashable {
  /// The parameters of each measure, as bytes: unlike the measures they can be compared.
  private(set) var asked: [UInt8: [UInt8]] = [:]

  /// Creates an empty list.
  public init() {}

  /// Creates a list of one measure.
  package init<M: RecordingMeasure>(_ measure: M) { self[M.self] = measure }

  /// Creates a list from the parameters of each measure.
  init(asked: [UInt8: [UInt8]]) { self.asked = asked }

  /// The measure of a type, or nil if it is not asked for.
  package subscript<M: RecordingMeasure>(_ type: M.Type) -> M? {
    get { asked[M.kind].flatMap { M(encoded: $0) } }
    set { asked[M.kind] = newValue?.encoded() }
  }

  /// Returns whether a measure is asked for.
  func asks(_ type: any RecordingMeasure.Type) -> Bool { asked[type.kind] != nil }
}
