import Raster
import Waveform

/// Marks at the ends of bars in which samples reach full scale.
struct ClippingMarks {
  /// A bar is marked if the magnitude of one of its samples reaches this.
  // The level from which sound analysis counts samples as clipped.
  static let fullScale: Float = 0.999
  // The length of a mark in points.
  private static let length = 2.0
  private static let spectrogramLength = 4.0

  private let color: Color

  /// Creates the marks; nil if not requested, or if the picture does not show time.
  init?(_ look: ThumbnailLook, _ renderer: some WaveformRenderer) {
    guard let color = look.clipping, case .across = renderer.timeAxis, !renderer.content.isOfMoment
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

  /// The sides on which a bar has samples at full scale.
  private struct Clipped {
    let isLow: Bool
    let isHigh: Bool

    var isAny: Bool { isLow || isHigh }

    func rows(high: Double, low: Double) -> [Double] {
      var rows: [Double] = []
      if isHigh {
        rows.append(high)
      }
      if isLow {
        rows.append(low)
      }
      return rows
    }
  }

  private func caps(
    of summary: WaveformSummary, at ends: [Float], in scene: WaveformScene, of plot: Plot
  ) -> [RoundedRectangle] {
    guard summary.givenBars == nil else { return [] }
    let frame = scene.frame
    let axis = plot.renderer.heightAxis(in: scene)
    let extremes = summary.extremes(scene.heights.count, within: 0...plot.seconds)
    let length = min(Self.length * scene.scale, frame.height / 2)
    let lastRow = frame.height - length
    func row(of height: Float) -> Double {
      (axis.zero - Double(height) * (axis.zero - axis.full) - frame.y)
        .clamped(min: 0, max: lastRow)
    }
    return zip(scene.heights.indices, extremes).flatMap { index, extremes in
      let clipped = Clipped(
        isLow: extremes.lowest <= -Self.fullScale, isHigh: extremes.highest >= Self.fullScale)
      let top = row(of: ends[index])
      let isSigned = scene.lows != nil || scene.areSamples
      let rows: [Double]
      if isSigned {
        // Each end of a bar, and each side of a curve, has a value of its own.
        let bottom = scene.lows.map { row(of: $0[index]) } ?? top
        rows = clipped.rows(high: top, low: bottom)
      } else if clipped.isAny {
        rows = axis.isMirrored ? [top, lastRow - top] : [top]
      } else {
        rows = []
      }
      let column = plot.renderer.column(index, of: scene)
      let caps = rows.map { row in
        RoundedRectangle(x: column.left, y: frame.y + row, width: column.width, height: length)
      }
      // Bars of one shape must not overlap; one mark says enough of a bar as low as two.
      let overlap = caps.count > 1 && caps[0].y + length > caps[1].y
      return overlap ? [caps[0]] : caps
    }
  }

  /// Returns marks at the upper edge of a spectrogram, as wide as the clipped stretches.
  private func marks(
    above summary: WaveformSummary, in scene: WaveformScene
  ) -> [RoundedRectangle] {
    guard summary.givenBars == nil else { return [] }
    let count = Int(scene.frame.width / scene.scale)
    let clipped = summary.extremes(count).map { max($0.highest, -$0.lowest) >= Self.fullScale }
    return clipped.indices.filter { clipped[$0] }.map { column in
      RoundedRectangle(
        x: scene.frame.x + Double(column) * scene.scale, y: scene.frame.y, width: scene.scale,
        height: min(Self.spectrogramLength * scene.scale, scene.frame.height))
    }
  }
}
