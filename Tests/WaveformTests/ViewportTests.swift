import Testing
import WavethumbBytes

@testable import Waveform

@Test func `zooming keeps the position of the anchor`() {
  var viewport = WaveformViewport(duration: 200)
  // A quarter of the view is at 50 seconds, and stays there.
  for factor in [4.0, 16] {
    viewport.zoom(to: factor, anchor: 0.25)
    #expect(viewport.zoomFactor == factor)
    #expect(abs(viewport.fraction(at: 50) - 0.25) < 1e-9)
  }

  viewport.resetZoom()
  #expect(viewport.visibleRange == 0...200)
  #expect(viewport.zoomFactor == 1)
}

@Test func `a view stays within the recording`() {
  var viewport = WaveformViewport(duration: 100)
  // Moved back, with its length kept.
  viewport.visibleRange = 95...125
  #expect(viewport.visibleRange == 70...100)
  viewport.pan(by: -1_000)
  #expect(viewport.visibleRange == 0...30)

  viewport.zoom(to: 0.1)
  #expect(viewport.visibleRange == 0...100)
}

@Test func `a view is no shorter than a bucket`() {
  var viewport = WaveformViewport(duration: 100)
  viewport.visibleRange = -5...(-5)
  #expect(viewport.visibleRange.lowerBound == 0)
  // A summary has 4,800 buckets; the factor is rounded.
  #expect(abs(viewport.zoomFactor - 4_800) < 0.001)
}

@Test func `numbers that are not finite leave a view as it is`() {
  var viewport = WaveformViewport(duration: 100)
  viewport.zoom(to: .nan)
  viewport.pan(by: .infinity)
  #expect(viewport.visibleRange == 0...100)

  var nothing = WaveformViewport(duration: .nan)
  nothing.zoom(to: 3)
  #expect(nothing.visibleRange == 0...0)
  #expect(nothing.frames(of: 0).isEmpty)
}

@Test func `a view returns its frames`() {
  var viewport = WaveformViewport(duration: 10)
  viewport.visibleRange = 2.5...5
  #expect(viewport.frames(of: 1_000) == 250..<500)
  #expect(viewport.frames(of: .max).upperBound < .max)
}

@Test func `markers are spoken as moments and stretches`() {
  let moment = WaveformMarker(time: 12, label: "Intro")
  #expect(moment.spoken == "Intro, at 0:12")
  let stretch = WaveformMarker(time: 48, duration: 22, label: "Verse")
  #expect(stretch.spoken == "Verse, 0:48 to 1:10")
  let unnamed = WaveformMarker(time: 3_723)
  #expect(unnamed.spoken == "Marker, at 1:02:03")
  let invalid = WaveformMarker(time: .nan, duration: -1, label: "x")
  #expect(invalid.spoken == "x, at 0:00")
}

@Test func `a preview is silent where nothing is decoded yet`() {
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: 8_000,
    length: .known(frames: 48_000),
    format: SampleFormat(.int16)
  )
  // A quarter of the frames, alternating 0x2000 and -0x2000: a quarter of full scale.
  let period: [UInt8] = [0, 0x20, 0, 0xE0]
  let periods = [[UInt8]](repeating: period, count: 6000)
  withSpan(of: Array(periods.joined())) { meter.add($0) }
  #expect(meter.progress == 0.25)

  let preview = meter.preview()
  let bars = preview.mix.bars(4, measure: .rms)
  #expect(bars[0] > 0.24)
  #expect(bars[1...].allSatisfy { $0 == 0 })
  let state = WaveformState.loading(progress: 0.25, partial: preview.mix)
  #expect(state.summary?.frames == 48_000)

  let knownMoments = WaveformSpectrum.momentCount / 4
  let knownLevels = knownMoments * WaveformSpectrum.bandCount
  let levels = preview.spectrum.levels
  #expect(levels.prefix(knownLevels).contains { $0 > 0 })
  #expect(levels.dropFirst(knownLevels).allSatisfy { $0 == 0 })
}

@Test func `given bars are kept`() {
  let amplitudes = (0..<120).map { Float($0) / 120 }
  let given = WaveformSummary(amplitudes: amplitudes, duration: 30)
  #expect(given.bars(120, measure: .rms) == amplitudes)
  #expect(given.duration == 30)
  #expect(given.bars(60, measure: .peak).count == 60)
  #expect(given.peak <= 1)
  #expect(!given.silent)
}

@Test func `given bars of odd numbers become levels`() {
  let odd = WaveformSummary(amplitudes: [0.5, -1, .nan], duration: 1)
  #expect(odd.givenBars == [0.5, 1, 0])
  let nothing = WaveformSummary(amplitudes: [], duration: .nan)
  #expect(nothing.bars(2, measure: .rms) == [0, 0])
}

@Test func `a pyramid halves by pooling energies`() {
  var random = SeededNumbers(seed: 30)
  let recording = Recording.noise(frames: 50_000, channels: 2, using: &random)
  let pyramid = recording.measure().mix.pyramid
  #expect(pyramid.levels.map(\.count) == [4_800, 2_400, 1_200, 600, 300, 150, 75])
  #expect(distance(pyramid.levels[3].rms, to: recording.bars(600)) < 1e-6)

  // The smallest level that has as many, or else the largest.
  #expect(pyramid.level(for: 500).count == 600)
  #expect(pyramid.level(for: 9_999).count == 4_800)
}
