import Raster

/// What the three styles of upright bars have in common.
struct BarColumns: Sendable, Hashable {
  /// Where bars stand in their frame.
  enum Stand {
    case bottom
    case middle
  }

  let spacing: Double
  let cornerRadius: Double
  let leastHeight: Double

  func layout(in width: Double, count: Int) -> BarLayout {
    BarLayout(count: count, width: width, spacing: spacing, least: 1)
  }

  /// As many bars of four points as fit, and at least eight.
  func countFitting(_ width: Int) -> Int {
    max(8, Int((Double(width) + spacing) / (4 + spacing)))
  }

  func shapes(of scene: WaveformScene, stand: Stand) -> [RoundedRectangle] {
    let (frame, scale) = (scene.frame, scene.scale)
    let layout = layout(in: frame.width / scale, count: scene.heights.count)
    let width = layout.width * scale
    let step = (layout.width + layout.spacing) * scale
    return zip(0..<layout.count, scene.heights).map { index, level in
      let height = (Double(level) * frame.height)
        .clamped(least: leastHeight * scale, most: frame.height)
      let above = frame.height - height
      return RoundedRectangle(
        x: frame.x + Double(index) * step,
        y: frame.y + (stand == .bottom ? above : above / 2),
        width: width, height: height, cornerRadius: cornerRadius * scale)
    }
  }
}
