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
  public internal(set) var markers = MarkerSource.none

  /// The look for a recording of that many seconds.
  public func look(forSeconds duration: Double) -> ThumbnailLook {
    var look = look
    look.playhead = playhead?.fraction(ofSeconds: duration)
    return look
  }
}
