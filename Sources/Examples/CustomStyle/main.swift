import Foundation
import Wavethumb

/// Steps from bar to bar, over a filled area.
struct StairsRenderer: WaveformRenderer {
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

extension WaveformStyle {
  static let stairs = WaveformStyle("stairs", "steps from bar to bar") { _ in StairsRenderer() }
}

// No recording at hand: this one is artificial, so there is no decoder to prepare.
let waveform = Waveform(.demo(duration: 30, seed: 7))
let png = try waveform.png(style: .stairs, size: ThumbnailSize(width: 320, height: 64))
try Data(png).write(to: URL(fileURLWithPath: CommandLine.arguments[1]))
