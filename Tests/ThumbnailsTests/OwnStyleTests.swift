import Raster
import Testing
import Thumbnails
import Waveform

/// A custom style (steps from bar to bar), as a user of the library would write it.
private struct StairsRenderer: WaveformRenderer {
  func barCount(in size: ThumbnailSize, asked: Int?) -> Int { asked ?? size.width / 8 }

  func marks(of scene: WaveformScene) -> [Mark] {
    let frame = scene.frame
    let step = frame.width / Double(scene.heights.count)
    var outline = Outline()
    outline.move(to: Point(x: frame.x, y: frame.y + frame.height))
    for (index, height) in scene.heights.enumerated() {
      let y = frame.y + frame.height * (1 - Double(height))
      outline.line(to: Point(x: frame.x + Double(index) * step, y: y))
      outline.line(to: Point(x: frame.x + Double(index + 1) * step, y: y))
    }
    outline.line(to: Point(x: frame.x + frame.width, y: frame.y + frame.height))
    outline.close()
    return [scene.mark(.outline(outline))]
  }
}

@Test func `a custom style is drawn like the built-in ones`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 8, height: 4)
  look.bars = 4
  let summary = WaveformSummary(amplitudes: [0.25, 0.5, 0.75, 1], duration: 1)
  let canvas = try ThumbnailDrawing.draw(
    ThumbnailSubject(summary: summary),
    with: StairsRenderer(),
    look: look
  ).canvas

  let rows = (0..<4).map { y in
    (0..<8).map { canvas.alpha($0, y) == 255 ? "#" : "." }.joined()
  }
  #expect(rows == ["......##", "....####", "..######", "########"])
}

@Test func `a custom style gets playhead, gradient, lanes and scale`() throws {
  var look = ThumbnailLook()
  look.size = ThumbnailSize(width: 240, height: 80)
  look.playhead = 0.6
  look.splitsChannels = true
  look.colors.playedGradient = Gradient(colors: [
    Color(red: 0xff, green: 0xb3, blue: 0x47), Color(red: 0xe6, green: 0x39, blue: 0x46),
  ])
  let picture = try ThumbnailDrawing.draw(
    ThumbnailSubject(stereo(), style: .bars),
    with: StairsRenderer(),
    look: look,
    scale: 2
  )
  try GoldenPicture(name: "stairs@2x").expect(picture.canvas)
}
