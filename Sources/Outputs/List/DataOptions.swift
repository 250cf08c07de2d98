package import Waveform

/// The options that apply only to data files; nil if not given.
package struct DataOptions: Sendable, Hashable {
  /// The number of frames per point; peaks.js requires at most 512.
  package var zoom: Int?
  package var pixelsPerSecond: Int?
  /// The bits per value; peaks.js rejects 16.
  package var bits: PointsRequest.Bits?
  /// The number of magnitudes in `wavesurfer`.
  package var points: Int?
  package var measure: Measure?
  /// The normalization of `wavesurfer`.
  package var normalize: WaveformScaling.Normalize?
  /// Whether JSON contains the spectrum.
  package var spectrum: Bool?
  /// Whether loudness, peaks and faults are measured.
  package var sound: Bool?
  /// The silence that is listed among the events.
  package var silence: SilenceRule?

  package init() {}

  /// The duration of a point of zoomed data.
  package var grid: PointGrid {
    if let pixelsPerSecond { return .pointsPerSecond(pixelsPerSecond) }
    // The finest of the default zoom levels of peaks.js, which refuses coarser data for it.
    return .framesPerPoint(zoom ?? 512)
  }

  /// Returns whether an option that only data uses was given.
  package func asks(_ option: OutputOption) -> Bool {
    switch option {
    case .zoom: zoom != nil || pixelsPerSecond != nil
    case .bits: bits != nil
    case .points: points != nil
    case .spectrum: spectrum != nil
    case .overlay, .animate, .levels: false
    }
  }
}
