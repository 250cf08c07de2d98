import Raster

/// The layout shared by the three styles of upright bars.
struct BarColumns: Sendable, Hashable {
  /// Whether bars rise from the bottom of their frame or extend from its middle.
  enum Alignment {
    case bottom
    case middle
  }

  let spacing: Double
  let cornerRadius: Double
  let leastHeight: Double

  func layout(in width: Double, count: Int) -> BarLayout {
    BarLayout(count: count, width: width, spacing: spacing, least: 1)
  }

  /// Returns how many bars of four points fit, at least eight.
  func countFitting(_ width: Int) -> Int {
    max(8, Int((Double(width) + spacing) / (4 + spacing)))
  }

  func column(_ index: Int, of scene: WaveformScene) -> (left: Double, width: Double) {
    let layout = layout(in: scene.frame.width / scene.scale, count: scene.heights.count)
    let step = (layout.width + layout.spacing) * scene.scale
    return (scene.frame.x + Double(index) * step, layout.width * scene.scale)
  }

  func shapes(of scene: WaveformScene, alignment: Alignment) -> [RoundedRectangle] {
    if let lows = scene.lows { return shapes(of: scene, from: lows) }
    let (frame, scale) = (scene.frame, scene.scale)
    let layout = layout(in: frame.width / scale, count: scene.heights.count)
    let width = layout.width * scale
    let step = (layout.width + layout.spacing) * scale
    return zip(0..<layout.count, scene.heights).compactMap { index, level in
      guard scene.isThere(index) else { return nil }
      let height = (Double(level) * frame.height)
        .clamped(least: leastHeight * scale, most: frame.height)
      let above = frame.height - height
      return RoundedRectangle(
        x: frame.x + Double(index) * step,
        y: frame.y + (alignment == .bottom ? above : above / 2),
        width: width, height: height, cornerRadius: cornerRadius * scale)
    }
  }

  /// Returns bars from their lower ends to their heights, both relative to the middle.
  private func shapes(of scene: WaveformScene, from lows: [Float]) -> [RoundedRectangle] {
    let (frame, scale) = (scene.frame, scene.scale)
    let layout = layout(in: frame.width / scale, count: scene.heights.count)
    let step = (layout.width + layout.spacing) * scale
    return (0..<min(layout.count, lows.count, scene.heights.count)).compactMap { index in
      guard scene.isThere(index) else { return nil }
      let (top, height) = scene.span(
        from: lows[index], to: scene.heights[index], least: leastHeight * scale)
      return RoundedRectangle(
        x: frame.x + Double(index) * step, y: top, width: layout.width * scale, height: height,
        cornerRadius: cornerRadius * scale)
    }
  }
}

extension WaveformScene {
  /// Returns the extent of a bar between two deflections, at least `least` high and never cut.
  func span(from low: Float, to high: Float, least: Double) -> (top: Double, height: Double) {
    let half = frame.height / 2
    let height = (Double(high - low) * half).clamped(least: least, most: frame.height)
    let middle = half - Double(high + low) / 2 * half
    let top = (middle - height / 2).clamped(least: 0, most: frame.height - height)
    return (frame.y + top, height)
  }
}
