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
  var levels = [UInt8](repeating: 0, count: 40 * Spectrogram.binCount)
  for column in 0..<40 {
    levels[column * Spectrogram.binCount + loudBin] = 255
  }
  var measurement = WaveformMeasurement(mix: WaveformSummary(amplitudes: [0.5], duration: 1))
  measurement.spectrogram = Spectrogram(sampleRate: 44_100, levels: levels)
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 40, height: 257)
  look.frequencyAxis = axis
  look.playhead = playhead
  return try ThumbnailDrawing.draw(measurement, style: .spectrogram, look: look).canvas
}

private func brightestRow(_ canvas: Canvas) -> Int? {
  (0..<canvas.height).max { row, other in
    canvas.pixels[row * canvas.width] & 0xFF00 < canvas.pixels[other * canvas.width] & 0xFF00
  }
}

@Test(arguments: [23, 256, 500])
func `a frequency is in its row of a linear axis`(bin: Int) throws {
  let expected = 256 - bin * 257 / 513
  let found = try #require(brightestRow(canvas(loudBin: bin, axis: .linear)))
  #expect(abs(found - expected) <= 1)
}

@Test func `octaves are equally high on a logarithmic axis`() throws {
  let rows = try [32, 64, 128, 256].map { bin in
    try #require(brightestRow(canvas(loudBin: bin, axis: .logarithmic)))
  }
  let steps = zip(rows, rows.dropFirst()).map { $0 - $1 }
  #expect(steps.allSatisfy { abs($0 - steps[0]) <= 2 })
}

@Test(arguments: SpectrogramPalette.allCases)
func `the spectrogram's colors are perceptually uniform`(palette: SpectrogramPalette) {
  let tones = palette.colors(count: 256).map { SpectrumRamp.Tone($0).lightness }
  let step = (tones[255] - tones[0]) / 255
  // Near black, rounding to 8 bits exceeds many of these differences; elsewhere it is less than
  // half of 16 steps.
  for column in 0..<240 where tones[column] > 0.2 && tones[column + 16] > 0.2 {
    #expect(abs(tones[column + 16] - tones[column] - 16 * step) < 0.02)
  }
}

@Test func `the unplayed part has no hue`() throws {
  let picture = try canvas(loudBin: 100, axis: .linear, playhead: 0.5)
  // The last pixel of the first row: red, green and blue are equal.
  let pixel = picture.pixels[39] & 0xFFFFFF
  #expect(pixel & 0xFF == pixel >> 8 & 0xFF)
  #expect(pixel & 0xFF == pixel >> 16)
}
