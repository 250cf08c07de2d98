import Raster
import Waveform

/// A recording prepared for drawing: what is shown, how, and where.
// All layers of a picture need these together: waveform, overlays, clipping marks and axes.
struct Plot {
  let subject: ThumbnailSubject
  /// The look without what the style cannot show.
  let look: ThumbnailLook
  let renderer: any WaveformRenderer
  let levels: ThumbnailLevels
  /// The scene that all lanes share.
  let scene: WaveformScene
  /// The duration that the picture shows: that of the longest recording in it.
  let seconds: Double

  init(
    of subject: ThumbnailSubject,
    with renderer: some WaveformRenderer,
    look: ThumbnailLook,
    in layout: PlotLayout,
    isStopped: @escaping @Sendable () -> Bool
  ) {
    // Imported bars keep their number if none was asked for.
    let asked = look.bars ?? subject.summary.givenBars?.count
    let count = renderer.barCount(in: layout.size, asked: asked)
    var levels = ThumbnailLevels(subject, renderer: renderer, look: look, count: count)
    let movement = StoppedMovement(look, of: subject)
    if let movement {
      levels.grow(movement)
    }

    // After the levels, of which it needs the number of lanes.
    var scene = Self.scene(
      of: subject,
      look: look,
      moving: movement,
      in: layout,
      laneCount: levels.lanes.count
    )
    scene.isStopped = isStopped
    if let placeholders = PlaceholderBars(of: look, content: renderer.content) {
      levels.lanes = levels.lanes.map { $0.mapped(placeholders.covering) }
      scene.playhead = placeholders.playhead(scene.playhead)
    }
    self.subject = subject
    self.look = look
    self.renderer = renderer
    self.levels = levels
    self.scene = scene
    seconds = look.overlays.longest(subject.summary)
  }

  /// Returns the scene that the lanes of a picture share.
  private static func scene(
    of subject: ThumbnailSubject,
    look: ThumbnailLook,
    moving movement: StoppedMovement?,
    in layout: PlotLayout,
    laneCount: Int
  ) -> WaveformScene {
    var playhead = movement?.split
    if playhead == nil, let asked = look.playhead, !asked.isNaN {
      playhead = asked.clamped(min: 0, max: 1)
    }
    var phase = look.moment?.phase ?? 0
    if let asked = look.geometry.phase, asked.isFinite {
      phase += asked
    }
    var spectrum = subject.spectrum

    // Other frequencies and levels than those of the bands are in the spectrogram only.
    if spectrum != nil, look.spectrogram.rangesSpectrum {
      spectrum = WaveformSpectrum(of: subject.spectrogram, look: look.spectrogram)
    }
    var scene = WaveformScene(
      frame: layout.frame,
      scale: layout.scale,
      heights: [],
      playhead: playhead,
      colors: look.colors,
      spectrum: spectrum.map { movement?.grown($0) ?? $0 },
      phase: phase,
      lane: WaveformScene.Lane(count: laneCount)
    )
    look.overlays.fit(&scene, lasting: subject.summary)
    scene.spectrogram = subject.spectrogram

    // A spectrogram has a column a pixel, whatever the number of bars.
    if subject.spectrogram != nil {
      scene.gaps = subject.summary.gaps(Int(layout.frame.width))
    }
    return scene
  }

  /// Returns the scene of one lane.
  func lane(_ index: Int) -> WaveformScene {
    scene.lane(index, showing: levels.lanes[index], arranged: renderer.laneArrangement)
  }
}
