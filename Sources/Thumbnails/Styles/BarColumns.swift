import Raster

/// The layout shared by the styles of upright bars and dots; lengths are in points.
// Bars, dots and equalizer bars differ in numbers only: gap, corners, smallest height and width.
struct BarColumns: Sendable, Hashable {
  /// Whether bars rise from the bottom of their frame or extend from its middle.
  enum Alignment {
    case bottom
    case middle
  }

  let spacing: Double
  let cornerRadius: Double
  let minimumHeight: Double
  /// The width of every bar, or nil for an equal share of the frame.
  var width: Double?

  func count(in size: ThumbnailSize, asked: Int) -> Int {
    layout(in: Double(size.width), count: asked).count
  }

  /// Returns the left edge and the width of a bar, in pixels.
  func column(_ index: Int, of scene: WaveformScene) -> (left: Double, width: Double) {
    let columns = columns(of: scene)
    return (scene.frame.x + Double(index) * columns.step, columns.width)
  }

  /// Returns the bars of a scene, without those in gaps.
  func shapes(of scene: WaveformScene, alignment: Alignment = .middle) -> [RoundedRectangle] {
    let frame = scene.frame
    let scale = scene.scale
    let (count, step, width) = columns(of: scene)

    // Silence is drawn as low bars: where there are none, nothing is known of the recording.
    let minimum =
      if self.width == nil {
        minimumHeight * scale
      } else {
        // A dot is as high as it is wide.
        width
      }
    var shapes: [RoundedRectangle] = []
    shapes.reserveCapacity(count)

    // A renderer of a program may give fewer lows than heights.
    let shown = min(count, scene.lows?.count ?? .max)
    for index in 0..<shown where scene.exists(index) {
      let level = scene.heights[index]
      let low = scene.lows?[index] ?? -level
      var (top, height) = scene.span(from: low, to: level, atLeast: minimum)
      // Lowest values need a middle from which to extend downward.
      if scene.lows == nil, alignment == .bottom {
        top = frame.y + (frame.height - height)
      }
      let shape = RoundedRectangle(
        x: frame.x + Double(index) * step,
        y: top,
        width: width,
        height: height,
        cornerRadius: cornerRadius * scale
      )
      shapes.append(shape)
    }
    return shapes
  }

  private func layout(in frameWidth: Double, count: Int) -> BarLayout {
    BarLayout(count: count, width: frameWidth, spacing: spacing, minimumWidth: width ?? 1)
  }

  private func columns(of scene: WaveformScene) -> (count: Int, step: Double, width: Double) {
    let layout = layout(in: scene.frame.width / scene.scale, count: scene.heights.count)
    let count = min(layout.count, scene.heights.count)
    let step = (layout.width + layout.spacing) * scene.scale
    // A dot keeps its width, however much room its share of the frame has.
    let widthInPoints = width ?? layout.width
    let width = min(widthInPoints * scene.scale, scene.frame.width)
    return (count, step, width)
  }
}

extension WaveformScene {
  /// Returns the extent of a bar between two values, at least so high and within the frame.
  func span(
    from low: Float,
    to high: Float,
    atLeast minimum: Double
  ) -> (top: Double, height: Double) {
    // Values go from -1 at the bottom to 1 at the top, and pixels downward from 0.
    let half = frame.height / 2
    let height = (Double(high - low) * half).clamped(min: minimum, max: frame.height)
    let middle = half - Double(high + low) / 2 * half
    let top = (middle - height / 2).clamped(min: 0, max: frame.height - height)
    return (frame.y + top, height)
  }
}
