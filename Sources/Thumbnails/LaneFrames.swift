import Raster

/// Where the lanes of a picture lie.
enum LaneFrames {
  // Points between two lanes, where there is room.
  private static let gap = 4.0

  static func frame(
    of lane: Int, count: Int, canvas: Canvas, scale: Int, arrangement: LaneArrangement
  ) -> WaveformScene.Frame {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    guard count > 1, arrangement == .stacked else {
      return WaveformScene.Frame(x: 0, y: 0, width: width, height: height)
    }
    let gap = min(gap * Double(scale), height / Double(4 * count))
    let step = (height + gap) / Double(count)
    var top = Double(lane) * step
    var bottom = top + step - gap
    // Lanes begin on whole pixels, so that all stand equally sharp.
    if bottom - top > 4 {
      top = top.rounded()
      bottom = bottom.rounded()
    }
    return WaveformScene.Frame(x: 0, y: top, width: width, height: bottom - top)
  }
}
