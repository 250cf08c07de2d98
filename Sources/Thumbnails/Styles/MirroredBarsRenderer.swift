public import Raster

extension WaveformStyle {
  /// Bars centred on the midline.
  public static let mirroredBars = WaveformStyle(
    "mirroredBars", "bars centred on the midline", options: [.spacing, .cornerRadius], isPlain: true
  ) { MirroredBarsRenderer(spacing: $0.spacing, cornerRadius: $0.cornerRadius) }
}

/// Bars centred on the midline.
public struct MirroredBarsRenderer: WaveformRenderer {
  private let columns: BarColumns

  /// A renderer; lengths are in points, and the style's own where they are nil.
  public init(spacing: Double? = nil, cornerRadius: Double? = nil) {
    columns = BarColumns(
      spacing: .length(spacing, or: 2), cornerRadius: .length(cornerRadius, or: 1.5),
      leastHeight: 2)
  }

  public var signedForm: SignedForm? { .bars }

  public func barCount(in size: ThumbnailSize, asked: Int?) -> Int {
    let asked = asked ?? columns.countFitting(size.width)
    return columns.layout(in: Double(size.width), count: asked).count
  }

  public func marks(of scene: WaveformScene) -> [Mark] {
    [scene.mark(.bars(columns.shapes(of: scene, alignment: .middle)))]
  }
}
