import Raster
import Waveform

/// The markers of a recording, drawn over its waveform: lines and dots, bands, captions.
struct MarkerLayer {
  /// A marker in the picture, with times as fractions of the recording.
  struct Placed {
    var start: Double
    /// The end of a region, or nil for a point in time.
    var end: Double?
    var label: String
    var color: Color
  }

  let markers: [Placed]
  let canvas: WaveformScene.Frame
  let scale: Double
  let typeface: Typeface
  let isStopped: () -> Bool

  /// Creates the layer; nil if no marker is within the recording.
  init?(
    _ look: ThumbnailLook,
    of duration: Double,
    in canvas: WaveformScene.Frame,
    scale: Int,
    isStopped: @escaping () -> Bool = { false }
  ) {
    guard !look.markers.all.isEmpty, duration > 0 else { return nil }
    let colors =
      if look.markers.colors.isEmpty {
        MarkerLook.standardColors
      } else {
        look.markers.colors
      }
    markers = look.markers.all.enumerated().compactMap { index, marker in
      Placed(marker, duration: duration, color: colors[index % colors.count])
    }

    // Colors are given before sorting and before those beyond the end are left out, so that a marker
    // has the same color in every stretch of its recording.
    .sorted { $0.start < $1.start }
    guard !markers.isEmpty else { return nil }
    self.canvas = canvas
    self.scale = Double(scale)
    typeface = look.typeface
    self.isStopped = isStopped
  }

  func marks(along axis: TimeAxis) -> [Mark] {
    let shapes =
      switch axis {
      case .across: marksAcross
      case .around(let innerRadius): marks(around: Ring(in: canvas, innerRadius: innerRadius))
      }
    // Over all lines and bands: what cannot be read is of no use.
    return shapes + captions(along: axis).flatMap(\.marks)
  }

  /// Returns the captions that fit without overlapping.
  func captions(along axis: TimeAxis) -> [MarkerCaption] {
    switch axis {
    case .across: captionsAcross()
    case .around(let innerRadius):
      CaptionsAround(self, in: Ring(in: canvas, innerRadius: innerRadius)).captions
    }
  }

  /// The markers whose labels can be drawn, until stopped: checking a long label takes 0.1 ms, and
  /// there may be a thousand.
  var named: [Placed] {
    markers.filter { !isStopped() && typeface.writes($0.label) }
  }

  /// Returns the marks of each marker, until stopped.
  func marks(of make: (Placed) -> Mark?) -> [Mark] {
    markers.compactMap { marker in
      if isStopped() { return nil }
      return make(marker)
    }
  }

  /// Returns the text size in points for a height: legible, but small compared with the waveform.
  func captionSize(in height: Double) -> Double {
    // By eye, as in `AxesMargins`.
    let isLow = height < 180 * scale
    let points = isLow ? 10.0 : 12.0
    return points * scale
  }

  // By eye, as the following: markers are visible without hiding the waveform.
  static let lineWidth = 1.5
  static let stripeWidth = 2.0
  static let dotRadius = 3.5
  /// The opacity of the band of a region.
  static let band = 0.22
}

extension MarkerLayer.Placed {
  fileprivate init?(_ marker: WaveformMarker, duration: Double, color: Color) {
    let start = marker.time / duration
    let end = (marker.time + marker.duration) / duration
    guard start.isFinite, end.isFinite, start <= 1 else { return nil }
    // A region of a longer recording, cut at the edge of the picture.
    let shownEnd = marker.isRegion ? min(1, end) : nil
    self.init(start: max(0, start), end: shownEnd, label: marker.label, color: color)
  }
}
