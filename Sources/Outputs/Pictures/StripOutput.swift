import Codecs
import Thumbnails
package import Waveform

extension OutputFormat {
  /// The picture from which the page draws the details of a waveform.
  public static let strip = OutputFormat(
    "strip",
    kind: .data,
    fileExtension: ".strip.png",
    isText: false,
    options: []
  )
}

/// The upper half of a waveform as a picture of two colors, a column for each bucket of the summary.
///
/// A page that was opened as a file may draw pictures and may not read data, so the detail of the
/// zoom is a picture whose opaque pixels the page colors.
// Of 4,800 random columns, which is the worst case, 64 rows take 8 KB, and 96 rows 9 KB; on the screen
// half a waveform is rarely higher than 128 pixels, so that a row is at most two of them.
struct StripOutput: Output {
  static let format = OutputFormat.strip
  static let columns = WaveformSummary.bucketCount
  static let rows = 64

  static func asked(by request: OutputRequest) -> [StripOutput] {
    guard request.formats.contains(format) else { return [] }
    return [StripOutput()]
  }

  static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    PNGOutput.mark(ofFileBeginning: start)
  }

  func write(_ recording: OutputSource, to sink: ByteSink) throws(OutputFailure) -> PictureFacts? {
    // All channels in one, as the page draws them, and scaled as in its pictures.
    let levels = recording.measurement.mix.levels(Self.columns, scaling: recording.look.scaling)
    let pixels = Self.pixels(of: levels)
    let bytes = try OutputFailure.orImpossible {
      try unsafe PNGEncoder.encode(
        premultiplied: pixels.span.bytes,
        width: Self.columns,
        height: Self.rows,
        pixelsPerPoint: 1,
        text: [("Software", Generator.name)],
        isStopped: recording.isStopped
      )
    }

    try sink(bytes)
    return nil
  }

  /// Returns the pixels of a waveform that begins at the lowest row, on a clear ground; a gap has none.
  private static func pixels(of levels: [UInt8]) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: columns * rows)
    for (column, level) in levels.enumerated() where level > 0 {
      // Rounded to the nearest row; silence has one, as it has a line in the picture.
      let height = max(1, (Int(level) * rows + 127) / 255)
      for row in rows - height..<rows {
        // Opaque black: the page replaces it by the color of the waveform, and keeps the opacity.
        pixels[row * columns + column] = 0xFF00_0000
      }
    }
    return pixels
  }
}

extension WaveformSummary {
  /// Returns the heights of bars, each 1 to 255, or 0 if nothing of a bar could be decoded.
  // A byte a bar has more steps than a strip has rows, and than the page has pixels.
  package func levels(_ count: Int, scaling: WaveformScaling) -> [UInt8] {
    let gaps = gaps(count)
    let heights = scaling.heights(of: series(count, scaling)).heights[0]
    return heights.enumerated().map { index, height in
      if gaps.indices.contains(index), gaps[index] { return 0 }
      let clamped = min(1, max(0, height))
      return max(1, UInt8(clamped * 255 + 0.5))
    }
  }

  /// Returns the exponent of the heights of bars.
  package func gamma(_ count: Int, _ scaling: WaveformScaling) -> Double {
    scaling.scale(of: series(count, scaling)).gamma
  }

  private func series(_ count: Int, _ scaling: WaveformScaling) -> [[Float]] {
    let bars = bars(count, measure: scaling.measure)
    // RMS in front of peaks has the scale of the peaks.
    guard scaling.measure == .both else { return [bars] }
    return [bars, self.bars(count, measure: .peak)]
  }
}
