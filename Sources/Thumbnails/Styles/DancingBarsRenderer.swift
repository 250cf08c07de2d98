public import Raster

/// An equaliser's bars: pitches from low to high rather than time.
public struct DancingBarsRenderer: WaveformRenderer {
  private let columns: BarColumns

  public init(spacing: Double? = nil, cornerRadius: Double? = nil) {
    columns = BarColumns(
      spacing: .length(spacing, or: 3), cornerRadius: .length(cornerRadius, or: 2), leastHeight: 3)
  }

  public var content: WaveformContent { .pitches }

  public func barCount(in size: ThumbnailSize, asked: Int?) -> Int {
    columns.layout(in: Double(size.width), count: asked ?? 32).count
  }

  public func draw(_ scene: WaveformScene, on canvas: inout Canvas) {
    scene.fill(columns.shapes(of: scene, stand: .middle), on: &canvas)
  }
}
