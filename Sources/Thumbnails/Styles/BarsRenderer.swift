import Raster

extension WaveformStyle {
  /// Bars rising from the bottom edge.
  public static let bars = WaveformStyle(
    "bars",
    "bars standing on the bottom edge",
    options: [.spacing, .cornerRadius],
    isPlain: true
  ) { BarsRenderer(spacing: $0.geometry.spacing, cornerRadius: $0.geometry.cornerRadius) }

  /// Bars centered on the midline.
  public static let mirroredBars = WaveformStyle(
    "mirroredBars",
    "bars centred on the midline",
    options: [.spacing, .cornerRadius],
    isPlain: true
  ) {
    BarsRenderer(
      isMirrored: true,
      spacing: $0.geometry.spacing,
      cornerRadius: $0.geometry.cornerRadius
    )
  }
}

/// Bars rising from the bottom, or centered on the midline.
struct BarsRenderer: WaveformRenderer {
  private let columns: BarColumns
  private let alignment: BarColumns.Alignment

  init(isMirrored: Bool = false, spacing: Double? = nil, cornerRadius: Double? = nil) {
    columns = BarColumns(
      spacing: .length(spacing, or: 2),
      cornerRadius: .length(cornerRadius, or: 1.5),
      minimumHeight: 2
    )
    alignment = isMirrored ? .middle : .bottom
  }

  var signedForm: SignedForm? { .bars }

  var shade: CoverShade.Position {
    switch alignment {
    case .bottom: .bottom
    case .middle: .middle
    }
  }

  func barCount(in size: ThumbnailSize, asked: Int?) -> Int {
    // Bars of four points. The last one has no gap after it.
    let step = 4 + columns.spacing
    let whole = Int((Double(size.width) + columns.spacing) / step)
    // At least eight: a smaller picture has thinner bars rather than a waveform of three. By eye.
    let fitting = max(8, whole)
    return columns.count(in: size, asked: asked ?? fitting)
  }

  func heightAxis(in scene: WaveformScene) -> HeightAxis {
    let frame = scene.frame
    // Lowest values extend downward from the middle, also of bars that stand on the bottom otherwise.
    guard scene.lows == nil, alignment == .bottom else { return HeightAxis(mirroredIn: frame) }
    return HeightAxis(zero: frame.y + frame.height, full: frame.y, isMirrored: false)
  }

  func column(_ index: Int, of scene: WaveformScene) -> (left: Double, width: Double) {
    columns.column(index, of: scene)
  }

  func marks(of scene: WaveformScene) -> [Mark] {
    // One mark for all, which is filled and spelled as one.
    let bars = columns.shapes(of: scene, alignment: alignment)
    return [scene.mark(.bars(bars))]
  }
}
