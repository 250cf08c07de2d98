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
  package internal(set) var playhead: Playhead?
  /// Where the art is looked for over which pictures are laid; nothing for plain pictures.
  package internal(set) var cover: CoverSource?
  /// Whether a recording that has no pictures gets some that stand in for them.
  package internal(set) var makesPlaceholders: Bool?
  /// The moment of stills that show one.
  package internal(set) var at: Playhead?
  /// The timing of animations, nil for stills.
  package internal(set) var animation: AnimationTiming?
  /// The stretch that is drawn, or nil for all of a recording.
  package internal(set) var range: TimeRange?
  /// Other recordings, drawn over the one.
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
      curve: look.scaling.curve)
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

  /// The look for a recording of that many seconds.
  package func look(forSeconds duration: Double) -> ThumbnailLook {
    var look = look
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
