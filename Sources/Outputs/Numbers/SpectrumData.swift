package import Bytes
package import Waveform

/// A spectrum as the numbers of a recording have it: a row a moment, its bands from low to high in
/// 0…1.
package enum SpectrumData {
  // Enough to tell all 256 levels apart.
  private static let decimals = 3

  package static func write(_ spectrum: WaveformSpectrum, _ json: inout JSONWriter) {
    json.name("spectrum")
    json.beginArray()
    for moment in 0..<WaveformSpectrum.momentCount {
      json.row(spectrum.bands(ofMoment: moment), decimals: decimals)
    }
    json.endArray()
  }

  /// Reads a spectrum that was written; nil where the value has another shape.
  package static func read(_ value: JSONValue) -> WaveformSpectrum? {
    var levels: [UInt8] = []
    for row in value.array ?? [] {
      for band in row.array ?? [] {
        guard let level = band.double, level.isFinite else { return nil }
        levels.append(UInt8((min(1, max(0, level)) * 255).rounded()))
      }
    }
    return WaveformSpectrum(levels: levels)
  }
}
