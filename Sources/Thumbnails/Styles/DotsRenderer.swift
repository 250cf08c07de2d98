public import Raster

extension WaveformStyle {
  /// Capsules along the midline.
  public static let dots = WaveformStyle(
    "dots", "dots that grow into capsules", options: [.dotSize, .spacing], isPlain: true
  ) { DotsRenderer(dotSize: $0.dotSize, spacing: $0.spacing) }
}

/// Capsules along the midline; silence is a row of dots.
public struct DotsRenderer: WaveformRenderer {
  private let dotSize: Double
  private let spacing: Double

  /// Creates a renderer; lengths are in points, 4 by default.
  public init(dotSize: Double? = nil, spacing: Double? = nil) {
    self.dotSize = .length(dotSize, or: 4)
    self.spacing = .length(spacing, or: 4)
  }

  public func barCount(in size: ThumbnailSize, asked: Int?) -> Int {
    let fitting = max(4, Int((Double(size.width) + spacing) / 10))
    return layout(in: Double(size.width), count: asked ?? fitting).count
  }

  public func column(_ index: Int, of scene: WaveformScene) -> (left: Double, width: Double) {
    let layout = layout(in: scene.frame.width / scene.scale, count: scene.heights.count)
    let step = (layout.width + layout.spacing) * scene.scale
    return (scene.frame.x + Double(index) * step, min(dotSize * scene.scale, scene.frame.width))
  }

  public func marks(of scene: WaveformScene) -> [Mark] {
    let (frame, scale) = (scene.frame, scene.scale)
    let layout = layout(in: frame.width / scale, count: scene.heights.count)
    let size = min(dotSize * scale, frame.width)
    let step = (layout.width + layout.spacing) * scale
    let dots: [RoundedRectangle] = zip(0..<layout.count, scene.heights).compactMap { index, level in
      guard scene.isThere(index) else { return nil }
      let height = (Double(level) * frame.height).clamped(least: size, most: frame.height)
      return RoundedRectangle(
        x: frame.x + Double(index) * step, y: frame.y + (frame.height - height) / 2, width: size,
        height: height, cornerRadius: size / 2)
    }
    return [scene.mark(.bars(dots))]
  }

  private func layout(in width: Double, count: Int) -> BarLayout {
    BarLayout(count: count, width: width, spacing: spacing, least: dotSize)
  }
}
