public import Raster
public import Waveform

/// Draws recordings.
public enum ThumbnailDrawing {
  /// The largest number of pixels of a picture.
  // A canvas of so many takes 256 MB.
  public static let maximumPixels = 64_000_000
  /// The shortest and the longest side, in points.
  // No screen is as wide, and sums of so many points stay far from any limit.
  public static let sides = 1...16_384
  /// The smallest and the largest number of pixels per point.
  public static let scales = 1...3

  /// Draws a measured recording, calling `isStopped` regularly if there is much to draw.
  public static func draw(
    _ measurement: WaveformMeasurement,
    style: WaveformStyle,
    look: ThumbnailLook,
    scale: Int = 1,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(ThumbnailError) -> ThumbnailPicture {
    let subject = ThumbnailSubject(measurement, style: style, at: look.moment?.position)
    return try draw(subject, style: style, look: look, scale: scale, isStopped: isStopped)
  }

  /// Draws a subject.
  public static func draw(
    _ subject: ThumbnailSubject,
    style: WaveformStyle,
    look: ThumbnailLook,
    scale: Int = 1,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(ThumbnailError) -> ThumbnailPicture {
    var look = look
    look.size = look.size ?? style.defaultSize
    return try draw(
      subject,
      with: style.renderer(for: look),
      look: look,
      scale: scale,
      isStopped: isStopped
    )
  }

  /// Draws with any renderer.
  public static func draw(
    _ subject: ThumbnailSubject,
    with renderer: some WaveformRenderer,
    look: ThumbnailLook,
    scale: Int = 1,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(ThumbnailError) -> ThumbnailPicture {
    let size = look.size ?? .standard
    // Before anything is allocated: the size may come from a command line.
    try check(size, scale: scale)
    let layout = try PlotLayout(size, look: look, with: renderer, scale: scale)
    var drawing = background(of: look, in: layout.canvas, under: renderer)
    let plot = Plot(
      of: subject,
      with: renderer,
      look: shown(look, by: renderer, overArt: drawing.photo != nil),
      in: layout,
      isStopped: isStopped
    )

    // In painting order: the waveform, names of channels and markers over it, axes around it.
    drawing.marks += waveform(of: plot)
    let labels = LaneLabels(of: plot.look, arranged: renderer.laneArrangement)
    drawing.marks += labels.marks(
      in: layout.frame,
      count: plot.levels.lanes.count,
      scale: scale
    )
    let markers = MarkerLayer(
      plot.look,
      of: plot.seconds,
      in: layout.frame,
      scale: scale,
      isStopped: isStopped
    )
    drawing.marks += markers?.marks(along: renderer.timeAxis) ?? []

    // Last, so that nothing covers the numbers.
    drawing.marks += layout.axes(of: plot)
    drawing.marks += layout.caption(of: plot.look)
    if isStopped() { throw .stopped }
    return ThumbnailPicture(drawing: drawing, gamma: plot.levels.gamma)
  }

  /// Returns a look without what a renderer cannot show, in colors for its ground.
  private static func shown(
    _ look: ThumbnailLook,
    by renderer: some WaveformRenderer,
    overArt: Bool
  ) -> ThumbnailLook {
    var look = look
    if !renderer.content.takesOverlay {
      look.overlays = []
    }
    // Colors that are legible on a plain ground may not be on a photo.
    if overArt {
      look.colors = look.colors.overArt()
    }
    // Markers need a time axis, which a picture of one moment lacks.
    if renderer.content.isOfMoment {
      look.markers.all = []
    }
    return look
  }

  /// Draws the background: a paint, and album art with a shade.
  private static func background(
    of look: ThumbnailLook,
    in frame: WaveformScene.Frame,
    under renderer: some WaveformRenderer
  ) -> Drawing {
    var drawing = Drawing(
      width: Int(frame.width),
      height: Int(frame.height),
      background: look.colors.backgroundPaint(in: frame)
    )
    if let cover = look.cover.photo, renderer.content.takesCover {
      drawing.photo = cover
      let dim = look.cover.dim ?? CoverShade.standardDim
      let shade = CoverShade(position: renderer.shade, dim: dim)
      drawing.marks += shade.marks(in: frame)
    }
    return drawing
  }

  /// Returns the waveform of each lane with its overlays and clipping marks.
  private static func waveform(of plot: Plot) -> [Mark] {
    let renderer = plot.renderer
    var marks: [Mark] = []
    let colored = ColoredBars(of: plot)
    let rescaling = HeightRescaling(plot.look.scaling, gamma: plot.levels.gamma)
    for (index, lane) in plot.levels.lanes.enumerated() {
      let scene = plot.lane(index)
      if let colored {
        marks += colored.marks(of: scene, showing: lane, scaling: rescaling, with: renderer)
      } else {
        marks += renderer.marks(of: scene, with: lane.behind)
      }
      for (overlay, over) in zip(plot.look.overlays, plot.levels.over) where index < over.count {
        marks += overlay.marks(
          of: over[index],
          over: scene,
          lasting: plot.seconds,
          with: renderer
        )
      }
    }

    guard let clipping = ClippingMarks(of: plot.look, with: renderer) else { return marks }
    return marks + clipping.marks(of: plot)
  }

  /// Throws if a size or scale cannot be drawn.
  public static func check(_ size: ThumbnailSize, scale: Int) throws(ThumbnailError) {
    guard sides.contains(size.width), sides.contains(size.height) else {
      throw .sizeOutOfRange(size)
    }
    guard scales.contains(scale) else { throw .scaleOutOfRange(scale) }
    try checkPixels(of: size, scale: scale)
  }

  /// Throws if a picture, including its axes, has too many pixels.
  package static func checkPixels(of size: ThumbnailSize, scale: Int) throws(ThumbnailError) {
    // Sides and scale are within their bounds, so that no product overflows.
    let width = size.width * scale
    let height = size.height * scale
    guard width * height <= maximumPixels else {
      throw .tooManyPixels(width: width, height: height, maximum: maximumPixels)
    }
  }
}

extension WaveformScene {
  /// Returns the scene of one lane.
  func lane(
    _ index: Int,
    showing levels: ThumbnailLevels.Lane,
    arranged arrangement: LaneArrangement
  ) -> WaveformScene {
    var scene = self
    scene.lane.index = index
    scene.show(levels)
    scene.frame = frame.lane(index, of: lane.count, scale: scale, arranged: arrangement)
    return scene
  }

  /// Replaces the heights and what belongs to them.
  mutating func show(_ levels: ThumbnailLevels.Lane) {
    heights = levels.heights
    lows = levels.lows
    areSamples = levels.areSamples
    // Those of a spectrogram are by pixel, and the same for all lanes.
    if spectrogram == nil {
      gaps = levels.gaps
    }
  }
}

extension WaveformRenderer {
  // The opacity of peaks behind RMS bars of the same color. Untuned.
  private static var behind: Double { 0.4 }

  /// Returns the marks of a scene; the marks of greater heights are behind it.
  func marks(of scene: WaveformScene, with behind: [Float]?) -> [Mark] {
    guard let behind else { return marks(of: scene) }
    var back = scene
    back.heights = behind
    back.colors = scene.colors.faded(to: Self.behind)
    return marks(of: back) + marks(of: scene)
  }
}

/// A drawn picture.
public struct ThumbnailPicture: Sendable, Hashable {
  /// The picture as shapes and paints, in pixels.
  public var drawing: Drawing
  /// The exponent applied to levels; 1 if none.
  public var gamma: Double

  /// The drawing in pixels, rasterized at every call.
  public var canvas: Canvas { Canvas(drawing) }
}
