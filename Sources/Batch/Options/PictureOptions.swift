import Raster
public import Thumbnails
import Waveform

/// What shapes a picture: the same for every recording of a run.
public struct PictureOptions: Sendable, Equatable {
  /// The styles asked for, each once, in the order of `WaveformStyle.allCases`.
  public internal(set) var styles: [WaveformStyle] = [.mirroredBars]
  /// Pixels per point, each once, ascending.
  public internal(set) var scales: [Int] = [1]
  public internal(set) var playhead: Playhead?
}
