package import Decoding
package import Outputs
package import Raster
package import Thumbnails
package import Waveform
package import WavethumbSystem

/// The options of pictures, the same for every recording of a run.
// Flags are optional: the settings of a manifest have only what was given, so that a new option leaves the
// settings of other runs as they are. Nil and false make the same picture.
package struct PictureOptions: Sendable, Equatable {
  /// The requested styles, each once, in the order of `WaveformStyle.allCases`.
  package internal(set) var styles: [WaveformStyle] = [.mirroredBars]
  /// Pixels per point, each once, ascending.
  package internal(set) var scales: [Int] = [1]
  /// The look without the playhead, which may depend on the recording.
  package internal(set) var look = ThumbnailLook()
  /// What the colors of bars follow, or nil for the colors of the look.
  package internal(set) var colorBy: ColorBy?
  /// The colors of a spectrogram, of pitches, and of bands.
  package internal(set) var palette = Palette.named(.color)
  package internal(set) var fontPath: RawPath?
  package internal(set) var playhead: Playhead?
  /// Where to find album art; nil for plain pictures.
  package internal(set) var cover: CoverSource?
  package internal(set) var drawsAxes: Bool?
  /// Whether the labels of times are times of day, if it is known when a recording began.
  package internal(set) var showsClock: Bool?
  /// Whether recordings without pictures get placeholders.
  package internal(set) var makesPlaceholders: Bool?
  /// The moment of stills that show one.
  package internal(set) var at: Playhead?
  package internal(set) var animation: AnimationTiming?
  /// The stretch to draw, or nil for the whole recording.
  package internal(set) var range: TimeRange?
  /// Other recordings, drawn over this one.
  package internal(set) var overlays: [RawPath] = []
  /// The colors of the other recordings; empty for the defaults.
  package internal(set) var overlayColors: [Color] = []
  /// The number of zoom levels in JSON.
  package internal(set) var levels: Int?
  /// Whether a line above the drawing has the name and the facts of the recording.
  package internal(set) var drawsCaption: Bool?
  /// The only channel that is measured, counted from 1; nil for all.
  package internal(set) var channel: Int?
  /// The number of frames of the windows of a spectrogram.
  package internal(set) var window = Spectrogram.standardWindow
  package internal(set) var markers = MarkerSource.none
  /// Whether lanes are labelled with their channels.
  package internal(set) var namesLanes: Bool?
  package internal(set) var data = DataOptions()

  /// Whether the manifest and JSON contain an analysis of the sound.
  package var analyzes: Bool { data.sound ?? false }

  /// The measures that the manifest, JSON and pictures need, except the spectrum.
  package var measures: Measures {
    var measures = Measures()
    measures.lanes = look.lanes.areSplit
    if needsSound {
      measures[SoundMeasure.self] = soundMeasure
    }
    measures.checksum = analyzes
    // Quieter levels than those of every spectrogram have to be measured. Higher ones need no other
    // measurement, so that a narrower range draws from the cache.
    let lowest = min(look.spectrogram.levels?.lowerBound ?? 0, Spectrogram.quietest)
    measures[SpectrogramMeasure.self] = spectrogramColumns.map { columns in
      SpectrogramMeasure(columns: columns, floor: Int(lowest.rounded(.down)), window: window)
    }
    measures.tones = colorBy != nil
    return measures
  }

  /// The analysis of the sound, with the silence that its events list.
  var soundMeasure: SoundMeasure { SoundMeasure(silence: data.silence ?? SilenceRule()) }

  /// Whether loudness has to be measured, for numbers or for heights.
  private var needsSound: Bool {
    let scaling = look.scaling
    return analyzes || scaling.measure == .loudness || scaling.normalize == .loudness
      || data.measure == .loudness || data.normalize == .loudness
  }

  /// The scaling of magnitudes for players; measured peaks by default.
  package var playerScaling: WaveformScaling {
    WaveformScaling(
      measure: data.measure ?? .peak,
      normalize: data.normalize ?? .none,
      curve: look.scaling.curve,
      floor: look.scaling.floor
    )
  }

  package var pixelSizes: [ThumbnailSize] {
    styles.flatMap { style in
      let size = look.size ?? style.defaultSize
      return scales.map { scale in
        ThumbnailSize(width: size.width * scale, height: size.height * scale)
      }
    }
  }

  /// The axes of pictures, whose times start at the beginning of the range.
  var axes: ThumbnailAxes? {
    guard drawsAxes ?? false else { return nil }
    return ThumbnailAxes(start: range?.start ?? 0)
  }

  /// Returns the look for a recording of this duration in seconds.
  package func look(forSeconds duration: Double) -> ThumbnailLook {
    var look = look
    look.axes = axes
    look.coloring = coloring
    switch palette {
    case .named(let palette): look.spectrogram.palette = palette
    case .colors(let gradient): look.spectrogram.gradient = gradient
    }
    look.playhead = playhead?.fraction(ofSeconds: duration, from: range?.start ?? 0)
    // What moves needs a moment; without one of its own it is drawn as heard at the playhead.
    let heard = look.movement == nil ? nil : playhead
    let moment = at ?? heard
    look.moment = moment?.moment(ofSeconds: duration, from: range?.start ?? 0)
    return look
  }
}

extension Playhead {
  /// Returns the moment of a recording of this duration in seconds; a fraction is also the progress
  /// of a sweep.
  fileprivate func moment(ofSeconds duration: Double, from start: Double) -> WaveformMoment {
    let position = fraction(ofSeconds: duration, from: start)
    return switch self {
    case .fraction(let fraction):
      WaveformMoment(
        position: position,
        sweeps: fraction,
        phase: position * duration * WaveformMoment.phasePerSecond
      )
    case .seconds(let seconds): WaveformMoment(position: position, seconds: seconds)
    }
  }
}

extension PictureOptions {
  /// Whether a style is drawn from a spectrogram: `spectrum` is if other frequencies or levels are
  /// given than those of its bands.
  private func showsSpectrogram(in style: WaveformStyle) -> Bool {
    switch style.content {
    case .spectrogram: true
    case .spectrum: look.spectrogram.frequencies != nil || look.spectrogram.levels != nil
    case .time, .pitches, .level: false
    }
  }

  /// The number of columns of a spectrogram, if one is drawn: an integer multiple of the pixels at
  /// every scale, or the width of the widest picture.
  fileprivate var spectrogramColumns: Int? {
    let shown = styles.filter { style in showsSpectrogram(in: style) }
    let sizes = shown.map { style in look.size ?? style.defaultSize }
    guard let width = sizes.map(\.width).max() else { return nil }
    let largest = scales.max() ?? 1
    // Of the scales 1, 2 and 3, only 2 and 3 together have a common multiple above the largest.
    let hasBoth = scales.contains(2) && scales.contains(3)
    let common = hasBoth ? 6 : largest
    // An integer multiple at every scale, so that one decode serves all and no pixel mixes two
    // columns.
    let columns = width * common
    let maximum = Spectrogram.maximumColumns(window: window)
    if columns <= maximum { return columns }
    // Too many for the common multiple: the widest picture has a column a pixel, and pixels of the
    // others mix two.
    return min(width * largest, maximum)
  }
}

extension PictureOptions {
  /// The styles whose bars can have the colors of the sound.
  package static let coloredStyles = WaveformStyle.allCases.filter { $0.content == .time }

  /// The colors that follow the sound, if requested.
  package var coloring: WaveformColoring? {
    switch colorBy {
    case .pitch: .pitch(palette.ramp)
    case .bands: .bands(palette.bands ?? WaveformColoring.standardBands)
    case nil: nil
    }
  }

  /// Rejects colors for styles without bars in time, and other colors beside them.
  fileprivate func checkColoring(_ formats: Set<OutputFormat>) throws(UsageError) {
    guard colorBy != nil else { return }
    let hasPictures = formats.contains { format in format.kind == .picture }
    let styleWithoutBars = styles.first { style in style.content != .time }
    if hasPictures, let styleWithoutBars {
      let known = Self.coloredStyles.map(\.rawValue)
      throw .combination(.coloringNeedsStyle(styleWithoutBars.rawValue, known: known))
    }
    if colorBy == .bands, palette != .named(.color), palette.bands == nil {
      throw .combination(.bandsNeedThreeColors)
    }
    if look.colors.playedPaint != .automatic { throw .exclusive("color-by", "color") }
    if look.colors.playedGradient != nil { throw .exclusive("color-by", "gradient") }
    if look.colors.unplayedGradient != nil { throw .exclusive("color-by", "unplayed-gradient") }
    // Frames share a palette of 256 colors, which edges of bars in many colors exceed.
    if animation != nil { throw .exclusive("color-by", "animate") }
  }
}

extension PictureOptions {
  /// Rejects options that one of the formats does not support.
  package func check(_ formats: Set<OutputFormat>) throws(UsageError) {
    try checkColoring(formats)
    // An SVG of pixels would be a PNG in Base64.
    let styleOfPixels = styles.first { style in !style.content.isOfShapes }
    if formats.contains(.svg) {
      if animation != nil { throw .exclusive("animate", "format svg") }
      if let styleOfPixels { throw .exclusive("style \(styleOfPixels)", "format svg") }
    }
    let styleInCircle = styles.first { style in !style.runsAcross }
    if let styleInCircle {
      if axes != nil { throw .exclusive("axes", "style \(styleInCircle)") }
      if look.clipping != nil { throw .exclusive("mark-clipping", "style \(styleInCircle)") }
    }
    // Frames share a palette, and a photograph has too many colors.
    if cover != nil, animation != nil { throw .exclusive("cover", "animate") }
    if case .currentColor = look.colors.playedPaint, formats.contains(.png) {
      throw .exclusive("color currentColor", "format png")
    }
  }
}

/// Where to look for album art.
package enum CoverSource: String, CaseIterable, Sendable {
  /// In the recording, or else in its folder.
  case auto
  case embedded
  case folder

  package var looksIntoRecordings: Bool { self != .folder }
  package var looksIntoFolders: Bool { self != .embedded }
}

/// A position in a recording: a fraction, or a time.
package enum Playhead: Sendable, Hashable {
  case fraction(Double)
  case seconds(Double)

  /// Returns the playhead in 0…1 within a stretch that begins at `start`.
  package func fraction(ofSeconds duration: Double, from start: Double = 0) -> Double {
    switch self {
    case .fraction(let fraction): return fraction
    case .seconds(let seconds):
      // A recording without sound has no positions to divide.
      guard duration > 0 else { return 0 }
      return min(1, max(0, seconds - start) / duration)
    }
  }
}

/// What the colors of bars follow.
package enum ColorBy: String, CaseIterable, Sendable {
  /// The mean frequency of each bar.
  case pitch
  /// The levels of low, mid and high frequencies.
  case bands
}

/// Where the markers of a recording come from.
package enum MarkerSource: Sendable, Hashable {
  case none
  /// A file next to the recording, or else the cues inside it.
  case automatic
  case file([UInt8])
}

/// The colors of a spectrogram, and of pitches from low to high.
package enum Palette: Sendable, Equatable {
  case named(SpectrogramPalette)
  case colors(Gradient)

  /// The colors of pitches.
  package var ramp: Gradient {
    switch self {
    case .named(let palette): palette.ramp
    case .colors(let gradient): gradient
    }
  }

  /// The colors of low, mid and high frequencies; nil unless there are three.
  package var bands: [Color]? {
    guard case .colors(let gradient) = self, gradient.stops.count == 3 else { return nil }
    return gradient.stops.map(\.color)
  }
}
