package import Decoding
package import Outputs
package import Raster
package import System
package import Thumbnails
package import Waveform

/// The options of pictures, the same for every recording of a run.
package struct PictureOptions: Sendable, Equatable {
  /// The styles asked for, each once, in the order of `WaveformStyle.allCases`.
  package internal(set) var styles: [WaveformStyle] = [.mirroredBars]
  /// Pixels per point, each once, ascending.
  package internal(set) var scales: [Int] = [1]
  /// Everything else but the playhead, whose place may depend on the recording.
  package internal(set) var look = ThumbnailLook()
  /// The file of the font in `look`.
  package internal(set) var fontPath: RawPath?
  package internal(set) var playhead: Playhead?
  /// Where the art is looked for over which pictures are laid; nothing for plain pictures.
  package internal(set) var cover: CoverSource?
  /// Whether pictures have axes.
  package internal(set) var drawsAxes: Bool?
  /// The colour of axes, or nil for one that is readable on the background.
  package internal(set) var axesColor: Color?
  /// Whether a recording that has no pictures gets some that stand in for them.
  package internal(set) var makesPlaceholders: Bool?
  /// The moment of stills that show one.
  package internal(set) var at: Playhead?
  /// The timing of animations, nil for stills.
  package internal(set) var animation: AnimationTiming?
  /// The stretch that is drawn, or nil for all of a recording.
  package internal(set) var range: TimeRange?
  /// Other recordings, drawn over this one.
  package internal(set) var overlays: [RawPath] = []
  /// The colour of the other recordings, or nothing for the library's own.
  package internal(set) var overlayColors: [Color] = []
  /// How many zoom levels are written with the data of a recording.
  package internal(set) var levels: Int?
  package internal(set) var markers = MarkerSource.none
  /// Whether lanes are named after their channels.
  package internal(set) var namesLanes: Bool?
  /// The options of data files.
  package internal(set) var data = DataOptions()

  /// How magnitudes for a player are scaled: as measured peaks, unless something else is asked for.
  package var playerScaling: WaveformScaling {
    WaveformScaling(
      measure: data.measure ?? .peak, normalize: data.normalize ?? .none,
      curve: look.scaling.curve, floor: look.scaling.floor)
  }

  /// The sides of every picture in pixels.
  var pixelSizes: [ThumbnailSize] {
    styles.flatMap { style in
      let size = look.size ?? style.defaultSize
      return scales.map {
        ThumbnailSize(width: size.width * $0, height: size.height * $0)
      }
    }
  }

  /// The axes of pictures, whose times begin where the range does.
  var axes: ThumbnailAxes? {
    drawsAxes ?? false ? ThumbnailAxes(color: axesColor, start: range?.start ?? 0) : nil
  }

  /// The look for a recording of that many seconds.
  package func look(forSeconds duration: Double) -> ThumbnailLook {
    var look = look
    look.axes = axes
    look.playhead = playhead?.fraction(ofSeconds: duration, from: range?.start ?? 0)
    let moment = at ?? (look.movement == nil ? nil : playhead)
    look.moment = moment?.moment(
      ofSeconds: duration, from: range?.start ?? 0)
    return look
  }
}

extension Playhead {
  /// The moment of a recording of that many seconds; a fraction is also that part of a sweep.
  fileprivate func moment(ofSeconds duration: Double, from start: Double) -> WaveformMoment {
    let place = fraction(ofSeconds: duration, from: start)
    return switch self {
    case .fraction(let fraction):
      WaveformMoment(
        place: place, sweeps: fraction, phase: place * duration * WaveformMoment.phasePerSecond)
    case .seconds(let seconds): WaveformMoment(place: place, seconds: seconds)
    }
  }
}

extension PictureOptions {
  /// Of how many columns a spectrogram is measured, where one is drawn: a whole number of them for
  /// each pixel of every scale, or as many as the widest picture has pixels.
  package var spectrogramColumns: Int? {
    let measured = styles.filter { $0.content == .spectrogram }
    guard let width = measured.map({ (look.size ?? $0.defaultSize).width }).max() else {
      return nil
    }
    let common = scales.contains(3) && scales.contains(2) ? 6 : scales.max() ?? 1
    let columns = width * common
    let most = DecodeRequest.mostColumns
    return columns <= most ? columns : min(width * (scales.max() ?? 1), most)
  }
}

extension PictureOptions {
  /// Refuses what a format cannot show.
  package func check(_ formats: Set<OutputFormat>) throws(UsageError) {
    if formats.contains(.svg) {
      if animation != nil { throw .exclusive("animate", "format svg") }
      if let style = styles.first(where: { !$0.content.isOfShapes }) {
        throw .exclusive("style \(style)", "format svg")
      }
    }
    if let style = styles.first(where: { !$0.runsAcross }) {
      if axes != nil { throw .exclusive("axes", "style \(style)") }
      if look.clipping != nil { throw .exclusive("mark-clipping", "style \(style)") }
    }
    // Frames share their colours, of which a photograph has too many.
    if cover != nil, animation != nil { throw .exclusive("cover", "animate") }
    if look.colors.playedPaint == .currentColor, formats.contains(.png) {
      throw .exclusive("color currentColor", "format png")
    }
  }
}

/// Where the markers of a recording come from.
package enum MarkerSource: Sendable, Hashable {
  case none
  /// A file beside the recording, or else the cues inside it.
  case automatic
  /// A file that was named.
  case file([UInt8])
}

/// Where the art of an album is looked for.
package enum CoverSource: String, CaseIterable, Sendable {
  /// In the recording, or else in its folder.
  case auto
  case embedded
  case folder

  var looksIntoRecordings: Bool { self != .folder }
  var looksIntoFolders: Bool { self != .embedded }
}

/// A place in a recording: a part of it, or a moment.
package enum Playhead: Sendable, Hashable {
  case fraction(Double)
  case seconds(Double)

  /// The place of the playhead in a stretch of so many seconds that begins at `start`, in 0…1.
  package func fraction(ofSeconds duration: Double, from start: Double = 0) -> Double {
    switch self {
    case .fraction(let fraction): fraction
    case .seconds(let seconds): duration > 0 ? min(1, max(0, seconds - start) / duration) : 0
    }
  }
}
