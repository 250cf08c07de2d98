import Testing
import Waveform

/// Four bars of two seconds each.
private let recording = WaveformSummary(amplitudes: [0.1, 0.2, 0.3, 0.4], duration: 8)

@Test func `bars of a stretch cover its time`() {
  let middle = recording.bars(2, measure: .rms, within: 2...6)
  #expect(middle == [0.2, 0.3])
  let all = recording.bars(4, measure: .peak, within: 0...8)
  #expect(all == [0.1, 0.2, 0.3, 0.4])
  // Half of the second bar and half of the third: the louder has the peak.
  let acrossBorder = recording.bars(1, measure: .peak, within: 3...5)
  #expect(acrossBorder == [0.3])
}

@Test func `there is silence beyond the recording`() {
  let behind = recording.bars(4, measure: .rms, within: 0...16)
  // The square roots of the means of 0.01 and 0.04, and of 0.09 and 0.16.
  #expect(behind == [0.15811388, 0.35355338, 0, 0])
  let before = recording.bars(2, measure: .rms, within: -8...0)
  #expect(before == [0, 0])
}

// A range from a file or a gesture: a division by its length must not leave NaN in a picture.
@Test func `a stretch without time, or without end, is silent`() {
  let moment = recording.bars(3, measure: .rms, within: 5...5)
  #expect(moment == [0, 0, 0])
  let endless = recording.bars(2, measure: .rms, within: 0...(.infinity))
  #expect(endless == [0, 0])
}

@Test func `a stretch of no bars is empty`() {
  #expect(recording.bars(0, measure: .rms, within: 0...4).isEmpty)
}

@Test func `the view of a viewport can be drawn from the summary`() {
  var viewport = WaveformViewport(duration: 8)
  viewport.zoom(to: 4, anchor: 0.5)
  // A quarter of 8 seconds, around the middle.
  #expect(viewport.visibleRange == 3...5)
  let visible = recording.bars(2, measure: .rms, within: viewport.visibleRange)
  #expect(visible == [0.2, 0.3])
}
