import Glibc

/// The loudness of every 100 ms of a recording, from which all other values are computed.
///
/// Levels are stored in steps of 1/128 LU, so that an hour takes 72 KB.
struct LoudnessSeries: FieldCoded, Sendable, Equatable {
  /// The number of 10 ms ticks per block.
  static let ticksPerBlock = 10

  private(set) var codes: [UInt16] = []

  private static let floor = -160.0
  private static let stepsPerUnit = 128.0

  /// Adds the mean square of the next 100 ms.
  mutating func add(meanSquare: Double) {
    let level = 10 * log10(meanSquare)
    let code = ((level - Self.floor) * Self.stepsPerUnit).rounded()
    codes.append(code > 0 ? UInt16(min(code, 65_535)) : 0)
  }

  mutating func append(_ other: LoudnessSeries) { codes += other.codes }

  /// The mean square of each 100 ms.
  var meanSquares: [Double] {
    codes.map { code in
      code == 0 ? 0 : pow(10, (Double(code) / Self.stepsPerUnit + Self.floor) / 10)
    }
  }

  mutating func code(with coder: inout FieldCoder) { coder.words(&codes) }
}

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
  init(meanSquares: [Double]) {
    let blocks = Self.means(of: 4, in: meanSquares)
    integrated = Self.mean(Self.gated(blocks, below: 10)).flatMap(Self.level)
    for block in blocks {
      gating.add(meanSquare: block)
    }
    let shortTerm = Self.means(of: 30, in: meanSquares)
    self.shortTerm = shortTerm.max().flatMap(Self.level)
    range = Self.range(of: stride(from: 0, to: shortTerm.count, by: 10).map { shortTerm[$0] })
  }

  init() {}

  /// Returns the loudness of a mean square in LUFS, or nil for silence.
  static func level(_ meanSquare: Double) -> Double? {
    let level = 10 * log10(meanSquare) - 0.691
    return level > -120 ? level : nil
  }

  static func meanSquare(_ level: Double) -> Double { pow(10, level / 10) / unitGain }

  /// -0.691 dB: the difference between the loudness and the level of a mean square.
  static let unitGain = pow(10, -0.0691)

  /// Returns the moving averages of `count` consecutive values.
  static func means(of count: Int, in values: [Double]) -> [Double] {
    guard values.count >= count else { return [] }
    return (0...values.count - count).map { first in
      var sum = 0.0
      for index in first..<first + count {
        sum += values[index]
      }
      return sum / Double(count)
    }
  }

  /// Returns the values above -70 LUFS that are at most `distance` LU below their mean.
  private static func gated(_ values: [Double], below distance: Double) -> [Double] {
    let loud = values.filter { $0 >= meanSquare(-70) }
    let gate = (mean(loud) ?? 0) / pow(10, distance / 10)
    return loud.filter { $0 >= gate }
  }

  private static func mean(_ values: [Double]) -> Double? {
    values.isEmpty ? nil : values.reduce(0, +) / Double(values.count)
  }

  /// Returns the loudness range by EBU Tech 3342: from the 10th to the 95th percentile of
  /// the values that pass a gate 20 LU below the mean.
  private static func range(of shortTerm: [Double]) -> Double? {
    let gated = gated(shortTerm, below: 20).sorted()
    guard !gated.isEmpty, let low = level(gated[Int(Double(gated.count - 1) * 0.1 + 0.5)]),
      let high = level(gated[Int(Double(gated.count - 1) * 0.95 + 0.5)])
    else { return nil }
    return high - low
  }
}

/// Gating blocks of 400 ms counted by loudness, from -70 LUFS up in steps of 0.1 LU: the loudness
/// of an album is computed from those of its recordings.
package struct GatingHistogram: Sendable, Equatable {
  private static let stepsPerUnit = 10.0
  private static let mostBins = 2000
  private static let mostBlocks = 1 << 40

  /// The number of blocks in each bin.
  private var counts: [Int] = []

  package init() {}

  package var isEmpty: Bool { counts.isEmpty }

  mutating func add(meanSquare: Double) {
    guard let level = Loudness.level(meanSquare), level >= -70 else { return }
    add(1, to: min(Int((level + 70) * Self.stepsPerUnit), Self.mostBins - 1))
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
    counts[bin] = min(counts[bin] + count, Self.mostBlocks)
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
      let level = Loudness.meanSquare((Double(bin) + 0.5) / Self.stepsPerUnit - 70)
      guard level >= gate else { continue }
      blocks += Double(count)
      sum += Double(count) * level
    }
    return blocks > 0 ? sum / blocks : nil
  }

  /// The first bin with blocks, and the count of each from there on, in groups of 7 bits with the
  /// lowest first.
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
      guard shift < 42 else { return nil }
      number |= Int(byte & 127) << shift
      shift += 7
      if byte > 127 { continue }
      if !isFirst {
        guard counts.count < Self.mostBins, number <= Self.mostBlocks else { return nil }
        counts.append(number)
      } else {
        guard number < Self.mostBins else { return nil }
        counts = Array(repeating: 0, count: number)
        isFirst = false
      }
      number = 0
      shift = 0
    }
    guard shift == 0, counts.last != 0 else { return nil }
  }
}
