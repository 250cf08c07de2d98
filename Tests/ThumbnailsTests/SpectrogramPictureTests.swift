import Raster
import Testing
import Waveform

@testable import Thumbnails

/// Draws a spectrogram of one tone, two bins a row.
private func canvas(
  loudBin: Int,
  axis: FrequencyAxis,
  playhead: Double? = nil
) throws -> Canvas {
  var column = [UInt8](repeating: 0, count: Spectrogram.binCount(window: 1024))
  column[loudBin] = 255
  let levels = repeatElement(column, count: 40).joined()
  var measurement = WaveformMeasurement(mix: WaveformSummary(amplitudes: [0.5], duration: 1))
  measurement.spectrogram = Spectrogram(sampleRate: 44_100, levels: Array(levels))
  var look = ThumbnailLook(width: 40, height: 257)
  look.spectrogram.axis = axis
  look.playhead = playhead
  return try draw(measurement, .spectrogram, look: look)
}

/// Returns the brightest row of the first column.
private func brightestRow(of canvas: Canvas) throws -> Int {
  // Green rises with the level over all of the palette.
  let greens = canvas.greens(ofColumn: 0)
  let brightest = try #require(greens.max())
  return try #require(greens.firstIndex(of: brightest))
}

@Test(arguments: [23, 256, 500])
func `a frequency is in its row of a linear axis`(bin: Int) throws {
  // 513 bins on 257 rows, from below.
  let expected = 256 - bin * 257 / 513
  let row = try brightestRow(of: canvas(loudBin: bin, axis: .linear))
  #expect(abs(row - expected) <= 1)
}

@Test func `octaves are equally high on a logarithmic axis`() throws {
  let rows = try [32, 64, 128, 256].map { bin in
    try brightestRow(of: canvas(loudBin: bin, axis: .logarithmic))
  }
  let heights = zip(rows, rows.dropFirst()).map { lower, upper in lower - upper }
  // Each end is rounded to a row.
  #expect(heights.allSatisfy { abs($0 - heights[0]) <= 2 })
}

@Test(arguments: SpectrogramPalette.allCases)
func `the spectrogram's colors are perceptually uniform`(palette: SpectrogramPalette) {
  let tones = palette.colors(count: 256).map { SpectrumRamp.Tone($0).lightness }
  let step = (tones[255] - tones[0]) / 255
  // Near black, rounding to 8 bits exceeds many of these differences; elsewhere it is less than
  // half of 16 steps.
  for (tone, later) in zip(tones, tones.dropFirst(16)) where min(tone, later) > 0.2 {
    let rise = later - tone
    #expect(abs(rise - 16 * step) < 0.02)
  }
}

@Test func `the unplayed part has no hue`() throws {
  let picture = try canvas(loudBin: 100, axis: .linear, playhead: 0.5)
  // At the end of the picture, red, green and blue are equal.
  let pixel = picture.pixel(x: 39, y: 0)
  let red = pixel & 255
  #expect(pixel >> 8 & 255 == red)
  #expect(pixel >> 16 & 255 == red)
}
