import Glibc
import Testing

@testable import Waveform

/// The height that `auto` gives to what it looks at: the quietest twentieth of a loud recording, or the
/// middle of a quiet one.
private let targetHeight = 0.3

@Test func `auto expands a compressed talk`() {
  // From 0.4 to 0.5: its bars would all be about as high.
  let talk = (0..<100).map { Float(0.4 + 0.1 * Double($0) / 99) }
  let (heights, gamma) = WaveformScaling().heights(of: talk)

  // The 5th percentile is element ⌊0.05·99⌋ = 4.
  let low = Double(talk[4]) / Double(talk[99])
  let exponent = log(targetHeight) / log(low)
  let expected = min(4, exponent)
  #expect(abs(gamma - expected) < 1e-9)
  #expect(abs(heights[4] - Float(pow(low, gamma))) < 1e-6)
  #expect(heights[99] == 1)
}

// All bars are the loudest, and no exponent makes 1 any lower.
@Test func `the exponent of bars of one level is the largest`() {
  let tone = [Float](repeating: 0.5, count: 9)
  #expect(WaveformScaling().heights(of: tone).gamma == 4)
}

@Test func `auto raises quiet levels next to one burst of applause`() {
  let lecture = [Float](repeating: 0.05, count: 99) + [1]
  // 0.402, just above the smallest exponent.
  let expected = log(targetHeight) / log(0.05)
  #expect(abs(WaveformScaling().heights(of: lecture).gamma - expected) < 1e-6)

  // It would need an exponent of 0.18.
  let whisper = [Float](repeating: 0.0012, count: 99) + [1]
  #expect(WaveformScaling().heights(of: whisper).gamma == 0.4)
}

@Test func `auto leaves music of all levels as it is`() {
  let music = (1...100).map { Float($0) / 100 }
  #expect(WaveformScaling().heights(of: music).gamma == 1)
}

@Test(arguments: WaveformScaling.Normalize.allCases)
func `silence stays flat in every normalisation`(normalize: WaveformScaling.Normalize) {
  // Below 0.001, -60 dBFS: noise that would fill the picture.
  let bars: [Float] = [0.0005, 0.000_9, 0]
  let (heights, gamma) = WaveformScaling(normalize: normalize).heights(of: bars)
  #expect(gamma == 1)
  #expect(heights == bars)
}

@Test(arguments: [Measure.peak, .both])
func `auto equals file for peaks and for both`(measure: Measure) {
  let talk = [Float](repeating: 0.5, count: 9)
  let (heights, gamma) = WaveformScaling(measure: measure).heights(of: talk)
  #expect(gamma == 1)
  #expect(heights.allSatisfy { $0 == 1 })
}

@Test func `several arrays share one loudest bar`() {
  let scaling = WaveformScaling(measure: .both)
  let lanes = scaling.heights(of: [[0.5, 0.25], [0.125, 0]])
  #expect(lanes.heights == [[1, 0.5], [0.25, 0]])

  // A scale of other bars: those above its loudest are cut.
  let scale = scaling.scale(of: [[0.5]])
  #expect(scaling.heights(of: [0.25, 3], scale: scale) == [0.5, 1])
}

@Test func `curves follow normalising, and clamping comes last`() {
  let root = WaveformScaling(normalize: .none, curve: .sqrt)
  // The root of 4 is 2.
  #expect(root.heights(of: [0.25, 4, 0]).heights == [0.5, 1, 0])

  let decibels = WaveformScaling(normalize: .none, curve: .db)
  let heights = decibels.heights(of: [1, 0.1, 0.001, 0, 10]).heights
  // 0, -20, -60, minus infinity and 20 dB on a scale from -50 to 0.
  let expected: [Float] = [1, 0.6, 0, 0, 1]
  #expect(distance(heights, to: expected) < 1e-6)
}

@Test func `no bars have no heights`() {
  #expect(WaveformScaling().heights(of: [Float]()).heights.isEmpty)
}

@Test func `the exponent follows from the 5th percentile and the median of the levels`() {
  var random = SeededNumbers(seed: 14)
  for round in 1...300 {
    // Repeated levels too, and some below -60 dBFS, which do not count.
    let isRepeated = round % 2 == 1
    let levels = (0..<round).map { _ in
      if isRepeated {
        Float(Int.random(in: 0...7, using: &random)) / 7
      } else {
        Float.random(in: 0...1, using: &random)
      }
    }
    guard let loudest = levels.max(), loudest > 0.001 else { continue }
    let audible = levels.filter { Double($0) >= 0.001 }
    let sorted = audible.map { Double($0) / Double(loudest) }.sorted()
    let last = sorted.count - 1
    let expected = exponent(low: sorted[last / 20], middle: sorted[last / 2])
    #expect(WaveformScaling().scale(of: [levels]).gamma == expected)
  }
}

/// Returns the exponent by its definition.
private func exponent(low: Double, middle: Double) -> Double {
  if low >= 1 { return 4 }
  if low > targetHeight { return min(4, log(targetHeight) / log(low)) }
  if middle < targetHeight { return max(0.4, log(targetHeight) / log(middle)) }
  return 1
}
