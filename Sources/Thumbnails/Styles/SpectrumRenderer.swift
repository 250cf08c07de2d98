public import Raster
import Waveform

/// All pitches of a recording: time across, bands upward, the louder the lighter.
public struct SpectrumRenderer: WaveformRenderer {
  public init() {}

  public var content: WaveformContent { .spectrum }

  public func barCount(in size: ThumbnailSize, asked: Int?) -> Int { WaveformSpectrum.momentCount }

  public func draw(_ scene: WaveformScene, on canvas: inout Canvas) {
    let surface = SpectrumSurface(scene.spectrum ?? Self.made(of: scene.heights))
    let (width, height) = (canvas.width, canvas.height)
    // Split between whole pixels, so that two ramps are all the colours there are.
    let split = scene.playhead.map { Int(($0 * Double(width)).rounded()) } ?? width
    var indices = surface.tones(width: width, height: height, count: SpectrumRamp.count)
    for row in 0..<height where split < width {
      for column in max(0, split)..<width {
        indices[row * width + column] += UInt8(SpectrumRamp.count)
      }
    }
    let colors =
      SpectrumRamp(scene.colors, isPlayed: true).colors
      + (split < width ? SpectrumRamp(scene.colors, isPlayed: false).colors : [])
    canvas.lay(
      IndexedPicture(width: width, height: height, colors: colors, indices: indices), x: 0, y: 0)
  }

  /// For levels that came without pitches: the bands that dancing bars would have.
  private static func made(of heights: [Float]) -> WaveformSpectrum {
    let levels = heights.flatMap { level in
      SpectrumHeights.wobble(level: level, count: WaveformSpectrum.bandCount)
        .map { UInt8($0 * 255) }
    }
    return WaveformSpectrum(levels: levels) ?? WaveformSpectrum()
  }
}
