import Glibc
import WavethumbBytes

/// The loudness of a recording by ITU-R BS.1770-4, EBU Tech 3341 and 3342.
package struct Loudness: Sendable, Equatable {
  /// Integrated loudness in LUFS, or nil if nothing passes the gate.
  package var integrated: Double?
  /// Loudness range in LU, or nil below 3 s of gated sound.
  package var range: Double?
  /// The highest short-term loudness (3 s) in LUFS.
  package var shortTerm: Double?
  /// The gating blocks, to be joined with those of other recordings.
  package var gating = GatingHistogram()

  /// Computes loudness from the mean square of each 100 ms.
  // Blocks of 400 ms that overlap by three quarters, and short-term values of 3 s: both are means of
  // these, so that nothing else has to be kept of a recording.
  init(meanSquares: [Double]) {
    let blocks = Self.means(of: 4, in: meanSquares)
    // The relative gate of BS.1770 is 10 LU below the mean of what passes the absolute one.
    let audible = Self.gated(blocks, below: 10)
    integrated = Self.mean(audible).flatMap(Self.level)
    for block in blocks {
      gating.add(meanSquare: block)
    }
    let shortTerm = Self.means(of: 30, in: meanSquares)
    self.shortTerm = shortTerm.max().flatMap(Self.level)
    // Once a second, as the standard says: every tenth of the values at each 100 ms.
    let seconds = stride(from: 0, to: shortTerm.count, by: 10)
    range = Self.range(of: seconds.map { shortTerm[$0] })
  }

  init() {}

  /// Returns the loudness of a mean square in LUFS, or nil for silence.
  static func level(_ meanSquare: Double) -> Double? {
    // The offset of BS.1770, which takes out the gain of K-weighting at 1 kHz.
    let level = 10 * log10(meanSquare) - 0.691
    // Dither of 16 bits is louder than -120 LUFS: what is below is silence with rounding errors.
    guard level > -120 else { return nil }
    return level
  }

  /// Returns the mean square of a loudness in LUFS.
  static func meanSquare(_ level: Double) -> Double {
    pow(10, level / 10) / LoudnessSeries.unitGain
  }

  /// Returns the moving averages of `count` consecutive values.
  static func means(of count: Int, in values: [Double]) -> [Double] {
    guard values.count >= count else { return [] }
    return (0...values.count - count).map { first in
      // Each sum anew: a running one would keep the rounding errors of everything before it.
      var sum = 0.0
      for index in first..<first + count {
        sum += values[index]
      }
      return sum / Double(count)
    }
  }

  /// Returns the values above -70 LUFS that are at most `distance` LU below their mean.
  private static func gated(_ values: [Double], below distance: Double) -> [Double] {
    let absoluteGate = meanSquare(-70)
    let loud = values.filter { $0 >= absoluteGate }
    let gate = (mean(loud) ?? 0) / pow(10, distance / 10)
    return loud.filter { $0 >= gate }
  }

  private static func mean(_ values: [Double]) -> Double? {
    if values.isEmpty {
      nil
    } else {
      values.reduce(0, +) / Double(values.count)
    }
  }

  /// Returns the loudness range by EBU Tech 3342: from the 10th to the 95th percentile of
  /// the values that pass a gate 20 LU below the mean.
  private static func range(of shortTerm: [Double]) -> Double? {
    let gated = gated(shortTerm, below: 20).sorted()
    guard !gated.isEmpty else { return nil }
    // The nearest value, as in the program of the standard: no interpolation.
    func percentile(_ share: Double) -> Double? {
      level(gated[Int(Double(gated.count - 1) * share + 0.5)])
    }
    guard let low = percentile(0.1), let high = percentile(0.95) else { return nil }
    return high - low
  }
}

/// Gating blocks of 400 ms counted by loudness, from -70 LUFS up in steps of 0.1 LU: the loudness
/// of an album is computed from those of its recordings.
package struct GatingHistogram: Sendable, Equatable {
  // A tenth of a LU, as loudness is read: the middle of a bin is wrong by a twentieth at most.
  private static let stepsPerUnit = 10.0
  // The absolute gate of BS.1770.
  private static let lowest = -70.0
  // Up to 130 LUFS, far above what a float can sound like.
  private static let maximumBins = 2000
  // Thousands of years; the limit keeps sums of hostile counts within 64 bits.
  private static let maximumBlocks = 1 << 40

  /// The number of blocks in each bin.
  private var counts: [Int] = []

  package init() {}

  package var isEmpty: Bool { counts.isEmpty }

  mutating func add(meanSquare: Double) {
    // The absolute gate: what is quieter counts for no album.
    guard let level = Loudness.level(meanSquare), level >= Self.lowest else { return }
    let bin = Int((level - Self.lowest) * Self.stepsPerUnit)
    add(1, to: min(bin, Self.maximumBins - 1))
  }

  /// Adds the blocks of another recording.
  package mutating func add(_ other: GatingHistogram) {
    for (bin, count) in other.counts.enumerated() where count > 0 {
      add(count, to: bin)
    }
  }

  private mutating func add(_ count: Int, to bin: Int) {
    if bin >= counts.count {
      counts += repeatElement(0, count: bin + 1 - counts.count)
    }
    counts[bin] = min(counts[bin] + count, Self.maximumBlocks)
  }

  /// The loudness after both gates in LUFS, or nil if nothing passes them.
  package var loudness: Double? {
    guard let gate = mean(above: 0) else { return nil }
    return mean(above: gate / 10).flatMap(Loudness.level)
  }

  /// Returns the mean square of the blocks above a gate; each counts as the middle of its bin.
  private func mean(above gate: Double) -> Double? {
    var blocks = 0.0
    var sum = 0.0
    for (bin, count) in counts.enumerated() where count > 0 {
      let middle = (Double(bin) + 0.5) / Self.stepsPerUnit + Self.lowest
      let meanSquare = Loudness.meanSquare(middle)
      guard meanSquare >= gate else { continue }
      blocks += Double(count)
      sum += Double(count) * meanSquare
    }
    guard blocks > 0 else { return nil }
    return sum / blocks
  }

  /// The first bin with blocks, and the count of each from there on, in groups of 7 bits with the
  /// lowest first.
  // The eighth bit says that another group follows.
  package var bytes: [UInt8] {
    let first = counts.firstIndex { $0 > 0 } ?? 0
    var bytes: [UInt8] = []
    for number in [first] + counts[first...] {
      var rest = number
      while rest > 127 {
        bytes.append(UInt8(rest & 127 | 128))
        rest >>= 7
      }
      bytes.append(UInt8(rest))
    }
    return bytes
  }

  /// Reads `bytes`, which may be hostile.
  package init?(bytes: some Sequence<UInt8>) {
    var number = 0
    var shift = 0
    var isFirst = true
    for byte in bytes {
      // Six groups of 7 bits hold the largest count.
      guard shift < 42 else { return nil }
      number |= Int(byte & 127) << shift
      shift += 7
      if byte > 127 { continue }
      if isFirst {
        guard number < Self.maximumBins else { return nil }
        counts = Array(repeating: 0, count: number)
        isFirst = false
      } else {
        guard counts.count < Self.maximumBins, number <= Self.maximumBlocks else { return nil }
        counts.append(number)
      }
      number = 0
      shift = 0
    }
    // Neither half a number nor empty bins at the end, so that equal histograms have equal bytes.
    guard shift == 0, counts.last != 0 else { return nil }
  }
}

/// The highest sum of `width` consecutive values, also across the borders of parts.
struct SlidingMaximum: Sendable, Equatable {
  // 40 ticks of 10 ms: the 400 ms of momentary loudness.
  static let width = 40

  private(set) var highest = 0.0
  /// The first and the last `width` - 1 values.
  private var head: [Float] = []
  private var tail: [Float] = []
  private var count = 0

  mutating func add(_ value: Float) {
    count += 1
    if head.count < Self.width - 1 {
      head.append(value)
    }
    tail.append(value)
    guard tail.count == Self.width else { return }
    // Each sum anew, so that it has the same bits wherever a recording was divided.
    let sum = tail.reduce(0) { sum, value in sum + Double(value) }
    highest = max(highest, sum)
    tail.removeFirst()
  }

  /// Appends the values that follow.
  mutating func append(_ other: SlidingMaximum) {
    // Sums over the border need only the head of the other; its own maximum has the rest.
    for value in other.head {
      add(value)
    }
    guard other.count > other.head.count else { return }
    count += other.count - other.head.count
    highest = max(highest, other.highest)
    tail = other.tail
  }
}

extension SlidingMaximum: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    highest = try coder.field(value?.highest)
    count = try coder.count(value?.count)
    head = try coder.fields(value?.head, in: 0...Self.width - 1)
    tail = try coder.fields(value?.tail, in: 0...Self.width - 1)
  }
}
