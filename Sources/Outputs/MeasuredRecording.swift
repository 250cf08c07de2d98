package import Codecs
import Raster
package import Thumbnails
package import Waveform

/// A recording that was measured, and how it is to be shown.
package struct MeasuredRecording: Sendable {
  package var facts: AudioFacts
  package var measurement: WaveformMeasurement
  /// The name of its file without the ending, for a recording that has no title.
  package var stem: String
  /// Where the stretch that was measured begins, in seconds; nil for all of the recording.
  package var stretchStart: Double?
  /// Playhead, markers and overlay are those of this recording.
  package var look: ThumbnailLook
  /// Nothing is known of it: its picture stands in for the one that it does not have.
  package var isPlaceholder = false
  /// The points of zoomed data, where they were asked for.
  package var points: MeasuredPoints?
  /// Whether drawing is to stop, as a signal came.
  package var isStopped: @Sendable () -> Bool = { false }

  package init(
    facts: AudioFacts, measurement: WaveformMeasurement, stem: String,
    stretchStart: Double? = nil, look: ThumbnailLook = ThumbnailLook(),
    points: MeasuredPoints? = nil, isPlaceholder: Bool = false
  ) {
    self.facts = facts
    self.measurement = measurement
    self.stem = stem
    self.stretchStart = stretchStart
    self.look = look
    self.points = points
    self.isPlaceholder = isPlaceholder
  }

  /// A picture in pixels, unless a signal comes while it is drawn.
  func canvas(of picture: ThumbnailPicture) throws(OutputFailure) -> Canvas {
    guard let canvas = picture.canvas(isStopped: isStopped) else { throw .stopped }
    return canvas
  }

  var title: String { facts.tags.title ?? stem }
}
