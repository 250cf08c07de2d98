package import WavethumbBytes

/// A stretch of a recording that a person may want to hear or to see.
public struct SoundEvent: Sendable, Hashable {
  /// The kinds of events.
  // Their names are in manifests and labels, and their order in entries of the cache.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// All channels are silent.
    case silence
    /// Samples of a channel are clipped, with pauses of at most 0.5 s.
    case clipping
    /// All channels are exactly 0 amid sound.
    case dropout
    /// Nothing could be decoded.
    case gap
  }

  /// The kind of the event.
  public var kind: Kind
  /// The start in seconds.
  public var start: Double
  /// The end in seconds.
  public var end: Double
  /// The channel, counted from 1; nil if the event is in all.
  public var channel: Int?

  /// Creates an event.
  public init(kind: Kind, start: Double, end: Double, channel: Int? = nil) {
    self.kind = kind
    self.start = start
    self.end = end
    self.channel = channel
  }
}

extension SoundEvent.Kind {
  var index: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension SoundEvent: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let index: Int = try coder.count(value?.kind.index, in: 0...Kind.allCases.count - 1)
    kind = Kind.allCases[index]
    start = try coder.field(value?.start)
    end = try coder.field(value?.end)
    try coder.require(start >= 0 && end >= start && end < 1e12)
    channel = try coder.field(value?.channel)
  }
}

extension SoundReport {
  /// Collects the events of a recording.
  mutating func addEvents(_ part: SoundPart, gridBits: Int) {
    let rate = Double(part.kind.sampleRate)
    let duration = Double(part.frames) / rate
    let pauses = part.pauses.listed
    events.add(pauses.first, omitted: pauses.omitted, kind: .silence) { block in
      let ticks = Double(block * SilenceRuns.ticksPerBlock)
      // The last block may be short.
      return min(ticks / Double(SoundGrid.ticksPerSecond), duration)
    }
    let dropouts = part.dropouts
    events.add(dropouts.first, omitted: dropouts.omitted, kind: .dropout) { frame in
      Double(frame) / rate
    }

    if clipping.runs > 0 {
      for (index, channel) in part.channels.enumerated() {
        let clipped = channel.clippedStretches(
          minimumExponent: leastClippingStep(usedBits: gridBits),
          pause: SoundPart.clippingPause(at: part.kind.sampleRate)
        )
        events.add(
          clipped.first,
          omitted: clipped.omitted,
          kind: .clipping,
          channel: index + 1
        ) { frame in
          Double(frame) / rate
        }
      }
    }
    events.trim()
  }
}

extension ChannelTally {
  /// The stretches of both signs in which some run has at least a step of this exponent.
  fileprivate func clippedStretches(
    minimumExponent: Int,
    pause: Int
  ) -> (first: [EventRange], omitted: Int) {
    let lists = clipping.flatMap { side in [side.equal.stretches, side.full.stretches] }
    let counted = lists.flatMap(\.first).filter { $0.exponent >= minimumExponent }
    // Four lists at most are joined, so that none is left out here.
    var joined = EventRanges(pause: pause)
    for stretch in counted.sorted(by: { $0.start < $1.start }) {
      joined.add(stretch)
    }
    let omitted = lists.map(\.omitted).max() ?? 0
    return (joined.first, joined.omitted + omitted)
  }
}

extension WaveformMeasurement {
  /// The results of sound analysis with what other parts of the measurement know: the gaps of
  /// decoding among its events, and whether a checksum is right.
  package var wholeSound: SoundReport? {
    guard var report = sound else { return nil }
    // Not in the report itself, which is cached: damage is kept beside it, and may be found again.
    let rate = Double(max(mix.sampleRate, 1))
    let gaps = damage.stretches
    report.events.add(gaps.first, omitted: gaps.omitted, kind: .gap) { frame in
      Double(frame) / rate
    }
    report.events.trim()
    report.checksum = isChecksumRight
    return report
  }

  /// The findings of sound analysis; nil without one.
  package var findings: [SoundFinding]? {
    wholeSound?.findings(isTruncated: mix.truncated, hasGaps: damage.gaps > 0)
  }
}

/// The first events of a recording in order of time, and the number of the others.
public struct SoundEvents: Sendable, Hashable {
  /// The largest number of events that a report lists.
  public static let limit = EventRanges.limit

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
    _ stretches: [EventRange],
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

extension SoundEvents: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    first = try coder.fields(value?.first, in: 0...Self.limit)
    omitted = try coder.count(value?.omitted)
    laterSilences = try coder.fields(value?.laterSilences, in: 0...Self.limit)
  }
}
