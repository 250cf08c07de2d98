/// Sums the K-weighted energy of the channels of a unit, each by its weight.
struct WeightedChannels: Sendable {
  private let weighting: KWeighting
  private let weights: [Float]

  /// Returns nil if the sampling rate allows no K-weighting.
  init?(of source: SoundSource, sampleRate: Int) {
    guard let weighting = KWeighting(sampleRate: sampleRate) else { return nil }
    self.weighting = weighting
    weights = source.weights
  }

  /// Returns the energy of each tick.
  func energies(of unit: SoundUnit) -> [Float] {
    let grid = unit.grid
    var sums = Array(repeating: Float(0), count: unit.ticks)
    let rows = rows(of: unit)
    for first in stride(from: 0, to: rows.count, by: KWeighting.rowCount) {
      let some = rows[first..<min(first + KWeighting.rowCount, rows.count)]
      let energies = energies(of: some, in: unit)
      for (lane, row) in some.enumerated() {
        let start = row.stretch * grid.ticksPerStretch
        let weight = weight(of: row.channel)
        // The last unit may end within a stretch.
        for tick in 0..<min(grid.ticksPerStretch, sums.count - start) {
          sums[start + tick] += energies[tick][lane] * weight
        }
      }
    }
    return sums
  }

  /// A stretch of one channel, filtered independently.
  private struct Row {
    let channel: Int
    let stretch: Int
  }

  /// Returns the stretches with ticks, of all channels that count for loudness.
  private func rows(of unit: SoundUnit) -> [Row] {
    let grid = unit.grid
    let all = 0..<grid.seconds * grid.stretchesPerSecond
    let stretches = all.filter { $0 * grid.ticksPerStretch < unit.ticks }
    // The channel for low frequencies has no weight, by BS.1770.
    let channels = (0..<grid.channels).filter { weight(of: $0) > 0 }
    return channels.flatMap { channel in
      stretches.map { Row(channel: channel, stretch: $0) }
    }
  }

  private func weight(of channel: Int) -> Float {
    guard channel < weights.count else { return 0 }
    return weights[channel]
  }

  /// Returns the energy of each tick of up to eight rows.
  private func energies(of rows: ArraySlice<Row>, in unit: SoundUnit) -> [SIMD8<Float>] {
    let grid = unit.grid
    // After these 50 ms, the effect of earlier samples on the filter has decayed by 80 dB. Without a
    // lead of their own, stretches could not be filtered side by side.
    let lead = grid.sampleRate / 20
    var starts = rows.map { row in
      unit.offset(row.channel, row.stretch * grid.stretchFrames) / 4
    }
    // Lanes without a row of their own filter the first samples again; nobody reads their result.
    starts += repeatElement(unit.offset(0, 0) / 4, count: KWeighting.rowCount - rows.count)
    return unit.withBytes {
      weighting.energies(of: $0, rows: starts, lead: lead, ticks: grid.ticksPerStretch)
    }
  }
}
