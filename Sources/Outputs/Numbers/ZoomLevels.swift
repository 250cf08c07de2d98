import Bytes
import Waveform

/// The bars of a recording at several zoom levels, from 4,800 down, each half as many as the one
/// before.
package struct ZoomLevels {
  package static let counts = 1...7

  let count: Int
  let scaling: WaveformScaling
  let scale: WaveformScaling.Scale

  /// Writes each level's bars as the picture's are scaled, and the extremes as they were measured.
  func write(_ summary: WaveformSummary, _ json: inout JSONWriter) {
    json.name("levels")
    json.array(summary.pyramid.levels.prefix(count)) { json, level in
      json.object { json in
        json.member("count", level.count)
        json.name("bars")
        json.row(scaling.heights(of: measured(level), scale: scale), decimals: 6)
        json.name("lowest")
        json.row(level.lowest, decimals: 5)
        json.name("highest")
        json.row(level.highest, decimals: 5)
      }
    }
  }

  private func measured(_ level: WaveformSummaryPyramid.Level) -> [Float] {
    guard scaling.measure == .peak else { return level.rms }
    return zip(level.lowest, level.highest).map { max(-$0, $1, 0) }
  }
}
