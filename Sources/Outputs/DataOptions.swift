package import Waveform

/// The options of data files alone; nil stands for an option that was not given.
package struct DataOptions: Sendable, Hashable {
  /// Frames a point; peaks.js wants 512 or less.
  package var zoom: Int?
  package var pixelsPerSecond: Int?
  /// peaks.js refuses 16.
  package var bits: PointsRequest.Bits?
  /// How many magnitudes `wavesurfer` holds.
  package var points: Int?
  /// What `wavesurfer` measures.
  package var measure: Measure?
  /// The level that is full height in `wavesurfer`.
  package var normalize: WaveformScaling.Normalize?
  /// Whether the spectrum stands in JSON.
  package var spectrum: Bool?
  /// Whether loudness, peaks and faults are measured.
  package var sound: Bool?

  package init() {}

  /// How long a point of zoomed data is.
  package var grid: PointGrid {
    pixelsPerSecond.map { .pointsPerSecond($0) } ?? .framesPerPoint(zoom ?? 512)
  }

  /// Whether an option was given that only data heeds.
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
