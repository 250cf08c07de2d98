import Raster

/// The margins for axes around a plot, in points.
///
/// Margins depend only on size and style, so that pictures of different recordings align.
struct AxesMargins: Equatable {
  let left, top, right, bottom: Int
  let fontSize: Double
  let hasLabels: Bool

  static let line = 1.0
  static let tick = 4.0
  static let minorTick = 2.0
  /// The distance between a tick and its label.
  static let gap = 3.0
  /// The width of a color scale, and its distance from the plot.
  static let colors = 10.0
  static let colorGap = 8.0

  // Around smaller pictures, labels would take more room than the plot. Untuned.
  private static let smallestLabelled = ThumbnailSize(width: 200, height: 80)
  /// The distance between a label and the edge of the picture.
  static let edge = 2.0

  init(around plot: ThumbnailSize, _ content: WaveformContent) {
    // By eye. Captions of markers have the same sizes (`MarkerLayer.captionSize`).
    let isLow = plot.height < 180
    fontSize = isLow ? 10 : 12
    hasLabels =
      plot.width >= Self.smallestLabelled.width && plot.height >= Self.smallestLabelled.height
    let ticks = Self.line + Self.tick
    let scale: Double =
      if content.hasColorScale {
        Self.colorGap + Self.colors + ticks
      } else {
        1
      }
    let below = content.hasAxisBelow ? ticks : 1
    guard hasLabels else {
      left = Int(ticks)
      top = 1
      right = Int(scale)
      bottom = Int(below)
      return
    }

    let size = fontSize
    func room(_ label: String) -> Double {
      Self.gap + Lettering(label, size: size).width + Self.edge
    }

    // The widest labels: 8 is the widest digit.
    let level = room("-88")
    let frequency = room("88.8k")
    let label = content.hasColorScale ? frequency : level
    left = Self.whole(ticks + label)

    // The top margin has room for the unit above half of the highest label.
    top = Self.whole(1.6 * size)
    // Without a scale, half of the last label of the time axis; without that axis, half of the lowest label.
    let rightRoom = content.hasColorScale ? scale + level : 1.2 * size
    let bottomRoom = content.hasAxisBelow ? below + Self.gap + size : 0.6 * size
    right = Self.whole(rightRoom)
    bottom = Self.whole(bottomRoom)
  }

  private static func whole(_ points: Double) -> Int {
    Int(points.rounded(.up))
  }

  /// Returns the size of a picture with its axes.
  func around(_ plot: ThumbnailSize) -> ThumbnailSize {
    ThumbnailSize(width: left + plot.width + right, height: top + plot.height + bottom)
  }
}

extension WaveformContent {
  /// Whether frequency or time runs from left to right.
  var hasAxisBelow: Bool { self != .level }

  var hasColorScale: Bool { self == .spectrum || self == .spectrogram }
}

extension ThumbnailLook {
  /// Returns the size of a picture in a style, including axes if any.
  package func wholeSize(in style: WaveformStyle) -> ThumbnailSize {
    let plot = size ?? style.defaultSize
    return if axes == nil {
      plot
    } else {
      AxesMargins(around: plot, style.content).around(plot)
    }
  }
}
