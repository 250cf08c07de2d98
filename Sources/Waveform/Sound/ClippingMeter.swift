import WavethumbBytes

/// Counts the clipped samples of one channel and one sign.
struct ClippingMeter: Sendable, Equatable {
  /// The criteria of clipping, which depend on how the samples were stored.
  struct Rule: Sendable {
    /// The lowest level that counts as full scale, and the length of the shortest clipped run.
    let level: Float
    let minimumSamples: Int
    /// The smallest step before or after a run.
    let minimumStep: Float
    /// Whether runs of equal samples at the channel's own extreme count as well.
    let countsEqual: Bool

    // The steps leave out full-scale sines and limited masters, which reach the level smoothly. 0.999
    // is 33 units of 16 bits below full scale, for converters that stop short of it.
    static let lossless = Rule(
      level: 0.999,
      minimumSamples: 5,
      minimumStep: 0.005,
      countsEqual: true
    )
    /// Only runs beyond full scale.
    // Decoders overshoot: at 0.999, every loud master would be named.
    static let lossy = Rule(
      level: Float(1).nextUp,
      minimumSamples: 3,
      minimumStep: 0,
      countsEqual: false
    )
  }

  /// The samples of one sign, and the criteria of their clipping.
  struct Side: Sendable {
    let sign: Float
    let rule: Rule
  }

  /// The highest sample so far, times the sign.
  // At least 0.1, so that equal samples of a quiet passage are no clipping.
  private(set) var extreme = Float(0.1)
  /// Runs of equal samples at the extreme.
  private(set) var equal = SampleRuns()
  /// Runs at or beyond full scale.
  private(set) var full = SampleRuns()

  private var open = Run()
  private var openFull = Run()
  /// Runs of equal samples within the open run at full scale.
  private var inside = SampleRuns()
  /// The number of samples from which a run at full scale needs no step.
  private var longestRun = Int.max

  init() {}

  /// Creates a meter whose stretches are joined over a pause of so many frames.
  init(longestRun: Int, pause: Int, limit: Int) {
    self.longestRun = longestRun
    equal = SampleRuns(pause: pause, limit: limit)
    full = equal
    inside = equal
  }

  /// A run of samples that may continue.
  private struct Run: Sendable, Equatable {
    var value = Float(0)
    var count = 0
    var start = 0
    var step = Float(0)
    /// Whether the first samples of the run were counted with the unit before.
    var isContinued = false

    var isOpen: Bool { count > 0 || isContinued }
  }

  /// Discards open runs, and resumes the one that ends before the given frame.
  ///
  /// Called at the start of each unit, so that earlier samples are read only from its lead.
  mutating func begin(
    _ bytes: borrowing RawSpan,
    at first: SampleRange,
    lead: Int,
    _ side: Side
  ) {
    let rule = side.rule
    let offset = first.offset
    open = Run()
    openFull = Run()
    inside.removeAll()
    let last = side.sign * bytes.sample(at: offset - 4)
    guard last >= rule.level || last >= extreme else { return }

    // A run of equal samples that is longer than the lead is cut there, in one pass and in parts alike.
    let longest = last >= rule.level ? longestRun : lead - 1
    var back = 0
    while back < min(longest, first.frame) {
      let value = side.sign * bytes.sample(at: offset - 4 * (back + 1))
      let belongs =
        if last >= rule.level {
          value >= rule.level
        } else {
          value == last
        }
      guard belongs else { break }
      back += 1
    }
    if last >= rule.level, back == longestRun {
      // The unit before has counted this run up to here, in one pass and in parts alike.
      openFull.isContinued = true
      return
    }
    let run = SampleRange(offset: offset - 4 * back, count: back, frame: first.frame - back)
    scan(bytes, in: run, side)
  }

  /// Adds the frames of one tick; `highest` is the highest sample times the sign.
  mutating func add(
    _ bytes: borrowing RawSpan,
    in samples: SampleRange,
    highest: Float,
    _ side: Side
  ) {
    guard samples.count > 0 else { return }
    let rule = side.rule
    // Few ticks reach either level, so that most samples are not looked at here.
    let mayHoldRuns = highest >= rule.level || (rule.countsEqual && highest >= extreme)
    if mayHoldRuns {
      scan(bytes, in: samples, side)
    } else if open.isOpen || openFull.isOpen {
      close(next: side.sign * bytes.sample(at: samples.offset), rule: rule)
    }
  }

  private mutating func scan(_ bytes: borrowing RawSpan, in samples: SampleRange, _ side: Side) {
    let sign = side.sign
    let rule = side.rule
    let offset = samples.offset
    let frame = samples.frame
    var last = sign * bytes.sample(at: offset - 4)
    for index in 0..<samples.count {
      let value = sign * bytes.sample(at: offset + 4 * index)
      if open.count > 0, value != open.value {
        closeEqual(next: value)
      }
      if rule.countsEqual, value >= extreme {
        // A higher sample proves that those before were not clipped.
        if value > extreme {
          extreme = value
          equal.removeAll()
          inside.removeAll()
        }
        if open.count == 0 {
          open = Run(value: value, start: frame + index, step: abs(value - last))
        }
        open.count += 1
      }
      if openFull.isOpen, value < rule.level {
        closeFull(next: value, rule: rule)
      }
      if value >= rule.level {
        if openFull.count == 0 {
          openFull.start = frame + index
          openFull.step = abs(value - last)
        }
        openFull.count += 1
        openFull.value = value
      }
      last = value
    }
  }

  private mutating func close(next: Float, rule: Rule) {
    if open.count > 0 {
      closeEqual(next: next)
    }
    if openFull.isOpen {
      closeFull(next: next, rule: rule)
    }
  }

  private mutating func closeEqual(next: Float) {
    // Two equal samples are the top of any slow wave.
    if open.count >= 3, open.value == extreme {
      let step = max(open.step, abs(open.value - next))
      // Within a run at full scale it waits: if that one counts, the samples count there.
      if openFull.count > 0 {
        inside.add(samples: open.count, first: open.start, step: step)
      } else {
        equal.add(samples: open.count, first: open.start, step: step)
      }
    }
    open = Run()
  }

  private mutating func closeFull(next: Float, rule: Rule) {
    let step = max(openFull.step, abs(openFull.value - next))
    if isLong {
      countLong()
    } else if openFull.count >= rule.minimumSamples, step >= rule.minimumStep {
      full.add(samples: openFull.count, first: openFull.start, step: step)
    } else {
      equal.append(inside)
    }
    openFull = Run()
    inside.removeAll()
  }

  private var isLong: Bool { openFull.isContinued || openFull.count >= longestRun }

  private mutating func countLong() {
    guard openFull.count > 0 else { return }
    full.add(
      samples: openFull.count,
      first: openFull.start,
      step: SampleRuns.largestStep,
      isContinued: openFull.isContinued
    )
  }

  /// Counts a long run at the end of a unit, since the next one cannot see where it begins.
  mutating func end() {
    guard isLong else { return }
    countLong()
    openFull = Run()
    inside.removeAll()
  }

  /// Closes open runs at the end of the recording.
  mutating func finish(_ side: Side) {
    // The last sample itself stands for the one after it, so that the end is no step.
    let last = open.count > 0 ? open.value : openFull.value
    close(next: last, rule: side.rule)
  }

  /// Appends the runs that follow.
  mutating func append(_ other: ClippingMeter) {
    // Equal samples below the extreme of both are no clipping.
    if other.extreme > extreme {
      extreme = other.extreme
      equal = other.equal
    } else if other.extreme == extreme {
      equal.append(other.equal)
    }
    full.append(other.full)
  }
}

extension ClippingMeter: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    extreme = try coder.field(value?.extreme)
    equal = try coder.field(value?.equal)
    full = try coder.field(value?.full)
  }
}
