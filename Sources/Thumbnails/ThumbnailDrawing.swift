public import Raster
public import Waveform

/// A drawn picture.
public struct ThumbnailPicture: Sendable {
  public var canvas: Canvas
  /// The power that levels were raised to: 1 where nothing was.
  public var gamma: Double
}

/// From a recording's summary to its picture.
public enum ThumbnailDrawing {
  public static let mostPixels = 64_000_000
  public static let sides = 1...16_384
  public static let scales = 1...3

  // Peaks behind RMS are of the same colour, but stand back.
  private static let behind = 0.4

  /// Draws a measured recording.
  public static func draw(
    _ measurement: WaveformMeasurement, style: WaveformStyle, look: ThumbnailLook, scale: Int = 1
  ) throws(ThumbnailError) -> ThumbnailPicture {
    try draw(ThumbnailSubject(measurement, style: style), style: style, look: look, scale: scale)
  }

  public static func draw(
    _ subject: ThumbnailSubject, style: WaveformStyle, look: ThumbnailLook, scale: Int = 1
  ) throws(ThumbnailError) -> ThumbnailPicture {
    var look = look
    look.size = look.size ?? style.defaultSize
    return try draw(subject, with: style.renderer(for: look), look: look, scale: scale)
  }

  /// Draws with any renderer; the geometry of the look is its own business.
  public static func draw(
    _ subject: ThumbnailSubject, with renderer: some WaveformRenderer, look: ThumbnailLook,
    scale: Int = 1
  ) throws(ThumbnailError) -> ThumbnailPicture {
    let size = look.size ?? WaveformStyle.mirroredBars.defaultSize
    try check(size, scale: scale)
    var canvas = Canvas(
      width: size.width * scale, height: size.height * scale,
      background: look.colors.background ?? .clear)
    let asked = look.bars ?? subject.summary.givenBars?.count
    let count = renderer.barCount(in: size, asked: asked)
    let levels = ThumbnailLevels(subject, renderer: renderer, look: look, count: count)
    for (index, lane) in levels.lanes.enumerated() {
      let scene = WaveformScene(
        frame: LaneFrames.frame(
          of: index, count: levels.lanes.count, canvas: canvas, scale: scale,
          arrangement: renderer.laneArrangement),
        scale: Double(scale), heights: lane.heights, playhead: look.playhead?.fraction,
        colors: look.colors, lane: index, laneCount: levels.lanes.count)
      if let behind = lane.behind {
        var back = scene
        back.heights = behind
        back.colors = look.colors.faded(to: Self.behind)
        renderer.draw(back, on: &canvas)
      }
      renderer.draw(scene, on: &canvas)
    }
    MarkerLayer(look, of: subject.summary.duration, canvas: canvas, scale: scale)?
      .draw(along: renderer.timeAxis, on: &canvas)
    return ThumbnailPicture(canvas: canvas, gamma: levels.gamma)
  }

  /// Refuses what cannot be drawn.
  public static func check(_ size: ThumbnailSize, scale: Int) throws(ThumbnailError) {
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw .sizeOutOfRange(size)
    }
    guard scales.contains(scale) else { throw .scaleOutOfRange(scale) }
    let (width, height) = (size.width * scale, size.height * scale)
    guard width * height <= mostPixels else {
      throw .tooManyPixels(width: width, height: height, most: mostPixels)
    }
  }
}

extension Double {
  fileprivate var fraction: Double? { isNaN ? nil : clamped(least: 0, most: 1) }
}
