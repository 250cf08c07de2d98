import Raster
public import Waveform

/// Draws recordings.
public enum ThumbnailDrawing {
  /// The largest number of pixels of a picture.
  // A canvas of so many takes 256 MB.
  public static let maximumPixels = 64_000_000
  /// The shortest and the longest side, in points.
  public static let sides = 1...16_384
  /// The smallest and the largest number of pixels per point.
  public static let scales = 1...3

  /// Draws a measured recording, calling `isStopped` regularly if there is much to draw.
  public static func draw(
    _ measurement: WaveformMeasurement, style: WaveformStyle, look: ThumbnailLook, scale: Int = 1,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(ThumbnailError) -> ThumbnailPicture {
    let subject = ThumbnailSubject(measurement, style: style, at: look.moment?.place)
    return try draw(subject, style: style, look: look, scale: scale, isStopped: isStopped)
  }

  /// Draws a subject.
  public static func draw(
    _ subject: ThumbnailSubject, style: WaveformStyle, look: ThumbnailLook, scale: Int = 1,
    isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(ThumbnailError) -> ThumbnailPicture {
    var look = look
    look.size = look.size ?? style.defaultSize
    return try draw(
      subject, with: style.renderer(for: look), look: look, scale: scale, isStopped: isStopped)
  }

  /// Draws with any renderer.
  public static func draw(
    _ subject: ThumbnailSubject, with renderer: some WaveformRenderer, look: ThumbnailLook,
    scale: Int = 1, isStopped: @escaping @Sendable () -> Bool = { false }
  ) throws(ThumbnailError) -> ThumbnailPicture {
    let size = look.size ?? .standard
    try check(size, scale: scale)
    let plot = try PlotPlace(size, look: look, with: renderer, scale: scale)
    let frame = plot.frame
    var drawing = background(of: look, in: plot.canvas, under: renderer)
    let asked = look.bars ?? subject.summary.givenBars?.count
    let count = renderer.barCount(in: size, asked: asked)
    var look = look
    if !renderer.content.takesOverlay {
      look.overlays = []
    }
    // Colors that are legible on a plain ground may not be on a photo.
    if drawing.photo != nil {
      look.colors = look.colors.overArt()
    }
    var levels = ThumbnailLevels(subject, renderer: renderer, look: look, count: count)
    let movement = StoppedMovement(look) { moment in
      let course = subject.course ?? LevelEnvelope(subject.summary, scaling: look.scaling)
      return Double(course.level(at: moment.place))
    }
    if let movement {
      levels.grow(movement)
    }
    var whole = scene(
      of: subject, look: look, moving: movement, in: frame, laneCount: levels.lanes.count,
      scale: scale)
    whole.isStopped = isStopped
    if let placeholders = PlaceholderBars(look, renderer.content) {
      levels.lanes = levels.lanes.map { $0.mapped(placeholders.covering) }
      whole.playhead = placeholders.playhead(whole.playhead)
    }
    let seconds = look.overlays.longest(subject.summary)
    drawing.marks += marks(
      of: levels, subject, look: look, in: whole, with: renderer, lasting: seconds)
    drawing.marks += LaneLabels(look, renderer.laneArrangement).marks(
      in: frame, count: levels.lanes.count, scale: scale)
    // Markers need a time axis, which a picture of one moment lacks.
    if renderer.content.isOfMoment {
      look.markers = []
    }
    let layer = MarkerLayer(look, of: seconds, in: whole.frame, scale: scale, isStopped: isStopped)
    drawing.marks += layer?.marks(along: renderer.timeAxis) ?? []
    // Last, so that nothing covers the numbers.
    drawing.marks += plot.axes(
      of: levels, subject, in: whole, with: renderer, look: look, lasting: seconds)
    if isStopped() { throw .stopped }
    return ThumbnailPicture(drawing: drawing, gamma: levels.gamma)
  }

  /// Draws the background: a paint, and album art with a shade.
  private static func background(
    of look: ThumbnailLook, in frame: WaveformScene.Frame, under renderer: some WaveformRenderer
  ) -> Drawing {
    var drawing = Drawing(
      width: Int(frame.width), height: Int(frame.height),
      background: look.colors.backgroundPaint(in: frame))
    if let cover = look.cover, renderer.content.takesCover {
      drawing.photo = cover
      let shade = CoverShade(place: renderer.shade, dim: look.coverDim ?? CoverShade.standardDim)
      drawing.marks += shade.marks(in: frame)
    }
    return drawing
  }

  /// Returns the waveform of each lane with its overlays and clipping marks.
  private static func marks(
    of levels: ThumbnailLevels, _ subject: ThumbnailSubject, look: ThumbnailLook,
    in whole: WaveformScene, with renderer: some WaveformRenderer, lasting seconds: Double
  ) -> [Mark] {
    var marks: [Mark] = []
    let colored = coloredBars(of: levels, subject, look: look, with: renderer, lasting: seconds)
    let rescaling = HeightRescaling(look.scaling, gamma: levels.gamma)
    for (index, lane) in levels.lanes.enumerated() {
      let scene = whole.lane(index, showing: lane, arranged: renderer.laneArrangement)
      if let colored {
        marks += colored.marks(of: scene, lane, scaling: rescaling, with: renderer)
      } else {
        marks += renderer.marks(of: scene, with: lane.behind)
      }
      for (overlay, over) in zip(look.overlays, levels.over) where index < over.count {
        marks += overlay.marks(of: over[index], over: scene, lasting: seconds, with: renderer)
      }
    }
    guard let clipping = ClippingMarks(look, renderer) else { return marks }
    return marks + clipping.marks(of: levels, subject, in: whole, with: renderer, lasting: seconds)
  }

  /// Returns the bars of all lanes in the colors of the sound, if requested and measured.
  private static func coloredBars(
    of levels: ThumbnailLevels, _ subject: ThumbnailSubject, look: ThumbnailLook,
    with renderer: some WaveformRenderer, lasting seconds: Double
  ) -> ColoredBars? {
    guard renderer.content == .time, let coloring = look.coloring, let tones = subject.tones,
      let lane = levels.lanes.first
    else { return nil }
    // Overlays may last longer than the recording.
    let duration = subject.summary.duration
    let share = duration > 0 ? max(1, seconds / duration) : 1
    return ColoredBars(
      coloring, tones, count: lane.heights.count, within: 0...share, look: look,
      blends: renderer.blendsColors)
  }

  /// Returns the scene that the lanes of a picture share.
  private static func scene(
    of subject: ThumbnailSubject, look: ThumbnailLook, moving movement: StoppedMovement?,
    in frame: WaveformScene.Frame, laneCount: Int, scale: Int
  ) -> WaveformScene {
    var playhead = movement?.split
    if playhead == nil, let asked = look.playhead, !asked.isNaN {
      playhead = asked.clamped(least: 0, most: 1)
    }
    var phase = look.moment?.phase ?? 0
    if let asked = look.phase, asked.isFinite {
      phase += asked
    }
    var spectrum = subject.spectrum
    if spectrum != nil, look.rangesSpectrum {
      spectrum = WaveformSpectrum(of: subject.spectrogram, look: look)
    }
    var scene = WaveformScene(
      frame: frame, scale: Double(scale), heights: [], playhead: playhead, colors: look.colors,
      spectrum: spectrum.map { movement?.grown($0) ?? $0 }, phase: phase,
      laneCount: laneCount)
    look.overlays.fit(&scene, lasting: subject.summary)
    scene.spectrogram = subject.spectrogram
    if subject.spectrogram != nil {
      scene.holes = subject.summary.holes(Int(frame.width))
    }
    return scene
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
    let width = size.width * scale
    let height = size.height * scale
    guard width * height <= maximumPixels else {
      throw .tooManyPixels(width: width, height: height, most: maximumPixels)
    }
  }
}

extension WaveformScene {
  /// Returns the scene of one lane.
  func lane(
    _ index: Int, showing levels: ThumbnailLevels.Lane, arranged arrangement: LaneArrangement
  ) -> WaveformScene {
    var scene = self
    scene.lane = index
    scene.show(levels)
    scene.frame = frame.lane(index, of: laneCount, scale: scale, arrangement)
    return scene
  }

  mutating func show(_ levels: ThumbnailLevels.Lane) {
    heights = levels.heights
    lows = levels.lows
    areSamples = levels.areSamples
    if spectrogram == nil {
      holes = levels.holes
    }
  }
}

extension WaveformRenderer {
  // The opacity of peaks behind RMS bars of the same color.
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
