import Raster
import Testing
import Thumbnails
import Waveform

// In the standard size of the style.
@Test(
  arguments: [
    (style: .bars, count: 100),
    (style: .mirroredBars, count: 100),
    (style: .dancingBars, count: 32),
    (style: .line, count: 150),
    (style: .dots, count: 60),
    (style: .circular, count: 64),
  ] as [(style: WaveformStyle, count: Int)]
)
func `every style has the documented number of bars`(style: WaveformStyle, count: Int) {
  #expect(style.barCount(for: ThumbnailLook()) == count)
}

@Test func `the number of bars depends on the width`() {
  var look = ThumbnailLook(width: 300, height: 100)
  #expect(WaveformStyle.bars.barCount(for: look) == 50)
  #expect(WaveformStyle.line.barCount(for: look) == 75)
  #expect(WaveformStyle.dots.barCount(for: look) == 30)
  // A bar for each band of the spectrum.
  #expect(WaveformStyle.dancingBars.barCount(for: look) == 32)

  // Bars of 4 points, with a gap of one.
  look.geometry.spacing = 1
  #expect(WaveformStyle.mirroredBars.barCount(for: look) == 60)
  look.bars = 20
  #expect(WaveformStyle.mirroredBars.barCount(for: look) == 20)
}

@Test func `a spectrum gives dancing bars their heights`() throws {
  // From 0 to 1.
  let bands = (0..<32).map { Float($0) / 31 }
  let subject = ThumbnailSubject(summary: stereo().mix, bands: bands)
  var look = ThumbnailLook(width: 320, height: 100)
  let canvas = try draw(subject, .dancingBars, look: look)
  // A bar of no height is three points high, whose edges are between pixels.
  #expect(canvas.inkedRows(ofColumn: 3).count == 4)
  #expect(canvas.inkedRows(ofColumn: 315).count == 100)

  look.bars = 16
  let fewer = try draw(subject, .dancingBars, look: look)
  #expect(!fewer.inkedRows(ofColumn: 310).isEmpty)
}

@Test func `without a spectrum dancing bars vary around the level`() throws {
  var subject = ThumbnailSubject(summary: stereo().mix)
  subject.bands = nil
  let canvas = try draw(subject, .dancingBars)
  let columns = (0..<canvas.width).map { canvas.inkedRows(ofColumn: $0).count }
  // Equal bars would have one height, and the gaps none.
  #expect(Set(columns).count > 10)
}

@Test func `given bars are drawn without normalising`() throws {
  var look = ThumbnailLook(width: 20, height: 100)
  // A curve of measured levels has no effect on them either.
  look.scaling.curve = .db
  let picture = try ThumbnailDrawing.draw(
    ThumbnailSubject(levels: [0.25, 0.25]),
    style: .bars,
    look: look
  )
  #expect(picture.gamma == 1)
  // A quarter of 100 rows, from below.
  #expect(picture.canvas.alpha(x: 4, y: 74) == 0)
  #expect(picture.canvas.alpha(x: 4, y: 76) == 255)
}
