/// The sum of squares, the lowest and the highest of some samples.
struct Bucket: Sendable, Equatable {
  var energy: Double
  var lowest: Float
  var highest: Float

  /// A bucket without samples.
  // Its extremes are beyond every sample, so that the first one replaces both.
  static var empty: Bucket { Bucket(energy: 0, lowest: .infinity, highest: -.infinity) }

  static var silent: Bucket { Bucket(energy: 0, lowest: 0, highest: 0) }

  var peak: Float { max(-lowest, highest, 0) }

  mutating func merge(_ other: Bucket) {
    energy += other.energy
    widen(to: other)
  }

  mutating func widen(to other: Bucket) {
    lowest = min(lowest, other.lowest)
    highest = max(highest, other.highest)
  }
}

extension [Bucket] {
  /// Merges neighbors in pairs, which halves the count.
  mutating func fold() {
    let half = count / 2
    for index in 0..<half {
      var merged = self[2 * index]
      merged.merge(self[2 * index + 1])
      self[index] = merged
    }
    // The last of an odd number has no neighbor yet.
    if count % 2 == 1 {
      self[half] = self[count - 1]
    }
    removeLast(half)
  }

  /// Distributes these buckets over an even grid, in proportion to time.
  ///
  /// Bucket i ends before frame `ends(i)`; its extremes go to the part with most of its time.
  func shared(over grid: TimeGrid, ends: (Int) -> Int) -> [Bucket] {
    guard grid.frames > 0 else { return [] }
    var parts = BucketParts(grid)
    for (index, bucket) in enumerated() {
      let end = Swift.min(ends(index), grid.frames)
      parts.add(bucket, to: end) { fraction in share(of: index, before: fraction) }
    }
    return parts.buckets.map { part in
      if part.lowest <= part.highest {
        part
      } else {
        // A part without samples is silent.
        Bucket(energy: part.energy, lowest: 0, highest: 0)
      }
    }
  }

  /// Returns the share of a bucket's energy before a fraction of its time.
  ///
  /// If the recording is louder on one side of the bucket than on the other, the level is assumed
  /// to change in one step, at the position that explains the bucket's energy; otherwise the energy
  /// is assumed to be even.
  private func share(of index: Int, before fraction: Double) -> Double {
    // Sixteen buckets on each side tell a loud passage from a silent one. Untuned.
    let reach = 16
    let hasNeighbors = index >= reach && index + reach < count - 1
    guard hasNeighbors, self[index].energy > 0 else { return fraction }
    let energy = self[index].energy
    let left = self[index - reach..<index].meanEnergy
    let right = self[index + 1...index + reach].meanEnergy

    // A bucket that is louder or quieter than both sides is no step between them.
    let isBetween = Swift.min(left, right) <= energy && energy <= Swift.max(left, right)
    guard left != right, isBetween else { return fraction }

    // Of `left` before the step and `right` after it, so that both together give `energy`.
    let step = (energy - right) / (left - right)
    let before = left * Swift.min(fraction, step) + right * Swift.max(fraction - step, 0)
    return Swift.min(before / energy, 1)
  }
}

extension ArraySlice<Bucket> {
  fileprivate var meanEnergy: Double {
    reduce(0) { $0 + $1.energy } / Double(count)
  }
}

/// The parts of an even grid, to which buckets are distributed in order of time.
private struct BucketParts {
  private(set) var buckets: [Bucket]
  private let grid: TimeGrid
  /// The part that takes the next frames, and the frame at which it ends.
  private var target = 0
  private var border: Int
  /// The end of the buckets so far.
  private var start = 0

  init(_ grid: TimeGrid) {
    self.grid = grid
    buckets = [Bucket](repeating: .empty, count: grid.count)
    border = grid.border(1)
  }

  /// Adds a bucket that ends before a frame; `share` returns how much of its energy comes before a
  /// fraction of its time.
  @inline(__always)
  mutating func add(_ bucket: Bucket, to end: Int, share: (_ fraction: Double) -> Double) {
    let isWithinPart = start < end && end < border
    if isWithinPart {
      // Most buckets are, of which a stream has a million.
      buckets[target].merge(bucket)
    } else {
      divide(bucket, to: end, share: share)
    }
    start = max(start, end)
  }

  /// Divides a bucket that ends in another part than the one in which it starts, or at a border.
  private mutating func divide(
    _ bucket: Bucket,
    to end: Int,
    share: (_ fraction: Double) -> Double
  ) {
    let width = Double(end - start)
    var widest = target
    var widestShare = 0
    var cursor = start
    var spent = 0.0
    while cursor < end {
      let stop = min(end, border)
      if stop - cursor > widestShare {
        widest = target
        widestShare = stop - cursor
      }
      let before =
        if stop == end {
          1.0
        } else {
          share(Double(stop - start) / width)
        }
      buckets[target].energy += bucket.energy * max(before - spent, 0)
      spent = before
      cursor = stop
      if cursor == border, target + 1 < grid.count {
        target += 1
        border = grid.border(target + 1)
      }
    }

    if widestShare > 0 {
      buckets[widest].widen(to: bucket)
    }
  }
}

/// A bucket in 39 bits: 20 for its RMS relative to the loudest bucket, 13 for its larger extreme
/// relative to the peak, 1 for which extreme that is, 5 for the other relative to the larger.
// 4,800 of them take 23.4 KB, within the 24 KB that a summary may take in the cache; as three
// numbers of 32 bits they would take 58 KB. The RMS gets most of the bits, because it is what is
// drawn by default.
struct BucketCode: Sendable, Equatable {
  static let bits = 39

  let word: UInt64

  /// A bucket within a gap: the last five bits of a measured bucket are never all zero.
  static let gap = BucketCode(word: 0)

  var isGap: Bool { word == 0 }

  init(word: UInt64) {
    self.word = word & (1 << UInt64(Self.bits) - 1)
  }

  /// The RMS and the peak to which the codes of one summary are relative.
  struct Scale {
    let levelFactor: Double
    let extremeFactor: Double

    init(loudest: Double, peak: Float) {
      levelFactor =
        if loudest > 0 {
          BucketCode.levelSteps / loudest
        } else {
          0
        }
      extremeFactor =
        if peak > 0 {
          BucketCode.extremeSteps / Double(peak)
        } else {
          0
        }
    }
  }

  init(_ bucket: Bucket, level: Double, scale: Scale) {
    // A bucket whose larger extreme is the lowest value is coded upside down.
    let isUp = bucket.highest >= -bucket.lowest
    let larger = isUp ? bucket.highest : -bucket.lowest
    let other = isUp ? bucket.lowest : -bucket.highest
    let level = Self.steps(level * scale.levelFactor, atMost: Self.levelSteps)
    let extreme = Self.steps(Double(larger) * scale.extremeFactor, atMost: Self.extremeSteps)
    let ratio =
      if larger > 0 {
        other / larger
      } else {
        Float(0)
      }
    // From -1 to 1 in 31 steps around 16, so that 0 is left for gaps. Half a step more rounds.
    let otherCode = UInt64(min(max(ratio * 15 + 16.5, 1), 31))
    let upBit: UInt64 = isUp ? 1 : 0
    word = level | extreme << 20 | upBit << 33 | otherCode << 34
  }

  /// The RMS as a fraction of the loudest bucket's.
  var level: Double { Double(word & 0xFFFFF) * Self.levelUnit }

  /// The smallest level.
  static let levelUnit = 1 / levelSteps

  /// The larger extreme as a fraction of the peak.
  var extreme: Double { Double(word >> 20 & 0x1FFF) * (1 / Self.extremeSteps) }

  /// The lowest and the highest value as fractions of the peak.
  var extremes: (lowest: Double, highest: Double) {
    let other = extreme * (Double(word >> 34 & 31) - 16) * (1 / Self.otherSteps)
    let isUp = word >> 33 & 1 == 1
    return if isUp {
      (other, extreme)
    } else {
      (-extreme, -other)
    }
  }

  // The largest numbers of 20 and of 13 bits, and of five bits around the middle.
  private static let levelSteps = Double(1 << 20 - 1)
  private static let extremeSteps = Double(1 << 13 - 1)
  private static let otherSteps = 15.0

  /// Returns the nearest step; the value may be infinite if the scale is almost zero.
  private static func steps(_ value: Double, atMost maximum: Double) -> UInt64 {
    guard value > 0 else { return 0 }
    return UInt64(min(value, maximum) + 0.5)
  }
}
