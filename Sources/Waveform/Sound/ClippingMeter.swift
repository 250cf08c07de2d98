import Bytes

/// Counts samples that were cut off, of one channel and one sign.
struct ClippingMeter: Sendable, Equatable {
  /// What is counted depends on how the samples were stored.
  struct Rule: Sendable {
    /// The least level of samples at full scale, and how many of them in a row are cut off.
    let level: Float
    let leastSamples: Int
    /// The least step before or behind them.
    let leastStep: Float
    /// Whether runs of equal samples at the channel's own extreme count as well.
    let countsEqual: Bool

    static let lossless = Rule(level: 0.999, leastSamples: 5, leastStep: 0.005, countsEqual: true)
    /// Only runs beyond full scale.
    static let lossy = Rule(
      level: Float(1).nextUp, leastSamples: 3, leastStep: 0, countsEqual: false)
  }

  /// The highest sample so far, times the sign.
  private(set) var extreme = Float(0.1)
  /// Runs of equal samples at the extreme.
  private(set) var equal = SampleRuns()
  /// Runs at or beyond full scale.
  private(set) var full = SampleRuns.Count()

  private var open = Run()
  private var openFull = Run()
  /// Runs of equal samples within the open run at full scale.
  private var inside = SampleRuns()

  /// Neighbouring samples that are still being counted.
  private struct Run: Sendable, Equatable {
    var value = Float(0)
    var count = 0
    var start = 0
    var step = Float(0)
  }

  /// Forgets runs that are open, and takes up the one that ends before the given frame.
  ///
  /// A unit begins with this, so that what comes before it is judged from its lead alone.
  mutating func begin(
    _ bytes: borrowing RawSpan, at offset: Int, lead: Int, frame: Int, sign: Float, rule: Rule
  ) {
    (open, openFull, inside) = (Run(), Run(), SampleRuns())
    let last = sign * bytes.sample(at: offset - 4)
    guard last >= rule.level || last >= extreme else { return }
    var back = 0
    while back < min(lead - 1, frame) {
      let value = sign * bytes.sample(at: offset - 4 * (back + 1))
      guard last >= rule.level ? value >= rule.level : value == last else { break }
      back += 1
    }
    scan(
      bytes, at: offset - 4 * back, count: back, frame: frame - back, sign: sign, rule: rule)
  }

  /// Takes the frames of one tick, whose highest sample times the sign is known.
  mutating func add(
    _ bytes: borrowing RawSpan, at offset: Int, count: Int, frame: Int, highest: Float,
    sign: Float, rule: Rule
  ) {
    guard count > 0 else { return }
    if highest >= rule.level || (rule.countsEqual && highest >= extreme) {
      scan(bytes, at: offset, count: count, frame: frame, sign: sign, rule: rule)
    } else if open.count > 0 || openFull.count > 0 {
      close(next: sign * bytes.sample(at: offset), rule: rule)
    }
  }

  private mutating func scan(
    _ bytes: borrowing RawSpan, at offset: Int, count: Int, frame: Int, sign: Float, rule: Rule
  ) {
    var last = sign * bytes.sample(at: offset - 4)
    for index in 0..<count {
      let value = sign * bytes.sample(at: offset + 4 * index)
      if open.count > 0, value != open.value { closeEqual(next: value) }
      if rule.countsEqual, value >= extreme {
        if value > extreme { (extreme, equal, inside) = (value, SampleRuns(), SampleRuns()) }
        if open.count == 0 {
          open = Run(value: value, start: frame + index, step: abs(value - last))
        }
        open.count += 1
      }
      if openFull.count > 0, value < rule.level { closeFull(next: value, rule: rule) }
      if value >= rule.level {
        if openFull.count == 0 {
          openFull = Run(value: value, start: frame + index, step: abs(value - last))
        }
        openFull.count += 1
        openFull.value = value
      }
      last = value
    }
  }

  private mutating func close(next: Float, rule: Rule) {
    if open.count > 0 { closeEqual(next: next) }
    if openFull.count > 0 { closeFull(next: next, rule: rule) }
  }

  private mutating func closeEqual(next: Float) {
    if open.count >= 3, open.value == extreme {
      let step = max(open.step, abs(open.value - next))
      if openFull.count > 0 {
        inside.add(samples: open.count, first: open.start, step: step)
      } else {
        equal.add(samples: open.count, first: open.start, step: step)
      }
    }
    open = Run()
  }

  private mutating func closeFull(next: Float, rule: Rule) {
    if openFull.count >= rule.leastSamples,
      max(openFull.step, abs(openFull.value - next)) >= rule.leastStep
    {
      full.add(SampleRuns.Count(runs: 1, samples: openFull.count, first: openFull.start))
    } else {
      equal.append(inside)
    }
    (openFull, inside) = (Run(), SampleRuns())
  }

  /// Closes what is open at the end of the recording.
  mutating func finish(rule: Rule) {
    close(next: open.count > 0 ? open.value : openFull.value, rule: rule)
  }

  /// Adds what comes behind.
  mutating func append(_ other: ClippingMeter) {
    if other.extreme > extreme {
      (extreme, equal) = (other.extreme, other.equal)
    } else if other.extreme == extreme {
      equal.append(other.equal)
    }
    full.add(other.full)
  }

  func append(to writer: inout ByteWriter) {
    writer.append(extreme)
    equal.append(to: &writer)
    full.append(to: &writer)
  }

  init() {}

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    extreme = try reader.float()
    equal = try SampleRuns(from: &reader)
    full = try SampleRuns.Count(from: &reader)
  }
}
