import WavethumbBytes

/// Runs of samples, counted by the size of the step beside them, because the smallest step that
/// counts is known only after all samples.
struct SampleRuns: Sendable, Equatable {
  struct Count: Sendable, Equatable {
    var runs = 0
    var samples = 0
    /// The first frame of the first run.
    var first = Int.max

    mutating func add(_ other: Count) {
      runs += other.runs
      samples += other.samples
      first = min(first, other.first)
    }
  }

  /// The counts by exponent of the step, from 2^-31 up; empty if there are no runs.
  // By exponent, because the smallest step that counts is a power of two: four units of the bits that
  // the recording turns out to use.
  private var counts: [Count] = []
  /// The runs with the pauses between them, each stretch with its largest step.
  private(set) var stretches = EventRanges()
  // The finest step of 32 bits, and what no sample within full scale can do.
  private static let exponents = -31...2
  /// A step that counts wherever samples are held.
  static let largestStep = Float(4)

  init() {}

  /// Creates runs whose stretches are joined over a pause of so many frames.
  init(pause: Int, limit: Int) { stretches = EventRanges(pause: pause, limit: limit) }

  var isEmpty: Bool { counts.isEmpty }

  /// The samples of all runs.
  var samples: Int { counts.reduce(0) { $0 + $1.samples } }

  /// Adds a run, or what follows of one that was added.
  mutating func add(samples: Int, first: Int, step: Float, isContinued: Bool = false) {
    guard step > 0 else { return }
    let exponent = Self.exponent(of: step)
    let runs = isContinued ? 0 : 1
    add(Count(runs: runs, samples: samples, first: first), exponent: exponent)
    stretches.add(EventRange(start: first, end: first + samples, exponent: exponent))
  }

  private static func exponent(of step: Float) -> Int {
    max(min(Int(step.exponent), exponents.upperBound), exponents.lowerBound)
  }

  private mutating func add(_ count: Count, exponent: Int) {
    if counts.isEmpty {
      counts = Array(repeating: Count(), count: Self.exponents.count)
    }
    counts[exponent - Self.exponents.lowerBound].add(count)
  }

  mutating func append(_ other: SampleRuns) {
    for (index, count) in other.counts.enumerated() where count.samples > 0 {
      add(count, exponent: index + Self.exponents.lowerBound)
    }
    stretches.append(other.stretches)
  }

  mutating func removeAll() {
    counts = []
    stretches.removeAll()
  }

  /// Returns the count of runs with a step of at least two to the power of `lowest`.
  func count(withStepsFrom lowest: Int) -> Count {
    var all = Count()
    for (index, count) in counts.enumerated() where index + Self.exponents.lowerBound >= lowest {
      all.add(count)
    }
    return all
  }
}

extension SampleRuns: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    counts = try coder.fields(value?.counts, in: 0...Self.exponents.count)
    try coder.require(isEmpty || counts.count == Self.exponents.count)
    stretches = try coder.field(value?.stretches)
  }
}

extension SampleRuns.Count: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    runs = try coder.count(value?.runs)
    samples = try coder.count(value?.samples)
    first = try coder.count(value?.first, in: 0...Int.max)
  }
}
