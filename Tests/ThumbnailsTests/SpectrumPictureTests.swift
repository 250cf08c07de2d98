import Glibc
import Raster
import Testing
import Waveform

@testable import Thumbnails

private let momentCount = WaveformSpectrum.momentCount
private let bandCount = WaveformSpectrum.bandCount

/// A picture with a column for each moment and a row for each band.
private let pixelPerLevel = ThumbnailLook(width: momentCount, height: bandCount)

/// Returns a recording with a spectrum of these levels.
private func measurement(
  levels: (_ moment: Int, _ band: Int) -> UInt8
) throws -> WaveformMeasurement {
  let all = (0..<momentCount).flatMap { moment in
    (0..<bandCount).map { band in levels(moment, band) }
  }
  var measurement = stereo()
  measurement.spectrum = try #require(WaveformSpectrum(levels: all))
  return measurement
}

/// Returns a sweep from the lowest band to the highest, two moments in each.
private func sweep() throws -> WaveformMeasurement {
  try measurement { moment, band in
    band == moment / 2 ? 200 : 0
  }
}

/// Returns the sum of red, green and blue.
private func lightness(of pixel: UInt32) -> UInt32 {
  pixel & 255 + pixel >> 8 & 255 + pixel >> 16 & 255
}

@Test func `time is horizontal and bands are vertical`() throws {
  let canvas = try draw(sweep(), .spectrum, look: pixelPerLevel)
  for moment in 0..<momentCount {
    let pixels = (0..<bandCount).map { row in canvas.pixel(x: moment, y: row) }
    let column = pixels.map(lightness)
    let lightest = column.indices.max { column[$0] < column[$1] }
    // From below.
    #expect(lightest == bandCount - 1 - moment / 2)
  }
}

@Test(arguments: [WaveformColors().played, Color(red: 0x2e, green: 0x8b, blue: 0x57), black])
func `every ramp is perceptually uniform`(color: Color) {
  let colors = SpectrumRamp(WaveformColors(played: color), isPlayed: true).colors
  let steps = colors.map { SpectrumRamp.Tone($0).lightness }
  #expect(steps.count == SpectrumRamp.count)
  for (lightness, next) in zip(steps, steps.dropFirst()) {
    let rise = next - lightness
    #expect(rise > 0.001)
    #expect(rise < 0.013)
  }
}

@Test(arguments: [Color(red: 30, green: 144, blue: 255), white])
func `a tone converts to its color`(color: Color) {
  #expect(SpectrumRamp.Tone(color).color == color)
}

@Test func `a gradient replaces the ramp, from silence to the loudest`() throws {
  var look = pixelPerLevel
  look.colors.playedGradient = Gradient(colors: [.clear, red])
  let canvas = try draw(sweep(), .spectrum, look: look)
  // The sweep begins below, and there is silence above.
  #expect(canvas.pixel(x: 0, y: 0) == 0)
  #expect(canvas.pixel(x: 0, y: bandCount - 1) == red.pixel)
}

// A PNG of up to 256 colors has one byte a pixel.
@Test func `played and unplayed share one palette`() throws {
  var look = ThumbnailLook()
  look.playhead = 0.4142
  let canvas = try draw(stereo(), .spectrum, look: look)
  #expect(Set(canvas.pixels).count <= 256)
}

@Test func `silence is dark, without amplified noise`() throws {
  // 12 of 255 is -57 dB.
  let silence = try measurement { _, _ in 12 }
  let canvas = try draw(silence, .spectrum)
  #expect(canvas.pixels.allSatisfy { lightness(of: $0) < 120 })
}

@Test func `the spectrum equals its golden picture`() throws {
  let canvas = try draw(stereo(), .spectrum)
  try GoldenPicture(name: "spectrum.measured").expect(canvas)
}

/// Draws a single tone of a spectrogram in the style `spectrum`, and returns the brightest row and
/// its brightness.
private func tone(
  ofBin bin: Int,
  level: UInt8,
  frequencies: ClosedRange<Double>? = nil,
  levels: ClosedRange<Double>? = nil
) throws -> (row: Int, brightness: UInt32) {
  var column = [UInt8](repeating: 0, count: Spectrogram.binCount(window: 1024))
  column[bin] = level
  let columns = repeatElement(column, count: 64).joined()
  var measurement = stereo()
  measurement.spectrogram = Spectrogram(sampleRate: 192_000, levels: Array(columns))
  var look = ThumbnailLook(width: 64, height: 320)
  look.spectrogram.frequencies = frequencies
  look.spectrogram.levels = levels

  let canvas = try draw(measurement, .spectrum, look: look)
  // Any column shows the same tone, and green rises with the level.
  let greens = canvas.greens(ofColumn: 32)
  let brightness = try #require(greens.max())
  let row = try #require(greens.lastIndex(of: brightness))
  return (row: row, brightness: brightness)
}

@Test(arguments: [128, 256, 384])
func `a range of frequencies puts a tone at its height`(bin: Int) throws {
  // 187.5 Hz a bin, so that these are 24, 48 and 72 kHz of 12 to 96 kHz: three octaves.
  let tone = try tone(ofBin: bin, level: 255, frequencies: 12_000...96_000)
  let octaves = log2(Double(bin) * 187.5 / 12_000)
  let expectedRow = 320 * (1 - octaves / 3)
  // Bands are 10 rows high.
  #expect(abs(Double(tone.row) - expectedRow) <= 10)
}

@Test func `a range of levels has absolute colors`() throws {
  // 255 is 0 dB and 170 is -30 dB of a spectrogram, whose lowest level is -90.
  let loud = try tone(ofBin: 40, level: 255, levels: -60...0)
  let quiet = try tone(ofBin: 40, level: 170, levels: -60...0)
  let stretched = try tone(ofBin: 40, level: 170, levels: -60 ... -30)
  #expect(quiet.brightness < loud.brightness)
  #expect(stretched.brightness == loud.brightness)
}
