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
