import Glibc
import Raster
import Testing
import Waveform

@testable import Thumbnails

/// Returns a sweep from the lowest band to the highest.
private func climb() throws -> WaveformMeasurement {
  var levels = [UInt8](repeating: 0, count: 64 * 32)
  for moment in 0..<64 {
    levels[moment * 32 + moment / 2] = 200
  }
  var measurement = stereo()
  measurement.spectrum = try #require(WaveformSpectrum(levels: levels))
  return measurement
}

private func lightness(_ pixel: UInt32) -> UInt32 {
  pixel & 255 + pixel >> 8 & 255 + pixel >> 16 & 255
}

@Test func `time is horizontal and bands are vertical`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 64, height: 32)
  let canvas = try ThumbnailDrawing.draw(climb(), style: .spectrum, look: look).canvas
  for moment in 0..<64 {
    let lightest = (0..<32).max { one, other in
      lightness(canvas.pixels[one * 64 + moment]) < lightness(canvas.pixels[other * 64 + moment])
    }
    #expect(lightest == 31 - moment / 2)
  }
}

@Test func `every ramp is perceptually uniform`() {
  var colors = WaveformColors()
  for color in [
    colors.played, Color(red: 0x2e, green: 0x8b, blue: 0x57), .init(red: 0, green: 0, blue: 0),
  ] {
    colors.played = color
    let steps = SpectrumRamp(colors, isPlayed: true).colors.map { SpectrumRamp.Tone($0).lightness }
    #expect(steps.count == SpectrumRamp.count)
    for (one, next) in zip(steps, steps.dropFirst()) {
      #expect(next - one > 0.001)
      #expect(next - one < 0.013)
    }
  }
}

@Test func `a tone converts to its color`() {
  for color in [Color(red: 30, green: 144, blue: 255), Color(red: 255, green: 255, blue: 255)] {
    #expect(SpectrumRamp.Tone(color).color == color)
  }
}

@Test func `a gradient replaces the ramp, from silence to the loudest`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 64, height: 32)
  look.colors.playedGradient = Gradient(colors: [.clear, Color(red: 255, green: 0, blue: 0)])
  let canvas = try ThumbnailDrawing.draw(climb(), style: .spectrum, look: look).canvas
  #expect(canvas.pixels[0] == 0)
  #expect(canvas.pixels[31 * 64] & 0xff00_00ff == 0xff00_00ff)
}

@Test func `played and unplayed share one palette`() throws {
  var look = ThumbnailLook()
  look.playhead = 0.4142
  let canvas = try ThumbnailDrawing.draw(stereo(), style: .spectrum, look: look).canvas
  #expect(Set(canvas.pixels).count <= 256)
}

@Test func `silence is dark, without amplified noise`() throws {
  var measurement = stereo()
  measurement.spectrum = try #require(
    WaveformSpectrum(levels: [UInt8](repeating: 12, count: 64 * 32))
  )
  let canvas = try ThumbnailDrawing.draw(
    measurement,
    style: .spectrum,
    look: ThumbnailLook()
  ).canvas
  #expect(canvas.pixels.allSatisfy { lightness($0) < 120 })
}

@Test func `the spectrum equals its golden picture`() throws {
  let canvas = try ThumbnailDrawing.draw(
    stereo(),
    style: .spectrum,
    look: ThumbnailLook()
  ).canvas
  try GoldenPicture(name: "spectrum.measured").expect(canvas)
}

/// Draws a single tone of a spectrogram in the style `spectrum`, and returns the brightest row and
/// its brightness.
private func tone(
  ofBin bin: Int,
  level: UInt8,
  frequencies: ClosedRange<Double>?,
  levels: ClosedRange<Double>?
) throws -> (row: Int, brightness: UInt32) {
  var tones = [UInt8](repeating: 0, count: 64 * Spectrogram.binCount)
  for column in 0..<64 {
    tones[column * Spectrogram.binCount + bin] = level
  }
  var measurement = stereo()
  measurement.spectrogram = Spectrogram(sampleRate: 192_000, levels: tones)
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 64, height: 320)
  look.frequencyRange = frequencies
  look.levelRange = levels
  let canvas = try ThumbnailDrawing.draw(measurement, style: .spectrum, look: look).canvas
  let column = (0..<320).map { canvas.pixels[$0 * 64 + 32] >> 8 & 0xFF }
  let brightest = column.indices.max { column[$0] < column[$1] } ?? 0
  return (brightest, column[brightest])
}

@Test(arguments: [128, 256, 384])
func `a range of frequencies puts a tone at its height`(bin: Int) throws {
  // 187.5 Hz a bin, so that these are 24, 48 and 72 kHz of 12 to 96 kHz: three octaves.
  let found = try tone(ofBin: bin, level: 255, frequencies: 12_000...96_000, levels: nil)
  let octaves = log2(Double(bin) * 187.5 / 12_000)
  // Bands are 10 rows high.
  #expect(abs(Double(found.row) - 320 * (1 - octaves / 3)) <= 10)
}

@Test func `a range of levels has absolute colors`() throws {
  let loud = try tone(ofBin: 40, level: 255, frequencies: nil, levels: -60...0)
  let quiet = try tone(ofBin: 40, level: 170, frequencies: nil, levels: -60...0)
  let stretched = try tone(ofBin: 40, level: 170, frequencies: nil, levels: -60 ... -30)
  #expect(quiet.brightness < loud.brightness)
  #expect(stretched.brightness == loud.brightness)
}
