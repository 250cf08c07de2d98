import Glibc
import Raster
import Testing
import Thumbnails
import Waveform
import WavethumbBytes

/// Returns a mono recording of these samples.
private func recording(_ samples: [Float]) -> ThumbnailSubject {
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: 8000,
    length: .known(frames: samples.count),
    format: SampleFormat(.float32)
  )
  unsafe meter.add(samples.span.bytes)
  return ThumbnailSubject(summary: meter.finish(truncated: false).mix)
}

private func drawing(
  _ samples: [Float],
  style: WaveformStyle,
  width: Int,
  _ change: (inout ThumbnailLook) -> Void
) throws -> Drawing {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: width, height: 40)
  look.scaling = WaveformScaling(measure: .signed, normalize: .none)
  change(&look)
  return try ThumbnailDrawing.draw(recording(samples), style: style, look: look).drawing
}

@Test(arguments: [WaveformStyle.bars, .mirroredBars])
func `signed bars go from the lowest value to the highest`(style: WaveformStyle) throws {
  // Two bars of 100 frames: one above the midline, one on both sides.
  let samples = [0.5, 0.25, -1, 0.5].flatMap { [Float](repeating: $0, count: 50) }
  let drawing = try drawing(samples, style: style, width: 10) { $0.bars = 2 }
  guard case .shape(.bars(let bars), _) = try #require(drawing.marks.first) else {
    Issue.record("\(drawing.marks)")
    return
  }
  try #require(bars.count == 2)
  // Of 40 rows, 0 is at 20, 0.5 at 10 and -1 at 40. The first bar has its lowest value at 15.
  #expect(abs(bars[0].y - 10) < 0.1)
  #expect(abs(bars[0].height - 5) < 0.1)
  #expect(abs(bars[1].y - 10) < 0.1)
  #expect(abs(bars[1].height - 30) < 0.1)
}

@Test func `a signed line goes from the lowest value to the highest, flat in silence`()
  throws
{
  let loud = (0..<4800).map { frame -> Float in
    if frame % 2 == 0 {
      0.9
    } else {
      -0.3
    }
  }
  let samples = [Float](repeating: 0, count: 4800) + loud
  let canvas = Canvas(try drawing(samples, style: .line, width: 100) { _ in })
  func rows(_ x: Int) -> [Int] { (0..<40).filter { canvas.alpha(x, $0) > 127 } }
  // Silence is a line of two points in the middle; 0.9 is at row 2 and -0.3 at row 26.
  #expect(rows(10) == [19, 20])
  #expect(rows(90).first == 2)
  #expect(rows(90).last == 25)
}

@Test func `a signed line close up shows samples, with dots if there is room`() throws {
  let samples: [Float] = [0, 0.5, 1, 0.5, 0, -0.5, -1, -0.5, 0, 0.5]
  let near = try drawing(samples, style: .line, width: 90) { _ in }
  #expect(near.marks.count == 2)

  let canvas = Canvas(near)
  // One sample per nine points: the third is at the top, the seventh at the bottom.
  #expect(canvas.alpha(22, 2) == 255)
  #expect(canvas.alpha(58, 37) == 255)
  #expect(canvas.alpha(22, 20) == 0)

  // Three points a sample have no room for dots, and with fewer the samples are not shown at all.
  let far = try drawing(samples, style: .line, width: 30) { _ in }
  #expect(far.marks.count == 1)
  let bars = try drawing(samples, style: .line, width: 15) { _ in }
  #expect(bars.marks.count == 1)
}

@Test func `other styles show the peak for signed`() throws {
  let samples = (0..<9600).map { Float($0 % 3) / 4 - 0.5 }
  for style in [WaveformStyle.dots, .circular] {
    let signed = try drawing(samples, style: style, width: 100) { _ in }
    let peak = try drawing(samples, style: style, width: 100) { $0.scaling.measure = .peak }
    #expect(signed == peak)
  }
}

/// A tone of increasing loudness that is louder above the midline than below.
private let lopsided = (0..<48_000).map { frame -> Float in
  let wave = sin(Float(frame) * 0.21) * (0.3 + 0.7 * Float(frame) / 48_000)
  return wave > 0 ? wave : wave * 0.4
}

@Test(arguments: [WaveformStyle.bars, .mirroredBars, .line])
func `every signed style equals its golden picture`(style: WaveformStyle) throws {
  let canvas = Canvas(try drawing(lopsided, style: style, width: 400) { $0.playhead = 0.4 })
  try GoldenPicture(name: "\(style.rawValue).signed").expect(canvas)
}
