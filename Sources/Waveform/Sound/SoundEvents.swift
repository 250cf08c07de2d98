import WavethumbBytes

/// The first events of a recording in order of time, and the number of the others.
public struct SoundEvents: Sendable, Hashable {
  /// The largest number of events that a report lists.
  public static let limit = Stretches.limit

  /// The first events, in order of time.
  public var first: [SoundEvent] = []
  /// The number of the others.
  // Where a channel clips in more than a thousand stretches, those of both signs after them are
  // counted but not compared, so that this may be some too few.
  public var omitted = 0

  /// The silences among the others, which chapters need; a manifest does not contain them.
  package var laterSilences: [SoundEvent] = []

  /// Creates an empty list.
  public init() {}

  /// Adds stretches of one kind.
  mutating func add(
    _ stretches: [Stretch],
    omitted: Int,
    kind: SoundEvent.Kind,
    channel: Int? = nil,
    seconds: (Int) -> Double
  ) {
    first += stretches.map { stretch in
      let start = Self.rounded(seconds(stretch.start))
      let end = Self.rounded(seconds(stretch.end))
      return SoundEvent(kind: kind, start: start, end: end, channel: channel)
    }
    self.omitted += omitted
  }

  /// Sorts by time, and leaves out those beyond the limit.
  mutating func trim() {
    first.sort(by: Self.precedes)
    let others = first.dropFirst(Self.limit)
    omitted += others.count
    laterSilences += others.filter { $0.kind == .silence }
    first = Array(first.prefix(Self.limit))
  }

  // By every member, so that the same events are left out in any order of adding them.
  private static func precedes(_ one: SoundEvent, _ other: SoundEvent) -> Bool {
    if one.start != other.start { return one.start < other.start }
    if one.end != other.end { return one.end < other.end }
    if one.kind != other.kind { return one.kind.index < other.kind.index }
    return (one.channel ?? 0) < (other.channel ?? 0)
  }

  // Milliseconds, as all times of a report.
  private static func rounded(_ seconds: Double) -> Double {
    (seconds * 1000).rounded() / 1000
  }
}

extension SoundEvents: FieldCoded {
  package mutating func code(with coder: inout FieldCoder) {
    coder.fields(&first, in: 0...Self.limit)
    coder.count(&omitted)
    coder.fields(&laterSilences, in: 0...Self.limit)
  }
}
