import Glibc
import Testing

@testable import Waveform

@Test func `auto expands a compressed talk`() {
  let scaling = WaveformScaling()
  // From 0.4 to 0.5: its bars would all be about as high.
  let talk = (0..<100).map { Float(0.4 + 0.1 * Double($0) / 99) }
  let (heights, gamma) = scaling.heights(of: talk)
  // q5 is element ⌊0.05·99⌋ = 4.
  let low = Double(talk[4]) / Double(talk[99])
  // The exponent that makes `low` 0.3 high, and 4 at most.
  let expected = min(4, log(0.3) / log(low))
  #expect(abs(gamma - expected) < 1e-9)
  #expect(abs(heights[4] - Float(pow(low, gamma))) < 1e-6)
  #expect(heights[99] == 1)
  #expect(scaling.heights(of: [Float](repeating: 0.5, count: 9)).gamma == 4)
}

@Test func `auto raises quiet levels next to one burst of applause`() {
  // The median is 0.05 and becomes 0.3 high; for a whisper, the exponent ends at 0.4.
  let lecture = [Float](repeating: 0.05, count: 99) + [1]
  let expected = max(0.4, log(0.3) / log(0.05))
  #expect(abs(WaveformScaling().heights(of: lecture).gamma - expected) < 1e-6)

  let music = (1...100).map { Float($0) / 100 }
  #expect(WaveformScaling().heights(of: music).gamma == 1)
  let whisper = [Float](repeating: 0.0012, count: 99) + [1]
  #expect(WaveformScaling().heights(of: whisper).gamma == 0.4)
}

@Test func `silence stays flat in every normalisation`() {
  for normalize in WaveformScaling.Normalize.allCases {
    // Below -60 dBFS.
    let bars: [Float] = [0.0005, 0.000_9, 0]
    let found = WaveformScaling(normalize: normalize).heights(of: bars)
    #expect(found.gamma == 1)
    #expect(found.heights == bars)
  }
}

@Test func `auto equals file for peaks and for both`() {
  let talk = [Float](repeating: 0.5, count: 9)
  for measure in [Measure.peak, .both] {
    let found = WaveformScaling(measure: measure).heights(of: talk)
    #expect(found.gamma == 1)
    #expect(found.heights.allSatisfy { $0 == 1 })
  }
}

@Test func `several arrays share one loudest bar`() {
  let scaling = WaveformScaling(measure: .both)
  let found = scaling.heights(of: [[0.5, 0.25], [0.125, 0]])
  #expect(found.heights == [[1, 0.5], [0.25, 0]])
  let scale = scaling.scale(of: [[0.5]])
  #expect(scaling.heights(of: [0.25, 3], scale: scale) == [0.5, 1])
}

@Test func `curves follow normalising, and clamping comes last`() {
  let root = WaveformScaling(normalize: .none, curve: .sqrt)
  #expect(root.heights(of: [0.25, 4, 0]).heights == [0.5, 1, 0])
  let db = WaveformScaling(normalize: .none, curve: .db)
  let heights = db.heights(of: [1, 0.1, 0.001, 0, 10]).heights
  // 0, -20, -60, minus infinity and 20 dB on a scale from -50 to 0.
  let expected: [Float] = [1, 0.6, 0, 0, 1]
  #expect(zip(heights, expected).allSatisfy { abs($0 - $1) < 1e-6 })
  #expect(WaveformScaling().heights(of: [Float]()).heights.isEmpty)
}

@Test func `the exponent follows from the 5th percentile and the median of the levels`() {
  var numbers = SeededNumbers(state: 14)
  for round in 1...300 {
    // Repeated levels too, and some below -60 dBFS, which do not count.
    let isRepeated = round % 2 == 1
    let levels = (0..<round).map { _ in
      if isRepeated {
        Float(Int.random(in: 0...7, using: &numbers)) / 7
      } else {
        Float.random(in: 0...1, using: &numbers)
      }
    }
    guard let loudest = levels.max(), loudest > 0.001 else { continue }
    let counted = levels.filter { Double($0) >= 0.001 }
    let sorted = counted.map { Double($0) / Double(loudest) }.sorted()
    let expected = exponent(
      low: sorted[(sorted.count - 1) / 20],
      middle: sorted[(sorted.count - 1) / 2]
    )
    #expect(WaveformScaling().scale(of: [levels]).gamma == expected)
  }
}

/// Returns the exponent by its definition.
private func exponent(low: Double, middle: Double) -> Double {
  if low >= 1 { return 4 }
  if low > 0.3 { return min(4, log(0.3) / log(low)) }
  if middle < 0.3 { return max(0.4, log(0.3) / log(middle)) }
  return 1
}
