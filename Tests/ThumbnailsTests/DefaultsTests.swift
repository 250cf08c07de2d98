import Raster
import Testing
import Thumbnails
import Waveform

@Test(
  arguments: zip(
    WaveformStyle.allCases,
    [100, 100, 32, 150, 60, 64]
  )
)
func `every style has the documented number of bars`(style: WaveformStyle, count: Int) {
  #expect(style.barCount(for: ThumbnailLook()) == count)
}

@Test func `the number of bars depends on the width`() {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 300, height: 100)
  #expect(WaveformStyle.bars.barCount(for: look) == 50)
  #expect(WaveformStyle.line.barCount(for: look) == 75)
  #expect(WaveformStyle.dots.barCount(for: look) == 30)
  #expect(WaveformStyle.dancingBars.barCount(for: look) == 32)
  look.spacing = 1
  #expect(WaveformStyle.mirroredBars.barCount(for: look) == 60)
  look.bars = 20
  #expect(WaveformStyle.mirroredBars.barCount(for: look) == 20)
}

@Test func `a spectrum gives dancing bars their heights`() throws {
  let bands = (0..<32).map { Float($0) / 31 }
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 320, height: 100)
  let subject = ThumbnailSubject(summary: stereo().mix, bands: bands)
  let canvas = try ThumbnailDrawing.draw(subject, style: .dancingBars, look: look).canvas
  func height(_ column: Int) -> Int { (0..<100).filter { canvas.alpha(column, $0) > 0 }.count }
  #expect(height(3) == 4)
  #expect(height(315) == 100)
  look.bars = 16
  let fewer = try ThumbnailDrawing.draw(subject, style: .dancingBars, look: look).canvas
  #expect((0..<100).contains { fewer.alpha(310, $0) > 0 })
}

@Test func `without a spectrum dancing bars vary around the level`() throws {
  var subject = ThumbnailSubject(summary: stereo().mix)
  subject.bands = nil
  let canvas = try ThumbnailDrawing.draw(
    subject,
    style: .dancingBars,
    look: ThumbnailLook()
  ).canvas
  #expect(canvas.pixels.contains { $0 >> 24 == 255 })
}

@Test func `given bars are drawn without normalising`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 20, height: 100)
  look.scaling.curve = .db
  let summary = WaveformSummary(amplitudes: [0.25, 0.25], duration: 1)
  let picture = try ThumbnailDrawing.draw(
    ThumbnailSubject(summary: summary),
    style: .bars,
    look: look
  )
  #expect(picture.gamma == 1)
  #expect(picture.canvas.alpha(4, 74) == 0)
  #expect(picture.canvas.alpha(4, 76) == 255)
}
