import Raster
import Waveform

extension WaveformStyle {
  /// All frequencies of a recording.
  public static let spectrum = WaveformStyle(
    "spectrum",
    "32 frequency bands over time; lighter is louder",
    subject: "Spectrogram"
  ) { look in SpectrumRenderer(hasGivenLevels: look.spectrogram.levels != nil) }
}

/// The spectrum of a recording over time: time horizontally, bands vertically, lighter means
/// louder.
struct SpectrumRenderer: WaveformRenderer {
  /// Whether colors stand for given levels, instead of for shares of the loudest one.
  var hasGivenLevels = false

  var content: WaveformContent { .spectrum }

  func barCount(in size: ThumbnailSize, asked: Int?) -> Int { WaveformSpectrum.momentCount }

  func marks(of scene: WaveformScene) -> [Mark] {
    let surface = SpectrumSurface(
      scene.spectrum ?? Self.simulated(from: scene.heights),
      isAbsolute: hasGivenLevels
    )
    let width = Int(scene.frame.width)
    let height = Int(scene.frame.height)

    // The split is between whole pixels, so that no color outside the two ramps is needed.
    var split = width
    if let playhead = scene.playhead {
      split = Int((playhead * Double(width)).rounded())
    }
    var indices = surface.tones(
      width: width,
      height: height,
      count: SpectrumRamp.count,
      isStopped: scene.isStopped
    )
    for row in 0..<height where split < width {
      // The same tone of the second ramp, that of the unplayed part.
      for column in max(0, split)..<width {
        indices[row * width + column] += UInt8(SpectrumRamp.count)
      }
    }
    var colors = SpectrumRamp(scene.colors, isPlayed: true).colors
    if split < width {
      colors += SpectrumRamp(scene.colors, isPlayed: false).colors
    }
    let picture = IndexedPicture(width: width, height: height, colors: colors, indices: indices)
    return [.pixels(picture, x: Int(scene.frame.x), y: Int(scene.frame.y))]
  }

  /// Returns a simulated spectrum for levels without one, using the bands of `dancingBars`.
  // Imported bars have no frequencies, and a picture of one tone would look broken.
  private static func simulated(from heights: [Float]) -> WaveformSpectrum {
    let levels = heights.flatMap { level in
      let bands = SpectrumHeights.wobble(level: level, count: WaveformSpectrum.bandCount)
      return bands.map { band in UInt8(band * 255) }
    }
    return WaveformSpectrum(levels: levels) ?? WaveformSpectrum()
  }
}
