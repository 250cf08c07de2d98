import Raster

extension WaveformStyle {
  /// Capsules along the midline.
  public static let dots = WaveformStyle(
    "dots",
    "dots that grow into capsules",
    options: [.dotSize, .spacing],
    isPlain: true
  ) { DotsRenderer(dotSize: $0.geometry.dotSize, spacing: $0.geometry.spacing) }
}

/// Capsules along the midline; silence is a row of dots.
struct DotsRenderer: WaveformRenderer {
  private let columns: BarColumns

  init(dotSize: Double? = nil, spacing: Double? = nil) {
    let size = Double.length(dotSize, or: 4)
    columns = BarColumns(
      spacing: .length(spacing, or: 4),
      cornerRadius: size / 2,
      minimumHeight: size,
      width: size
    )
  }

  func barCount(in size: ThumbnailSize, asked: Int?) -> Int {
    // A dot for every ten points, at least four: usual dots and gaps have eight together. By eye.
    let whole = Int((Double(size.width) + columns.spacing) / 10)
    let fitting = max(4, whole)
    return columns.count(in: size, asked: asked ?? fitting)
  }

  func column(_ index: Int, of scene: WaveformScene) -> (left: Double, width: Double) {
    columns.column(index, of: scene)
  }

  func marks(of scene: WaveformScene) -> [Mark] {
    let dots = columns.shapes(of: scene)
    return [scene.mark(.bars(dots))]
  }
}
