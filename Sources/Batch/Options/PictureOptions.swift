public import Thumbnails

/// What shapes a picture: the same for every recording of a run.
public struct PictureOptions: Sendable, Equatable {
  /// The styles asked for, each once, in the order of `WaveformStyle.allCases`.
  public internal(set) var styles: [WaveformStyle] = [.mirroredBars]
  /// Pixels per point, each once, ascending.
  public internal(set) var scales: [Int] = [1]
  /// Everything else but the playhead, whose place may depend on the recording.
  public internal(set) var look = ThumbnailLook()
  public internal(set) var playhead: Playhead?
  /// The moment of stills that show one.
  public internal(set) var at: Playhead?
  /// What every picture is animated by; nothing where they are stills.
  public internal(set) var animation: AnimationTiming?
  public internal(set) var markers = MarkerSource.none

  /// The look for a recording of that many seconds.
  public func look(forSeconds duration: Double) -> ThumbnailLook {
    var look = look
    look.playhead = playhead?.fraction(ofSeconds: duration)
    let moment = at ?? (look.movement == nil ? nil : playhead)
    look.moment = moment?.moment(ofSeconds: duration)
    return look
  }
}

extension Playhead {
  /// The moment of a recording of that many seconds; a fraction is also that part of a sweep.
  fileprivate func moment(ofSeconds duration: Double) -> WaveformMoment {
    let place = fraction(ofSeconds: duration)
    return switch self {
    case .fraction(let fraction):
      WaveformMoment(
        place: place, sweeps: fraction, phase: place * duration * WaveformMoment.phasePerSecond)
    case .seconds(let seconds): WaveformMoment(place: place, seconds: seconds)
    }
  }
}
