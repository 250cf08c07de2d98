/// The frequency at which a spectrum ends, and whether it ends abruptly as after an encoder.
struct SpectrumEdge: Sendable, Equatable {
  /// The end of the spectrum in Hz; nil for a recording without windows.
  private(set) var bandwidth: Double?
  /// The frequency of an abrupt end in Hz; nil if there is none.
  private(set) var wall: Double?

  private let hertzPerBin: Double
  private let nyquist: Double
  /// The mean levels of the active windows, unsmoothed and smoothed over 9 bins.
  private var levels: [Float] = []
  private var smooth: [Float] = []

  init(samples: [SpectrumSample], sampleRate: Int) {
    hertzPerBin = Double(sampleRate) / Double(SpectrumSample.frames)
    nyquist = Double(sampleRate) / 2
    // Below, there is no room for the bands beside an edge.
    guard !samples.isEmpty, nyquist > 2500 else { return }
    let active = active(of: samples)
    levels = (0..<SpectrumSample.bins).map { bin in
      let sum = active.reduce(0) { $0 + Int($1.codes[bin]) }
      let mean = Float(sum) / Float(active.count)
      return mean / SpectrumSample.stepsPerDecibel + SpectrumSample.floor
    }
    smooth = Self.smoothed(levels)
    if let edge = edge(), isWall(edge, in: active) {
      wall = edge.frequency
      bandwidth = edge.frequency
    } else {
      bandwidth = end()
    }
  }

  /// Returns the loudest quarter of the windows, by their level from 2 to 10 kHz.
  // Encoders cut off what is loud: in quiet windows nothing is there that could end abruptly. Clipping
  // spreads over all frequencies and hides an edge.
  private func active(of samples: [SpectrumSample]) -> [SpectrumSample] {
    let whole = samples.filter { !$0.isClipped }
    let usable =
      if whole.count >= max(8, samples.count / 10) {
        whole
      } else {
        samples
      }
    let band = bins(from: 2000, to: min(10_000, nyquist))
    let rated = usable.map { (level: $0.meanLevel(of: band), sample: $0) }
    let loudest = rated.sorted { one, other in
      // By position where levels are equal, so that the order is the same everywhere.
      if one.level == other.level { return one.sample.index < other.sample.index }
      return one.level > other.level
    }
    let quarter = max(4, (usable.count + 3) / 4)
    return loudest.prefix(quarter).map(\.sample)
  }

  private struct Fall {
    /// The bin that was tried, in Hz.
    var center: Double
    var frequency: Double
    var score: Float
    var rest: Float
  }

  /// Returns the largest drop of the levels after which they stay low.
  // The distances and the limits of `isWall` were measured on 102 originals in 19 encodings and on
  // 1,025 other recordings: none of some 1,007 natural spectra fires, whose highest score is 19.9.
  private func edge() -> Fall? {
    let last = min(21_500, nyquist - 700)
    guard last > 3000 else { return nil }
    // The highest level from a bin on.
    var highest = smooth
    let end = bin(nyquist - 150)
    for bin in stride(from: end - 1, through: 0, by: -1) {
      highest[bin] = max(smooth[bin], highest[bin + 1])
    }
    var best: Fall?
    for bin in stride(from: bin(3000), through: bin(last), by: 4) {
      let center = Double(bin) * hertzPerBin
      let below = mean(from: center - 800, to: center - 200)
      let rest = highest[min(self.bin(center + 300), end)]
      let score = min(below - mean(from: center + 300, to: center + 900), below - rest)
      if score > best?.score ?? -.infinity {
        best = Fall(center: center, frequency: 0, score: score, rest: rest)
      }
    }
    guard var best else { return nil }
    let below = mean(from: best.center - 800, to: best.center - 200)
    let above = mean(from: best.center + 300, to: best.center + 900)
    let half = (below + above) / 2
    let reach = bins(from: 0, to: min(best.center + 900, nyquist))
    guard let last = reach.last(where: { smooth[$0] >= half }) else { return nil }
    best.frequency = Double(last) * hertzPerBin
    return best
  }

  private func isWall(_ edge: Fall, in active: [SpectrumSample]) -> Bool {
    let frequency = edge.frequency
    // Two above the highest score of a natural spectrum.
    guard active.count >= 8, edge.score >= 22, frequency >= 3000 else { return false }
    let bands = stride(from: frequency - 2300, to: frequency - 300, by: 500).map {
      mean(from: $0, to: $0 + 500)
    }
    guard let weakest = bands.min(), weakest >= edge.rest + 8 else { return false }
    let below = bins(from: edge.center - 800, to: edge.center - 200)
    let above = bins(from: edge.center + 300, to: edge.center + 900)
    let falling = active.count { $0.meanLevel(of: below) - $0.meanLevel(of: above) >= 12 }
    return 2 * falling >= active.count
  }

  /// Returns the end of a spectrum without a wall: the last bin above the noise at its end.
  private func end() -> Double {
    let noise = smooth[bins(from: nyquist - 1000, to: nyquist - 150)].sorted()
    guard !noise.isEmpty else { return nyquist }
    let floor = noise[noise.count / 2]
    // A louder end is sound, not noise. A guess.
    if floor > -105 { return nyquist }
    let last = smooth.indices.last { smooth[$0] >= floor + 8 } ?? 0
    return Double(last) * hertzPerBin
  }

  private func bin(_ frequency: Double) -> Int {
    max(0, min(Int((frequency / hertzPerBin).rounded()), SpectrumSample.bins - 1))
  }

  private func bins(from low: Double, to high: Double) -> Range<Int> {
    bin(low)..<max(bin(low) + 1, bin(high) + 1)
  }

  private func mean(from low: Double, to high: Double) -> Float {
    let bins = bins(from: low, to: high)
    return bins.reduce(Float(0)) { $0 + levels[$1] } / Float(bins.count)
  }

  private static func smoothed(_ levels: [Float]) -> [Float] {
    levels.indices.map { bin in
      let around = max(0, bin - 4)..<min(levels.count, bin + 5)
      return levels[around].reduce(0, +) / Float(around.count)
    }
  }
}
