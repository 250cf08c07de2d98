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
    let bottom = frame.y + frame.height
    var outline = Outline()
    outline.move(to: Point(x: frame.x, y: bottom))
    for (index, height) in scene.heights.enumerated() {
      let left = frame.x + Double(index) * step
      let y = frame.y + frame.height * (1 - Double(height))
      outline.line(to: Point(x: left, y: y))
      outline.line(to: Point(x: left + step, y: y))
    }
    outline.line(to: Point(x: frame.x + frame.width, y: bottom))
    outline.close()
    return [scene.mark(.outline(outline))]
  }
}

@Test func `a custom style is drawn like the built-in ones`() throws {
  var look = ThumbnailLook(width: 8, height: 4)
  look.bars = 4
  let picture = try ThumbnailDrawing.draw(
    ThumbnailSubject(levels: [0.25, 0.5, 0.75, 1]),
    with: StairsRenderer(),
    look: look
  )
  #expect(
    picture.canvas.ascii == """
      ......##
      ....####
      ..######
      ########
      """
  )
}

@Test func `a custom style gets playhead, gradient, lanes and scale`() throws {
  var look = ThumbnailLook(width: 240, height: 80)
  look.playhead = 0.6
  look.lanes.areSplit = true
  look.colors.playedGradient = Gradient(colors: [
    Color(red: 0xff, green: 0xb3, blue: 0x47),
    Color(red: 0xe6, green: 0x39, blue: 0x46),
  ])
  let picture = try ThumbnailDrawing.draw(
    ThumbnailSubject(stereo(), style: .bars),
    with: StairsRenderer(),
    look: look,
    scale: 2
  )
  try GoldenPicture(name: "stairs@2x").expect(picture.canvas)
}
