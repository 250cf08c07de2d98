import WavethumbBytes

/// The first stretches of a recording in order of time, and the number of the others.
///
/// Joined parts equal one pass: the last stretch is kept even if it is not among the first, because
/// the next one may continue it.
struct EventRanges: Sendable, Hashable {
  /// The number of events that a report lists.
  // What is beyond is counted. A thousand stretches take 24 KB.
  static let limit = 1000

  private(set) var first: [EventRange] = []
  /// The number of stretches after the first ones.
  private(set) var omitted = 0
  /// The last stretch, if some are omitted.
  private var last = EventRange()
  private var limit = Self.limit
  /// EventRanges are joined over a pause of at most so many frames; those that touch are joined too.
  private var pause = 0

  init() {}

  /// Creates an empty list that joins stretches over a pause.
  init(pause: Int, limit: Int = Self.limit) {
    self.pause = pause
    self.limit = limit
  }

  /// The number of all stretches.
  var count: Int { first.count + omitted }

  /// Adds a stretch that starts after all others.
  mutating func add(_ next: EventRange) {
    if omitted > 0 {
      // Only the last of those that are left out can go on.
      if next.start - last.end <= pause {
        last.join(next)
      } else {
        last = next
        omitted += 1
      }
    } else if let end = first.last?.end, next.start - end <= pause {
      first[first.count - 1].join(next)
    } else if first.count < limit {
      first.append(next)
    } else {
      last = next
      omitted = 1
    }
  }

  /// Appends the stretches of the next part, whose frames begin at `frame`.
  mutating func append(_ other: EventRanges, at frame: Int = 0) {
    for stretch in other.first {
      add(stretch.moved(by: frame))
    }
    guard other.omitted > 0 else { return }
    // A part that omits some has filled the list: by itself, or with what it continues.
    omitted += other.omitted
    last = other.last.moved(by: frame)
  }

  /// Removes the stretches that overlap others; both are in order of time.
  // Beyond the lists nothing can be compared: the stretches there are taken for overlapping.
  mutating func removeAll(overlapping others: EventRanges) {
    guard !others.first.isEmpty else { return }
    var next = 0
    first.removeAll { stretch in
      while next < others.first.count, others.first[next].end <= stretch.start {
        next += 1
      }
      return next < others.first.count && others.first[next].start < stretch.end
    }
    if others.omitted > 0 {
      omitted = 0
    }
  }

  mutating func removeAll() {
    self = EventRanges(pause: pause, limit: limit)
  }
}

extension EventRanges: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    limit = try coder.count(value?.limit, in: 1...Self.limit)
    pause = try coder.count(value?.pause)
    first = try coder.fields(value?.first, in: 0...limit)
    omitted = try coder.count(value?.omitted)
    try coder.require(omitted == 0 || first.count == limit)
    last = try coder.field(value?.last)
  }
}

/// A stretch of frames that an event fills.
struct EventRange: Sendable, Hashable {
  var start = 0
  /// The frame after the last.
  var end = 0
  /// The binary exponent of the largest step beside it; 0 where steps do not matter.
  var exponent = 0

  private static let exponentOffset = 64
}

extension EventRange: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    start = try coder.count(value?.start)
    end = try coder.count(value?.end, in: start...Int.max / 4)
    // A number that is coded is not negative.
    let offset = Self.exponentOffset
    let number: Int = try coder.count(value.map { $0.exponent + offset }, in: 0...2 * offset)
    exponent = number - offset
  }
}

extension EventRange {
  mutating func join(_ next: EventRange) {
    end = max(end, next.end)
    exponent = max(exponent, next.exponent)
  }

  func moved(by frames: Int) -> EventRange {
    EventRange(start: start + frames, end: end + frames, exponent: exponent)
  }
}
