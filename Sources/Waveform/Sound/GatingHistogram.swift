import Glibc

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
