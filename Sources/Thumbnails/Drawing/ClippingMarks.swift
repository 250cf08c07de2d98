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
  func marks(
    of levels: ThumbnailLevels, _ subject: ThumbnailSubject, in whole: WaveformScene,
    with renderer: some WaveformRenderer, lasting seconds: Double
  ) -> [Mark] {
    let summaries =
      if levels.lanes.count > 1 {
        subject.lanes
      } else {
        [subject.summary]
      }
    var bars: [RoundedRectangle] = []
    if renderer.content.hasColorScale {
      bars = marks(above: subject.summary, in: whole)
    } else {
      for (lane, summary) in zip(levels.lanes.indices, summaries) {
        let scene = whole.lane(
          lane, showing: levels.lanes[lane], arranged: renderer.laneArrangement)
        // If both measures are drawn, marks are at the ends of the peaks.
        let ends = levels.lanes[lane].behind ?? scene.heights
        bars += caps(of: summary, at: ends, in: scene, with: renderer, lasting: seconds)
      }
    }
    return if bars.isEmpty {
      []
    } else {
      [.shape(.bars(bars), in: .color(color))]
    }
  }

  private func caps(
    of summary: WaveformSummary, at ends: [Float], in scene: WaveformScene,
    with renderer: some WaveformRenderer, lasting seconds: Double
  ) -> [RoundedRectangle] {
    guard summary.givenBars == nil else { return [] }
    let frame = scene.frame
    let axis = renderer.heightAxis(in: scene)
    let extremes = summary.extremes(scene.heights.count, within: 0...seconds)
    let length = min(Self.length * scene.scale, frame.height / 2)
    func place(_ height: Float) -> Double {
      (axis.zero - Double(height) * (axis.zero - axis.full) - frame.y)
        .clamped(least: 0, most: frame.height - length)
    }
    return zip(scene.heights.indices, extremes).flatMap { index, extremes in
      let low = extremes.lowest <= -Self.fullScale
      let high = extremes.highest >= Self.fullScale
      let column = renderer.column(index, of: scene)
      func cap(at y: Double) -> RoundedRectangle {
        RoundedRectangle(x: column.left, y: frame.y + y, width: column.width, height: length)
      }
      var caps: [RoundedRectangle] = []
      let isSigned = scene.lows != nil || scene.areSamples
      let top = place(ends[index])
      if isSigned {
        // Each end of a bar, and each side of a curve, has a value of its own.
        let bottom = scene.lows.map { place($0[index]) } ?? top
        if high {
          caps.append(cap(at: top))
        }
        if low {
          caps.append(cap(at: bottom))
        }
      } else if low || high {
        caps.append(cap(at: top))
        if axis.isMirrored {
          caps.append(cap(at: frame.height - length - top))
        }
      }
      let overlap = caps.count > 1 && caps[0].y + length > caps[1].y
      return if overlap {
        [caps[0]]
      } else {
        caps
      }
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
