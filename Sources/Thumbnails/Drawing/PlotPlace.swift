import Raster
import Waveform

/// The position of the plot in a picture with axes.
struct PlotPlace {
  let frame: WaveformScene.Frame
  let canvas: WaveformScene.Frame
  private let margins: AxesMargins?
  private let scale: Double

  /// Creates the layout; throws if the picture would have too many pixels.
  init(
    _ size: ThumbnailSize, look: ThumbnailLook, with renderer: some WaveformRenderer, scale: Int
  ) throws(ThumbnailError) {
    self.scale = Double(scale)
    // Time around a circle has no axis.
    let margins: AxesMargins? =
      if look.axes != nil && renderer.timeAxis.isAcross {
        AxesMargins(around: size, renderer.content)
      } else {
        nil
      }
    self.margins = margins
    let whole = margins?.around(size) ?? size
    if margins != nil {
      try ThumbnailDrawing.checkPixels(of: whole, scale: scale)
    }
    canvas = WaveformScene.Frame(
      x: 0, y: 0, width: Double(whole.width * scale), height: Double(whole.height * scale))
    frame = WaveformScene.Frame(
      x: Double((margins?.left ?? 0) * scale), y: Double((margins?.top ?? 0) * scale),
      width: Double(size.width * scale), height: Double(size.height * scale))
  }

  /// Returns the axes around a picture; empty unless requested.
  func axes(
    of levels: ThumbnailLevels, _ subject: ThumbnailSubject, in scene: WaveformScene,
    with renderer: some WaveformRenderer, look: ThumbnailLook, lasting seconds: Double
  ) -> [Mark] {
    guard let axes = look.axes, let margins else { return [] }
    var layer = AxesLayer(axes.ink(on: look), around: self, margins, scale: scale)
    let bands = PitchScale(bandsOfRate: subject.summary.sampleRate)
    switch renderer.content {
    case .time, .level: layer.addHeights(of: levels, scene, renderer, unit: "dBFS")
    case .pitches:
      layer.addHeights(of: levels, scene, renderer, unit: "dB")
      layer.addPitchesBelow(bands)
    case .spectrum:
      layer.addPitches(
        look.spectrumScale(sampleRate: subject.summary.sampleRate),
        showsEnds: look.frequencyRange != nil)
      let colors = SpectrumRamp(look.colors, isPlayed: true).colors
      // What grows with the level has no fixed scale of its colors.
      let isGrown = look.movement?.movesAllEdges ?? false
      let loudest: Double? =
        if isGrown {
          nil
        } else {
          scene.spectrum.map { SpectrumSurface($0).loudestDecibels }
        }
      let shown = look.levelRange ?? loudest.map { WaveformSpectrum.quietest...$0 }
      layer.addColors(
        colors, of: shown.map { .decibels(from: $0.lowerBound, to: $0.upperBound) })
    case .spectrogram:
      let rate = subject.spectrogram?.sampleRate
      layer.addPitches(
        rate.map { look.frequencyAxis.scale(sampleRate: $0, range: look.frequencyRange) },
        showsEnds: look.frequencyRange != nil)
      let levels = look.levelRange ?? Spectrogram.quietest...0
      layer.addColors(
        look.spectrogramColors(256), of: .decibels(from: levels.lowerBound, to: levels.upperBound))
    }
    if !renderer.content.isOfMoment {
      let width = frame.width / scale
      let times = TimeTicks(
        from: axes.start, lasting: seconds, width: width, fontSize: margins.fontSize,
        clock: axes.clock)
      layer.addBelow(times.ticks)
    }
    return layer.marks
  }
}
