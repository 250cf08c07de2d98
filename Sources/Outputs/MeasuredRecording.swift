package import Codecs
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

  package init(
    facts: AudioFacts, measurement: WaveformMeasurement, stem: String,
    stretchStart: Double? = nil, look: ThumbnailLook = ThumbnailLook()
  ) {
    self.facts = facts
    self.measurement = measurement
    self.stem = stem
    self.stretchStart = stretchStart
    self.look = look
  }

  var title: String { facts.tags.title ?? stem }
}
