import Raster
import Waveform

/// The position of the plot in a picture with axes.
struct PlotLayout {
  let frame: WaveformScene.Frame
  let canvas: WaveformScene.Frame
  /// The size of the plot in points.
  let size: ThumbnailSize
  private let whole: ThumbnailSize
  private let caption: ThumbnailCaption?
  private let margins: AxesMargins?
  /// Pixels per point.
  let scale: Double

  /// Creates the layout; throws if the picture would have too many pixels.
  init(
    _ size: ThumbnailSize,
    look: ThumbnailLook,
    with renderer: some WaveformRenderer,
    scale: Int
  ) throws(ThumbnailError) {
    self.scale = Double(scale)
    // Time around a circle has no axis.
    let hasAxes = look.axes != nil && renderer.timeAxis.isAcross
    let margins: AxesMargins? =
      if hasAxes {
        AxesMargins(around: size, renderer.content)
      } else {
        nil
      }
    self.margins = margins
    let whole = margins?.around(size) ?? size

    // The plot alone was checked before.
    if margins != nil {
      try ThumbnailDrawing.checkPixels(of: whole, scale: scale)
    }
    // Inside of the size that was asked for, so that pictures with and without a caption align.
    let captionHeight = look.caption == nil ? nil : ThumbnailCaption.height(in: size)
    caption = captionHeight == nil ? nil : look.caption
    let above = captionHeight ?? 0
    self.whole = size
    self.size = ThumbnailSize(width: size.width, height: size.height - above)
    canvas = WaveformScene.Frame(
      x: 0,
      y: 0,
      width: Double(whole.width * scale),
      height: Double(whole.height * scale)
    )
    frame = WaveformScene.Frame(
      x: Double((margins?.left ?? 0) * scale),
      y: Double(((margins?.top ?? 0) + above) * scale),
      width: Double(size.width * scale),
      height: Double((size.height - above) * scale)
    )
  }

  /// Returns the line above the plot; empty unless requested, and in small pictures.
  func caption(of look: ThumbnailLook) -> [Mark] {
    guard let caption else { return [] }
    return caption.marks(
      in: whole,
      endingAt: Point(x: frame.x, y: frame.y),
      scale: scale,
      ink: (look.axes ?? ThumbnailAxes()).ink(on: look),
      typeface: look.typeface
    )
  }

  /// Returns the axes around a picture; empty unless requested.
  func axes(of plot: Plot) -> [Mark] {
    guard let axes = plot.look.axes, let margins else { return [] }
    var layer = AxesLayer(
      in: axes.ink(on: plot.look),
      around: self,
      margins: margins,
      scale: scale
    )
    switch plot.renderer.content {
    case .time, .level: layer.addHeights(of: plot, unit: "dBFS")

    // Bands are relative to a full-scale sine, and not to full scale.
    case .pitches:
      layer.addHeights(of: plot, unit: "dB")
      layer.addPitchesBelow(PitchScale(bandsOfRate: plot.subject.summary.sampleRate))
    case .spectrum: layer.addSpectrum(of: plot)
    case .spectrogram: layer.addSpectrogram(of: plot)
    }
    if !plot.renderer.content.isOfMoment {
      let times = TimeTicks(
        from: axes.start,
        lasting: plot.seconds,
        width: frame.width / scale,
        fontSize: margins.fontSize,
        clock: axes.clock
      )
      layer.addBelow(times.ticks)
    }
    return layer.marks
  }
}

extension AxesLayer {
  /// Adds the frequencies and the colors of 32 bands.
  fileprivate mutating func addSpectrum(of plot: Plot) {
    let look = plot.look
    // A range that was asked for may have no round number in it.
    addPitches(
      look.spectrogram.spectrumScale(sampleRate: plot.subject.summary.sampleRate),
      showsEnds: look.spectrogram.frequencies != nil
    )
    var loudest = plot.scene.spectrum.map { SpectrumSurface($0).loudestDecibels }

    // What grows with the level has no fixed scale of its colors.
    if look.movement?.movesAllEdges ?? false {
      loudest = nil
    }
    let measured = loudest.map { WaveformSpectrum.quietest...$0 }
    let shown = look.spectrogram.levels ?? measured
    addColors(
      SpectrumRamp(look.colors, isPlayed: true).colors,
      of: shown.map { .decibels(from: $0.lowerBound, to: $0.upperBound) }
    )
  }

  /// Adds the frequencies and the colors of a spectrogram.
  fileprivate mutating func addSpectrogram(of plot: Plot) {
    let look = plot.look
    let rate = plot.subject.spectrogram?.sampleRate
    addPitches(
      rate.map { look.spectrogram.axis.scale(sampleRate: $0, range: look.spectrogram.frequencies) },
      showsEnds: look.spectrogram.frequencies != nil
    )
    let levels = look.spectrogram.levels ?? Spectrogram.quietest...0
    addColors(
      look.spectrogram.colors(256),
      of: .decibels(from: levels.lowerBound, to: levels.upperBound)
    )
  }
}
