package import Codecs
package import Raster
package import Thumbnails
package import Waveform

/// A measured recording with all that its outputs need.
package struct OutputSource: Sendable {
  package var facts: AudioFacts
  package var measurement: WaveformMeasurement
  /// The filename without the extension, for a recording without a title.
  package var stem: String
  /// The start of the measured stretch in seconds; nil for the whole recording.
  package var stretchStart: Double?
  /// The look, including playhead, markers and overlay of this recording.
  package var look: ThumbnailLook
  /// Whether the recording could not be measured, so that its picture is a placeholder.
  package var isPlaceholder = false
  /// The chapters of the recording, with times from its start.
  package var chapters: [AudioCue] = []
  /// The points of zoomed data, if requested.
  package var points: MeasuredPoints?
  /// Returns whether drawing should stop because of a signal.
  package var isStopped: @Sendable () -> Bool = { false }

  package init(
    facts: AudioFacts,
    measurement: WaveformMeasurement,
    stem: String,
    stretchStart: Double? = nil,
    look: ThumbnailLook = ThumbnailLook(),
    points: MeasuredPoints? = nil,
    isPlaceholder: Bool = false
  ) {
    self.facts = facts
    self.measurement = measurement
    self.stem = stem
    self.stretchStart = stretchStart
    self.look = look
    self.points = points
    self.isPlaceholder = isPlaceholder
  }

  /// Returns the pixels of a drawing.
  func canvas(of drawing: Drawing) throws(OutputFailure) -> Canvas {
    guard let canvas = Canvas(drawing, isStopped: isStopped) else { throw .stopped }
    return canvas
  }

  /// Returns the PNG of a drawing with text chunks.
  package func png(
    of drawing: Drawing,
    scale: Int = 1,
    text: [(key: String, value: String)]
  ) throws -> [UInt8] {
    var canvas = try canvas(of: drawing)
    // A photograph is nearly all of the file, which this makes 40 to 60 % smaller.
    if drawing.photo != nil {
      canvas.coarsenComponents()
    }
    return try canvas.withBytes { (pixels) throws(PNGFailure) -> [UInt8] in
      try PNGEncoder.encode(
        premultiplied: pixels,
        width: canvas.width,
        height: canvas.height,
        pixelsPerPoint: scale,
        text: text,
        isStopped: isStopped
      )
    }
  }
}
