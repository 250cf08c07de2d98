import Glibc
import Testing

@testable import Waveform

@Test func `auto expands a compressed talk`() {
  let scaling = WaveformScaling()
  let talk = (0..<100).map { Float(0.4 + 0.1 * Double($0) / 99) }
  let (heights, gamma) = scaling.heights(of: talk)
  // q5 is element ⌊0.05·99⌋ = 4.
  let low = Double(talk[4]) / Double(talk[99])
  #expect(abs(gamma - min(4, log(0.3) / log(low))) < 1e-9)
  #expect(abs(heights[4] - Float(pow(low, gamma))) < 1e-6)
  #expect(heights[99] == 1)
  #expect(scaling.heights(of: [Float](repeating: 0.5, count: 9)).gamma == 4)
}

@Test func `auto raises quiet levels next to one burst of applause`() {
  let lecture = [Float](repeating: 0.05, count: 99) + [1]
  #expect(abs(WaveformScaling().heights(of: lecture).gamma - max(0.4, log(0.3) / log(0.05))) < 1e-6)
  let music = (1...100).map { Float($0) / 100 }
  #expect(WaveformScaling().heights(of: music).gamma == 1)
  let whisper = [Float](repeating: 0.0012, count: 99) + [1]
  #expect(WaveformScaling().heights(of: whisper).gamma == 0.4)
}

@Test func `silence stays flat in every normalisation`() {
  for normalize in WaveformScaling.Normalize.allCases {
    let found = WaveformScaling(normalize: normalize).heights(of: [0.0005, 0.000_9, 0])
    #expect(found.gamma == 1 && found.heights == [0.0005, 0.000_9, 0])
  }
}

@Test func `auto equals file for peaks and for both`() {
  let talk = [Float](repeating: 0.5, count: 9)
  for measure in [Measure.peak, .both] {
    let found = WaveformScaling(measure: measure).heights(of: talk)
    #expect(found.gamma == 1 && found.heights.allSatisfy { $0 == 1 })
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
  #expect(zip(heights, [1, 0.6, 0, 0, 1]).allSatisfy { abs($0 - Float($1)) < 1e-6 })
  #expect(WaveformScaling().heights(of: [Float]()).heights.isEmpty)
}

@Test func `the exponent follows from the 5th percentile and the median of the levels`() {
  var numbers = SeededNumbers(state: 14)
  for round in 1...300 {
    // Repeated levels too, and some below -60 dBFS, which do not count.
    let levels = (0..<round).map { _ in
      round % 2 == 0
        ? Float.random(in: 0...1, using: &numbers)
        : Float(Int.random(in: 0...7, using: &numbers)) / 7
    }
    guard let loudest = levels.max(), loudest > 0.001 else { continue }
    let sorted = levels.filter { Double($0) >= 0.001 }.map { Double($0) / Double(loudest) }.sorted()
    let low = sorted[(sorted.count - 1) / 20]
    let middle = sorted[(sorted.count - 1) / 2]
    let wanted =
      low >= 1
      ? 4
      : low > 0.3
        ? min(4, log(0.3) / log(low))
        : middle < 0.3 ? max(0.4, log(0.3) / log(middle)) : 1
    #expect(WaveformScaling().scale(of: [levels]).gamma == wanted)
  }
}
