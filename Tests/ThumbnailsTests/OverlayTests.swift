import Raster
import Testing
import Waveform
import WavethumbBytes

@testable import Thumbnails

private func measured(_ bars: [Float], seconds: Double) -> WaveformMeasurement {
  WaveformMeasurement(mix: WaveformSummary(amplitudes: bars, duration: seconds))
}

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
  look.overlays = [ThumbnailOverlay(measured(quieter, seconds: seconds))]
  return try draw(style, look: look)
}

@Test(arguments: [WaveformStyle.mirroredBars, .line, .circular])
func `an overlay equals its golden picture`(style: WaveformStyle) throws {
  try GoldenPicture(name: "\(style.rawValue).overlay").expect(overlaid(style))
}

@Test func `a shorter overlay ends at its time in the picture`() throws {
  var look = ThumbnailLook()
  let plain = try draw(.mirroredBars, look: look)
  let half = try overlaid(.mirroredBars, look: look, seconds: 30)
  let width = plain.width
  func differs(_ columns: Range<Int>) -> Bool {
    (0..<plain.height).contains { row in
      columns.contains { plain.pixels[row * width + $0] != half.pixels[row * width + $0] }
    }
  }
  #expect(differs(0..<width / 2))
  #expect(!differs(width / 2..<width))

  look.overlays = [ThumbnailOverlay(measured([1, 1, 1], seconds: 120))]
  let long = try draw(.mirroredBars, look: look)
  #expect(long.alpha(width - 2, plain.height / 2) > 0)
}

@Test func `both recordings share one scale`() throws {
  func stretch(_ scale: Float) -> WaveformMeasurement {
    let frames = 9600
    var meter = WaveformMeter(
      channels: 1,
      sampleRate: 8000,
      length: .known(frames: frames),
      format: SampleFormat(.float32)
    )
    let samples = (0..<frames).map { Float($0 % 2 == 0 ? 1 : -1) * scale }
    meter.add(unsafe samples.span.bytes)
    return meter.finish(truncated: false)
  }
  var look = ThumbnailLook()
  look.scaling.normalize = .file
  look.overlays = [ThumbnailOverlay(stretch(0.25))]

  let levels = ThumbnailLevels(
    ThumbnailSubject(summary: stretch(0.5).mix),
    renderer: BarsRenderer(),
    look: look,
    count: 10
  )
  #expect(levels.lanes.count == 1)
  #expect(levels.over.count == 1)
  #expect(levels.lanes[0].heights.allSatisfy { abs($0 - 1) < 0.001 })
  #expect(levels.over[0][0].heights.allSatisfy { abs($0 - 0.5) < 0.001 })
}

@Test func `several overlays equal their golden picture`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 400, height: 100)
  let ground = [Color(red: 20, green: 30, blue: 60), Color(red: 60, green: 20, blue: 40)]
  look.colors.background = .gradient(Gradient(colors: ground), .across)
  look.overlays = [
    ThumbnailOverlay(measured([0.2, 0.9, 0.4, 0.3], seconds: 60)),
    ThumbnailOverlay(
      measured([0.1, 0.3, 0.2], seconds: 40),
      color: Color(red: 0x2f, green: 0xb3, blue: 0x44)
    ),
  ]
  let subject = ThumbnailSubject(summary: measured([1, 0.5, 0.8, 0.6], seconds: 60).mix)
  let canvas = try ThumbnailDrawing.draw(subject, style: .line, look: look).canvas
  try GoldenPicture(name: "line.overlays").expect(canvas)
}
