import Testing
import WavethumbBytes

@testable import Waveform

@Test func `zooming keeps the position of the anchor`() {
  var viewport = WaveformViewport(duration: 200)
  viewport.zoom(to: 4, anchor: 0.25)
  #expect(viewport.zoomFactor == 4)
  #expect(abs(viewport.fraction(at: 50) - 0.25) < 1e-9)
  viewport.zoom(to: 16, anchor: 0.25)
  #expect(abs(viewport.fraction(at: 50) - 0.25) < 1e-9)
  viewport.resetZoom()
  #expect(viewport.visibleRange == 0...200)
  #expect(viewport.zoomFactor == 1)
}

@Test func `a view stays within the recording`() {
  var viewport = WaveformViewport(duration: 100)
  viewport.visibleRange = 95...125
  #expect(viewport.visibleRange == 70...100)
  viewport.pan(by: -1_000)
  #expect(viewport.visibleRange == 0...30)
  viewport.visibleRange = -5...(-5)
  #expect(viewport.visibleRange.lowerBound == 0)
  // As many as a summary has buckets, up to rounding.
  #expect(viewport.zoomFactor <= 4_800.001)
  viewport.zoom(to: 0.1)
  #expect(viewport.visibleRange == 0...100)
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
  #expect(WaveformMarker(time: 12, label: "Intro").spoken == "Intro, at 0:12")
  #expect(WaveformMarker(time: 48, duration: 22, label: "Verse").spoken == "Verse, 0:48 to 1:10")
  #expect(WaveformMarker(time: 3_723).spoken == "Marker, at 1:02:03")
  #expect(WaveformMarker(time: .nan, duration: -1, label: "x").spoken == "x, at 0:00")
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
  let wave = [[UInt8]](repeating: period, count: 6000).flatMap(\.self)
  lend(wave) { meter.add($0) }
  #expect(meter.progress == 0.25)

  let preview = meter.preview()
  let bars = preview.mix.bars(4, measure: .rms)
  #expect(bars[0] > 0.24)
  #expect(bars[1...].allSatisfy { $0 == 0 })
  #expect(WaveformState.loading(progress: 0.25, partial: preview.mix).summary?.frames == 48_000)

  let loud = preview.spectrum.levels.map { $0 > 0 }
  let known = WaveformSpectrum.momentCount / 4 * WaveformSpectrum.bandCount
  #expect(loud.prefix(known).contains(true))
  #expect(!loud.dropFirst(known).contains(true))
}

@Test func `given bars are kept`() {
  let amplitudes = (0..<120).map { Float($0) / 120 }
  let given = WaveformSummary(amplitudes: amplitudes, duration: 30)
  #expect(given.bars(120, measure: .rms) == amplitudes)
  #expect(given.duration == 30)
  #expect(given.bars(60, measure: .peak).count == 60)
  #expect(given.peak <= 1)
  #expect(!given.silent)
  #expect(WaveformSummary(amplitudes: [0.5, -1, .nan], duration: 1).givenBars == [0.5, 1, 0])
  #expect(WaveformSummary(amplitudes: [], duration: .nan).bars(2, measure: .rms) == [0, 0])
}

@Test func `a pyramid halves by pooling energies`() {
  var numbers = SeededNumbers(state: 30)
  let recording = Recording.noise(frames: 50_000, channels: 2, using: &numbers)
  let pyramid = recording.measure().mix.pyramid
  #expect(pyramid.levels.map(\.count) == [4_800, 2_400, 1_200, 600, 300, 150, 75])
  #expect(distance(pyramid.levels[3].rms, to: recording.bars(600)) < 1e-6)
  #expect(pyramid.level(for: 500).count == 600)
  #expect(pyramid.level(for: 9_999).count == 4_800)
}
