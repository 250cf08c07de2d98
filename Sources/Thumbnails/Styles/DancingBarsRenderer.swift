import Raster

extension WaveformStyle {
  /// Equalizer bars.
  public static let dancingBars = WaveformStyle(
    "dancingBars",
    "the spectrum at the loudest moment; does not show time",
    subject: "Spectrum",
    options: [.spacing, .cornerRadius],
    isPlain: true
  ) { DancingBarsRenderer(spacing: $0.geometry.spacing, cornerRadius: $0.geometry.cornerRadius) }
}

/// Equalizer bars: frequencies from low to high instead of time.
struct DancingBarsRenderer: WaveformRenderer {
  private let columns: BarColumns

  init(spacing: Double? = nil, cornerRadius: Double? = nil) {
    columns = BarColumns(
      spacing: .length(spacing, or: 3),
      cornerRadius: .length(cornerRadius, or: 2),
      minimumHeight: 3
    )
  }

  var content: WaveformContent { .pitches }

  func barCount(in size: ThumbnailSize, asked: Int?) -> Int {
    // As many as a spectrum has bands: no bar is interpolated.
    columns.count(in: size, asked: asked ?? 32)
  }

  func marks(of scene: WaveformScene) -> [Mark] {
    let bars = columns.shapes(of: scene)
    return [scene.mark(.bars(bars))]
  }
}
