import Foundation
import Wavethumb

/// Steps from bar to bar, over a filled area.
struct StairsRenderer: WaveformRenderer {
  func barCount(in size: ThumbnailSize, asked: Int?) -> Int { asked ?? size.width / 8 }

  func marks(of scene: WaveformScene) -> [Mark] {
    let frame = scene.frame
    let width = frame.width / Double(scene.heights.count)
    let bottom = frame.y + frame.height
    var x = frame.x
    var outline = Outline()
    outline.move(to: Point(x: x, y: bottom))
    for height in scene.heights {
      let top = bottom - frame.height * Double(height)
      outline.line(to: Point(x: x, y: top))
      x += width
      outline.line(to: Point(x: x, y: top))
    }
    outline.line(to: Point(x: x, y: bottom))
    outline.close()
    return [scene.mark(.outline(outline))]
  }
}

extension WaveformStyle {
  static let stairs = WaveformStyle("stairs", "steps from bar to bar") { _ in StairsRenderer() }
}

// No recording at hand: this one is artificial, so there is no decoder to prepare.
let waveform = Waveform(.demo(duration: 30, seed: 7))
let png = try waveform.png(style: .stairs, size: ThumbnailSize(width: 320, height: 64))
try Data(png).write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
