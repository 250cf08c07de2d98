import Glibc
import Raster
import Testing
import Thumbnails
import Waveform
import WavethumbBytes

/// A look 40 points high in which values keep their signs.
private func signedLook(width: Int) -> ThumbnailLook {
  var look = ThumbnailLook(width: width, height: 40)
  look.scaling = WaveformScaling(measure: .signed, normalize: .none)
  return look
}

/// Returns the drawing of a mono recording.
private func drawing(
  of samples: [Float],
  style: WaveformStyle,
  look: ThumbnailLook
) throws -> Drawing {
  let subject = ThumbnailSubject(summary: measurement(of: samples).mix)
  return try ThumbnailDrawing.draw(subject, style: style, look: look).drawing
}

@Test(arguments: [WaveformStyle.bars, .mirroredBars])
func `signed bars go from the lowest value to the highest`(style: WaveformStyle) throws {
  // Two bars of 100 frames: one above the midline, one on both sides.
  let samples = [0.5, 0.25, -1, 0.5].flatMap { value in
    [Float](repeating: value, count: 50)
  }
  var look = signedLook(width: 10)
  look.bars = 2
  let drawing = try drawing(of: samples, style: style, look: look)
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

@Test func `a signed line goes from the lowest value to the highest, flat in silence`() throws {
  let silence = [Float](repeating: 0, count: 4800)
  let loud = (0..<4800).map { frame -> Float in
    frame % 2 == 0 ? 0.9 : -0.3
  }
  let look = signedLook(width: 100)
  let canvas = Canvas(try drawing(of: silence + loud, style: .line, look: look))
  func coveredRows(ofColumn x: Int) -> [Int] {
    (0..<40).filter { y in canvas.alpha(x: x, y: y) > 127 }
  }
  // Silence is a line of two points in the middle; 0.9 is at row 2 and -0.3 at row 26.
  #expect(coveredRows(ofColumn: 10) == [19, 20])
  let rows = coveredRows(ofColumn: 90)
  #expect(rows.first == 2)
  #expect(rows.last == 25)
}

/// A wave of ten samples.
private let closeUp: [Float] = [0, 0.5, 1, 0.5, 0, -0.5, -1, -0.5, 0, 0.5]

@Test func `a signed line close up shows samples with dots`() throws {
  let drawing = try drawing(of: closeUp, style: .line, look: signedLook(width: 90))
  // The line and the dots.
  #expect(drawing.marks.count == 2)

  let canvas = Canvas(drawing)
  // One sample per nine points: the third is at the top, the seventh at the bottom.
  #expect(canvas.alpha(x: 22, y: 2) == 255)
  #expect(canvas.alpha(x: 58, y: 37) == 255)
  #expect(canvas.alpha(x: 22, y: 20) == 0)
}

// Three points a sample have no room for dots, and with fewer the samples are not shown at all.
@Test(arguments: [30, 15])
func `a signed line without room for dots has none`(width: Int) throws {
  let drawing = try drawing(of: closeUp, style: .line, look: signedLook(width: width))
  #expect(drawing.marks.count == 1)
}

@Test(arguments: [WaveformStyle.dots, .circular])
func `other styles show the peak for signed`(style: WaveformStyle) throws {
  let samples = (0..<9600).map { Float($0 % 3) / 4 - 0.5 }
  let signed = try drawing(of: samples, style: style, look: signedLook(width: 100))
  var look = signedLook(width: 100)
  look.scaling.measure = .peak
  let peak = try drawing(of: samples, style: style, look: look)
  #expect(signed == peak)
}

/// A tone of increasing loudness that is louder above the midline than below.
private let lopsided = (0..<48_000).map { frame -> Float in
  let wave = sin(Float(frame) * 0.21) * (0.3 + 0.7 * Float(frame) / 48_000)
  return wave > 0 ? wave : wave * 0.4
}

@Test(arguments: [WaveformStyle.bars, .mirroredBars, .line])
func `every signed style equals its golden picture`(style: WaveformStyle) throws {
  var look = signedLook(width: 400)
  look.playhead = 0.4
  let canvas = Canvas(try drawing(of: lopsided, style: style, look: look))
  try GoldenPicture(name: "\(style.rawValue).signed").expect(canvas)
}
