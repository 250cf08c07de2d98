public import Raster

/// Bars that stand on the bottom.
public struct BarsRenderer: WaveformRenderer {
  private let columns: BarColumns

  public init(spacing: Double? = nil, cornerRadius: Double? = nil) {
    columns = BarColumns(
      spacing: .length(spacing, or: 2), cornerRadius: .length(cornerRadius, or: 1.5),
      leastHeight: 2)
  }

  public func barCount(in size: ThumbnailSize, asked: Int?) -> Int {
    let asked = asked ?? columns.countFitting(size.width)
    return columns.layout(in: Double(size.width), count: asked).count
  }

  public func draw(_ scene: WaveformScene, on canvas: inout Canvas) {
    scene.fill(columns.shapes(of: scene, stand: .bottom), on: &canvas)
  }
}
