import Testing
import Waveform

/// Four bars of two seconds each.
private let steps = WaveformSummary(amplitudes: [0.1, 0.2, 0.3, 0.4], duration: 8)

@Test func `bars of a stretch cover its time`() {
  // The second and the third bar, all four, and the halves on both sides of a border, of which the
  // louder has the peak.
  #expect(steps.bars(2, measure: .rms, within: 2...6) == [0.2, 0.3])
  #expect(steps.bars(4, measure: .peak, within: 0...8) == [0.1, 0.2, 0.3, 0.4])
  #expect(steps.bars(1, measure: .peak, within: 3...5) == [0.3])
}

@Test func `there is silence beyond the recording`() {
  // The square roots of the means of 0.01 and 0.04, and of 0.09 and 0.16.
  #expect(steps.bars(4, measure: .rms, within: 0...16) == [0.15811388, 0.35355338, 0, 0])
  #expect(steps.bars(2, measure: .rms, within: -8...0) == [0, 0])
}

// A range from a file or a gesture: a division by its length must not leave NaN in a picture.
@Test func `a stretch without time, or without end, is silent`() {
  #expect(steps.bars(3, measure: .rms, within: 5...5) == [0, 0, 0])
  #expect(steps.bars(2, measure: .rms, within: 0...(.infinity)) == [0, 0])
  #expect(steps.bars(0, measure: .rms, within: 0...4) == [])
}

@Test func `the view of a viewport can be drawn from the summary`() {
  var viewport = WaveformViewport(duration: 8)
  viewport.zoom(to: 4, anchor: 0.5)
  #expect(viewport.visibleRange == 3...5)
  #expect(steps.bars(2, measure: .rms, within: viewport.visibleRange) == [0.2, 0.3])
}
