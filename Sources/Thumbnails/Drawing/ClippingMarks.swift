import Raster
import Waveform

/// Marks at the ends of bars in which samples reach full scale.
struct ClippingMarks {
  /// A bar is marked if the magnitude of one of its samples reaches this.
  // The level from which sound analysis counts samples as clipped.
  static let fullScale: Float = 0.999
  // The length of a mark in points. A spectrogram has color everywhere, so that a mark there
  // is longer.
  private static let length = 2.0
  private static let spectrogramLength = 4.0

  private let color: Color

  /// Creates the marks; nil if not requested, or if the picture does not show time.
  init?(of look: ThumbnailLook, with renderer: some WaveformRenderer) {
    guard let color = look.clipping,
      case .across = renderer.timeAxis,
      !renderer.content.isOfMoment
    else { return nil }
    self.color = color
  }

  /// Returns the marks of all lanes; a spectrogram has a single lane.
  func marks(of plot: Plot) -> [Mark] {
    let bars =
      if plot.renderer.content.hasColorScale {
        marks(above: plot.subject.summary, in: plot.scene)
      } else {
        caps(of: plot)
      }
    if bars.isEmpty { return [] }
    return [.shape(.bars(bars), in: .color(color))]
  }

  /// Returns marks at the ends of the bars of all lanes.
  private func caps(of plot: Plot) -> [RoundedRectangle] {
    let lanes = plot.levels.lanes
    let summaries =
      if lanes.count > 1 {
        plot.subject.lanes
      } else {
        [plot.subject.summary]
      }
    return zip(lanes.indices, summaries).flatMap { index, summary in
      let scene = plot.lane(index)
      // If both measures are drawn, marks are at the ends of the peaks.
      let ends = lanes[index].behind ?? scene.heights
      return caps(of: summary, at: ends, in: scene, of: plot)
    }
  }

  private func caps(
    of summary: WaveformSummary,
    at ends: [Float],
    in scene: WaveformScene,
    of plot: Plot
  ) -> [RoundedRectangle] {
    guard summary.givenBars == nil else { return [] }
    let extremes = summary.extremes(scene.heights.count, within: 0...plot.seconds)
    let rows = CapRows(
      in: scene,
      axis: plot.renderer.heightAxis(in: scene),
      length: Self.length * scene.scale
    )
    return zip(scene.heights.indices, extremes).flatMap { index, extremes in
      let tops = rows.rows(
        ofBar: index,
        end: ends[index],
        isLow: extremes.lowest <= -Self.fullScale,
        isHigh: extremes.highest >= Self.fullScale
      )
      let column = plot.renderer.column(index, of: scene)
      return tops.map { top in
        RoundedRectangle(x: column.left, y: top, width: column.width, height: rows.length)
      }
    }
  }

  /// The positions at which the marks of one lane begin.
  private struct CapRows {
    private let scene: WaveformScene
    private let axis: HeightAxis
    private let lastRow: Double
    /// The height of a mark, at most half of the frame's.
    let length: Double

    init(in scene: WaveformScene, axis: HeightAxis, length: Double) {
      self.scene = scene
      self.axis = axis
      self.length = min(length, scene.frame.height / 2)
      lastRow = scene.frame.height - self.length
    }

    /// Returns the rows of a bar with samples at full scale above, below or on both sides.
    func rows(ofBar bar: Int, end: Float, isLow: Bool, isHigh: Bool) -> [Double] {
      let inFrame = allRows(ofBar: bar, end: end, isLow: isLow, isHigh: isHigh)
      let rows = inFrame.map { scene.frame.y + $0 }
      // Bars of one shape must not overlap; one mark says enough of a bar as low as two.
      let overlap = rows.count > 1 && rows[0] + length > rows[1]
      if overlap { return [rows[0]] }
      return rows
    }

    /// Returns rows counted from the top of the frame.
    private func allRows(
      ofBar bar: Int,
      end: Float,
      isLow: Bool,
      isHigh: Bool
    ) -> [Double] {
      let top = row(of: end)
      let isSigned = scene.lows != nil || scene.areSamples
      guard !isSigned else {
        // Each end of a bar, and each side of a curve, has a value of its own.
        let bottom = scene.lows.map { row(of: $0[bar]) } ?? top
        let high = isHigh ? [top] : []
        let low = isLow ? [bottom] : []
        return high + low
      }
      guard isLow || isHigh else { return [] }
      guard axis.isMirrored else { return [top] }
      // A height does not show which side is clipped.
      return [top, lastRow - top]
    }

    private func row(of height: Float) -> Double {
      let position = axis.zero - Double(height) * (axis.zero - axis.full)
      return (position - scene.frame.y).clamped(min: 0, max: lastRow)
    }
  }

  /// Returns marks at the upper edge of a spectrogram, as wide as the clipped stretches.
  private func marks(
    above summary: WaveformSummary,
    in scene: WaveformScene
  ) -> [RoundedRectangle] {
    guard summary.givenBars == nil else { return [] }
    let count = Int(scene.frame.width / scene.scale)
    let clipped = summary.extremes(count).map { extremes in
      max(extremes.highest, -extremes.lowest) >= Self.fullScale
    }
    let height = min(Self.spectrogramLength * scene.scale, scene.frame.height)

    // A mark a point wide for each point of the picture: neighbors meet, and look like one.
    return clipped.indices.filter { clipped[$0] }.map { column in
      RoundedRectangle(
        x: scene.frame.x + Double(column) * scene.scale,
        y: scene.frame.y,
        width: scene.scale,
        height: height
      )
    }
  }
}
