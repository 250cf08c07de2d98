import Bytes

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

    func append(to writer: inout ByteWriter) { writer.append(all: runs, samples, first) }

    init(runs: Int = 0, samples: Int = 0, first: Int = .max) {
      (self.runs, self.samples, self.first) = (runs, samples, first)
    }

    init(from reader: inout ByteReader) throws(MalformedBytes) {
      runs = try reader.count(in: 0...Int.max / 4)
      samples = try reader.count(in: 0...Int.max / 4)
      first = try reader.count(in: 0...Int.max)
    }
  }

  /// The counts by exponent of the step, from 2^-31 up; empty if there are no runs.
  private var counts: [Count] = []
  private static let exponents = -31...1

  var isEmpty: Bool { counts.isEmpty }

  mutating func add(samples: Int, first: Int, step: Float) {
    guard step > 0 else { return }
    add(Count(runs: 1, samples: samples, first: first), exponent: Int(step.exponent))
  }

  private mutating func add(_ count: Count, exponent: Int) {
    if counts.isEmpty { counts = Array(repeating: Count(), count: Self.exponents.count) }
    let exponent = max(min(exponent, Self.exponents.upperBound), Self.exponents.lowerBound)
    counts[exponent - Self.exponents.lowerBound].add(count)
  }

  mutating func append(_ other: SampleRuns) {
    for (index, count) in other.counts.enumerated() where count.runs > 0 {
      add(count, exponent: index + Self.exponents.lowerBound)
    }
  }

  /// Returns the count of runs with a step of at least two to the power of `exponent`.
  func count(withStepsFrom exponent: Int) -> Count {
    var all = Count()
    for (index, count) in counts.enumerated()
    where index + Self.exponents.lowerBound >= min(exponent, Self.exponents.upperBound) {
      all.add(count)
    }
    return all
  }

  func append(to writer: inout ByteWriter) {
    writer.append(!isEmpty)
    for count in counts { count.append(to: &writer) }
  }

  init() {}

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard try reader.bool() else { return }
    for _ in Self.exponents { counts.append(try Count(from: &reader)) }
  }
}
