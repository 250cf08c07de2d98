/// The frames of the lanes of a picture.
enum LaneFrames {
  // Points between two lanes, where there is room.
  private static let gap = 4.0

  static func frame(
    of lane: Int, count: Int, in whole: WaveformScene.Frame, scale: Double,
    arrangement: LaneArrangement
  ) -> WaveformScene.Frame {
    guard count > 1, arrangement == .stacked else { return whole }
    let gap = min(gap * scale, whole.height / Double(4 * count))
    let step = (whole.height + gap) / Double(count)
    var top = Double(lane) * step
    var bottom = top + step - gap
    // Lanes begin on whole pixels, so that all stand equally sharp.
    if bottom - top > 4 {
      top = top.rounded()
      bottom = bottom.rounded()
    }
    return WaveformScene.Frame(
      x: whole.x, y: whole.y + top, width: whole.width, height: bottom - top)
  }
}
