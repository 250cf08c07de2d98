import Bytes
import Glibc

/// The loudness of every 100 ms of a recording, from which all its loudness is computed.
///
/// A level is kept as steps of 1/128 LU, so that an hour takes 72 KB.
struct LoudnessSeries: Sendable, Equatable {
  /// Ticks of 10 ms of a block.
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

  func append(to writer: inout ByteWriter) {
    writer.append(Int64(codes.count))
    for code in codes { writer.append(code) }
  }

  init() {}

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    let count = try reader.count(in: 0...max(0, reader.left / 2))
    codes.reserveCapacity(count)
    for _ in 0..<count { codes.append(try reader.integer(UInt16.self)) }
  }
}

/// The loudness of a recording by ITU-R BS.1770-4, EBU Tech 3341 and 3342.
package struct Loudness: Sendable, Equatable {
  /// LUFS, or nil if nothing passes the gate.
  package var integrated: Double?
  /// LU, or nil below 3 s of gated sound.
  package var range: Double?
  /// The highest of all 3 s, in LUFS.
  package var shortTerm: Double?
  /// The gating blocks, to be joined with those of other recordings.
  package var gating = GatingHistogram()

  /// Computes it from the mean squares of every 100 ms.
  init(meanSquares: [Double]) {
    for block in Self.means(of: 4, in: meanSquares) { gating.add(meanSquare: block) }
    integrated = gating.loudness
    let shortTerm = Self.means(of: 30, in: meanSquares)
    self.shortTerm = shortTerm.max().flatMap(Self.level)
    range = Self.range(of: stride(from: 0, to: shortTerm.count, by: 10).map { shortTerm[$0] })
  }

  init() {}

  /// LUFS, or nil for silence.
  static func level(_ meanSquare: Double) -> Double? {
    let level = 10 * log10(meanSquare) - 0.691
    return level > -120 ? level : nil
  }

  static func meanSquare(_ level: Double) -> Double { pow(10, (level + 0.691) / 10) }

  /// The means of so many neighbours, from each place on.
  static func means(of count: Int, in values: [Double]) -> [Double] {
    guard values.count >= count else { return [] }
    return (0...values.count - count).map { first in
      var sum = 0.0
      for index in first..<first + count { sum += values[index] }
      return sum / Double(count)
    }
  }

  /// EBU Tech 3342: from the 10th to the 95th percentile of what is not 20 LU below the mean.
  private static func range(of shortTerm: [Double]) -> Double? {
    let loud = shortTerm.filter { $0 >= meanSquare(-70) }
    guard !loud.isEmpty else { return nil }
    let gate = loud.reduce(0, +) / Double(loud.count) / 100
    let gated = loud.filter { $0 >= gate }.sorted()
    guard let low = level(gated[Int(Double(gated.count - 1) * 0.1 + 0.5)]),
      let high = level(gated[Int(Double(gated.count - 1) * 0.95 + 0.5)])
    else { return nil }
    return high - low
  }
}

/// Gating blocks of 400 ms counted by loudness, from -70 LUFS up in steps of 0.05 LU.
package struct GatingHistogram: Sendable, Equatable {
  private static let stepsPerUnit = 20.0
  private static let mostBins = 4000

  /// By bin: how many blocks, and the sum of their mean squares.
  private(set) var counts: [Int32] = []
  private(set) var sums: [Double] = []

  package init() {}

  mutating func add(meanSquare: Double) {
    let level = 10 * log10(meanSquare) - 0.691
    guard level >= -70 else { return }
    add(bin: min(Int((level + 70) * Self.stepsPerUnit), Self.mostBins - 1), 1, meanSquare)
  }

  /// Adds the blocks of another recording.
  package mutating func add(_ other: GatingHistogram) {
    for (bin, count) in other.counts.enumerated() where count > 0 {
      add(bin: bin, count, other.sums[bin])
    }
  }

  private mutating func add(bin: Int, _ count: Int32, _ sum: Double) {
    if bin >= counts.count {
      counts += repeatElement(0, count: bin + 1 - counts.count)
      sums += repeatElement(0, count: bin + 1 - sums.count)
    }
    counts[bin] = counts[bin].addingReportingOverflow(count).partialValue
    sums[bin] += sum
  }

  /// LUFS after both gates, or nil if nothing passes them.
  package var loudness: Double? {
    guard let all = mean(from: 0) else { return nil }
    let gate = all / 10
    // Only the bin that the gate falls into counts as a whole.
    let first = sums.indices.first { counts[$0] > 0 && sums[$0] >= gate * Double(counts[$0]) }
    return first.flatMap { mean(from: $0) }.flatMap(Loudness.level)
  }

  private func mean(from bin: Int) -> Double? {
    let blocks = counts[bin...].reduce(0) { $0 + Double($1) }
    return blocks > 0 ? sums[bin...].reduce(0, +) / blocks : nil
  }

  func append(to writer: inout ByteWriter) {
    let filled = counts.indices.filter { counts[$0] > 0 }
    writer.append(UInt16(filled.count))
    for bin in filled {
      writer.append(UInt16(bin))
      writer.append(counts[bin])
      writer.append(sums[bin])
    }
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    for _ in 0..<(try reader.integer(UInt16.self)) {
      let bin = Int(try reader.integer(UInt16.self))
      let count = try reader.integer(Int32.self)
      let sum = try reader.double()
      guard bin < Self.mostBins, bin >= counts.count, count > 0, sum > 0 else {
        throw MalformedBytes()
      }
      add(bin: bin, count, sum)
    }
  }
}
