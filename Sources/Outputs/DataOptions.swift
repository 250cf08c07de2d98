package import Waveform

/// The options that apply to data files only; nil means not given.
package struct DataOptions: Sendable, Hashable {
  /// Frames per point; peaks.js requires 512 or less.
  package var zoom: Int?
  package var pixelsPerSecond: Int?
  /// peaks.js rejects 16.
  package var bits: PointsRequest.Bits?
  /// The number of magnitudes in `wavesurfer`.
  package var points: Int?
  package var measure: Measure?
  /// The normalisation of `wavesurfer`.
  package var normalize: WaveformScaling.Normalize?
  /// Whether JSON contains the spectrum.
  package var spectrum: Bool?
  /// Whether loudness, peaks and faults are measured.
  package var sound: Bool?

  package init() {}

  /// The duration of a point of zoomed data.
  package var grid: PointGrid {
    pixelsPerSecond.map { .pointsPerSecond($0) } ?? .framesPerPoint(zoom ?? 512)
  }

  /// Returns whether an option was given that only data uses.
  package func asks(_ option: OutputOption) -> Bool {
    switch option {
    case .zoom: zoom != nil || pixelsPerSecond != nil
    case .bits: bits != nil
    case .points: points != nil
    case .spectrum: spectrum != nil
    case .overlay, .animate, .preview, .levels: false
    }
  }
}
