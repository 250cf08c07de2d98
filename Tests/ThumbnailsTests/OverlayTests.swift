import Raster
import Testing
import Waveform
import WavethumbBytes

@testable import Thumbnails

private func measurement(ofBars bars: [Float], seconds: Double) -> WaveformMeasurement {
  WaveformMeasurement(mix: WaveformSummary(amplitudes: bars, duration: seconds))
}

/// Draws the song of a minute with a quieter one over it.
private func overlaid(
  _ style: WaveformStyle,
  look: ThumbnailLook = ThumbnailLook(),
  seconds: Double = 60
) throws -> Canvas {
  var look = look
  let count = style.barCount(for: look)
  let quieter = envelope(count).enumerated().map { index, level in
    index % 7 == 0 ? level : level * 0.6
  }
  look.overlays = [ThumbnailOverlay(measurement(ofBars: quieter, seconds: seconds))]
  return try drawSong(style, look: look)
}

@Test(arguments: [WaveformStyle.mirroredBars, .line, .circular])
func `an overlay equals its golden picture`(style: WaveformStyle) throws {
  try GoldenPicture(name: "\(style.rawValue).overlay").expect(overlaid(style))
}

@Test func `a shorter overlay ends at its time in the picture`() throws {
  let plain = try drawSong(.mirroredBars)
  let half = try overlaid(.mirroredBars, seconds: 30)
  let middle = plain.width / 2
  func differs(in columns: Range<Int>) -> Bool {
    (0..<plain.height).contains { row in
      columns.contains { column in
        plain.pixel(x: column, y: row) != half.pixel(x: column, y: row)
      }
    }
  }
  #expect(differs(in: 0..<middle))
  #expect(!differs(in: middle..<plain.width))
}

@Test func `a longer overlay is drawn up to the end of the picture`() throws {
  var look = ThumbnailLook()
  let loud = measurement(ofBars: [1, 1, 1], seconds: 120)
  look.overlays = [ThumbnailOverlay(loud)]
  let canvas = try drawSong(.mirroredBars, look: look)
  #expect(canvas.alpha(x: canvas.width - 2, y: canvas.height / 2) > 0)
}

@Test func `both recordings share one scale`() throws {
  func squareWave(level: Float) -> WaveformMeasurement {
    let samples = (0..<9600).map { frame in
      frame % 2 == 0 ? level : -level
    }
    return measurement(of: samples)
  }
  var look = ThumbnailLook()
  look.scaling.normalize = .file
  look.overlays = [ThumbnailOverlay(squareWave(level: 0.25))]

  let levels = ThumbnailLevels(
    ThumbnailSubject(summary: squareWave(level: 0.5).mix),
    renderer: BarsRenderer(),
    look: look,
    count: 10
  )
  #expect(levels.lanes.count == 1)
  #expect(levels.over.count == 1)
  // The louder recording is full, and the other half as high.
  #expect(levels.lanes[0].heights.allSatisfy { abs($0 - 1) < 0.001 })
  #expect(levels.over[0][0].heights.allSatisfy { abs($0 - 0.5) < 0.001 })
}

@Test func `several overlays equal their golden picture`() throws {
  var look = ThumbnailLook(width: 400, height: 100)
  let ground = Gradient(colors: [
    Color(red: 20, green: 30, blue: 60),
    Color(red: 60, green: 20, blue: 40),
  ])
  look.colors.background = .gradient(ground, .across)
  let asLong = measurement(ofBars: [0.2, 0.9, 0.4, 0.3], seconds: 60)
  let shorter = measurement(ofBars: [0.1, 0.3, 0.2], seconds: 40)
  look.overlays = [
    ThumbnailOverlay(asLong),
    ThumbnailOverlay(shorter, color: Color(red: 0x2f, green: 0xb3, blue: 0x44)),
  ]
  let subject = ThumbnailSubject(levels: [1, 0.5, 0.8, 0.6], seconds: 60)
  let canvas = try draw(subject, .line, look: look)
  try GoldenPicture(name: "line.overlays").expect(canvas)
}
