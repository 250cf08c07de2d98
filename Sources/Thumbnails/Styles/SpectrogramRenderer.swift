import Raster
import Waveform

extension WaveformStyle {
  /// The power of a whole recording by time and frequency.
  public static let spectrogram = WaveformStyle(
    "spectrogram",
    "frequency over time in full detail, from 40 Hz, -90 to 0 dB",
    subject: "Spectrogram"
  ) { look in SpectrogramRenderer(look: look.spectrogram) }
}

/// The power of a whole recording: time horizontally, frequency vertically, one column of windows
/// per pixel.
struct SpectrogramRenderer: WaveformRenderer {
  let look: SpectrogramLook

  var content: WaveformContent { .spectrogram }

  func barCount(in size: ThumbnailSize, asked: Int?) -> Int { 1 }

  func marks(of scene: WaveformScene) -> [Mark] {
    let width = Int(scene.frame.width)
    let height = Int(scene.frame.height)
    var split = width
    if let playhead = scene.playhead {
      split = Int((playhead * Double(width)).rounded())
    }
    var indices = tones(
      of: scene.spectrogram,
      width: width,
      height: height,
      isStopped: scene.isStopped
    )

    // If the recording is partly played, played and unplayed parts each use half of the palette.
    let isSplit = split < width
    let count = isSplit ? 128 : 256
    if isSplit {
      halve(&indices, playedTo: split, of: scene, width: width)
    }
    var colors = look.colors(count)
    if isSplit {
      // Gray, as the unplayed part of every style is by default.
      colors += SpectrogramPalette.grey.colors(count: count)
    }

    // A picture for each run between gaps, so that gaps show the background.
    return scene.runs(of: width).map { run in
      var visible = indices
      if run.count < width {
        let rows = stride(from: 0, to: indices.count, by: width)
        visible = rows.flatMap { row in
          indices[row + run.lowerBound..<row + run.upperBound]
        }
      }
      let picture = IndexedPicture(
        width: run.count,
        height: height,
        colors: colors,
        indices: visible
      )
      return .pixels(picture, x: Int(scene.frame.x) + run.lowerBound, y: Int(scene.frame.y))
    }
  }

  /// Returns the level of each pixel, row by row from the highest frequency down.
  private func tones(
    of spectrogram: Spectrogram?,
    width: Int,
    height: Int,
    isStopped: () -> Bool
  ) -> [UInt8] {
    guard let columns = spectrogram?.pooled(to: width) else {
      return [UInt8](repeating: 0, count: width * height)
    }
    let bins = columns.binCount
    let rows = look.axis.rows(height, of: columns, range: look.frequencies)
    let stretched = look.levels.map(columns.tones) ?? Array(0...255)
    var tones = [UInt8](repeating: 0, count: width * height)

    // Consecutive columns are far apart in memory; only a few at a time fit the cache. 64 columns of
    // 513 bytes are 32 KB, a first-level cache. Untuned.
    for first in stride(from: 0, to: width, by: 64) {
      if isStopped() { break }
      for (y, row) in rows.reversed().enumerated() {
        for column in first..<min(first + 64, width) {
          let level = row.level(columns.levels, from: column * bins)
          tones[y * width + column] = stretched[Int(level)]
        }
      }
    }
    return tones
  }

  /// Halves the number of tones to make room for those of the unplayed part.
  private func halve(
    _ indices: inout [UInt8],
    playedTo split: Int,
    of scene: WaveformScene,
    width: Int
  ) {
    for start in stride(from: 0, to: indices.count, by: max(1, width)) {
      if scene.isStopped() { break }
      // The lower half of the palette, and the upper half behind the playhead.
      for index in start..<start + split {
        indices[index] /= 2
      }
      for index in start + split..<start + width {
        indices[index] = indices[index] / 2 + 128
      }
    }
  }
}
